import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { CfnResource } from 'aws-cdk-lib'
import { Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam'
import { beforeAll, describe, expect, it } from 'vitest'
import { findings } from '../support/findings.ts'
import { ownHearing } from '../support/synthesized.ts'
import { production } from './production.ts'

/** The head of a program for Linux on arm64, where a layer has yt-dlp. */
function layerFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'jamak-layer-'))
  const program = join(folder, 'bin', 'yt-dlp')
  mkdirSync(dirname(program))
  writeFileSync(program, Buffer.from('7f454c46020101000000000000000000 0200 b700'.replaceAll(' ', ''), 'hex'))
  chmodSync(program, 0o755)
  return folder
}

/** A deployment in another region, with every option that an operator can turn on. */
const settings = (layer: string) => ({
  ...production,
  AWS_REGION_NAME: 'us-west-2',
  KAKAO_EMAIL: 'on',
  TRANSLATOR: 'bedrock',
  BEDROCK_MODEL_ID: 'global.anthropic.claude-sonnet-4-5-20250929-v1:0',
  YOUTUBE_FETCH: 'on',
  YT_DLP_LAYER: layer,
  ...ownHearing(),
  DOMAIN_NAME: 'jamak.example',
  CERTIFICATE_ARN: 'arn:aws:acm:us-east-1:123456789012:certificate/00000000-0000-0000-0000-000000000000',
  OIDC_NAME: 'Example',
  OIDC_ISSUER: 'https://login.example',
  OIDC_CLIENT_ID: 'example',
  OIDC_SECRET_NAME: 'jamak/oidc',
  RESERVED_CONCURRENCY: '5',
  FIREWALL: 'on',
  BUDGET_USD: '300',
  YOUTUBE_PROXY_SECRET_NAME: 'jamak/youtube-proxy',
  GLOSSARY: JSON.stringify({ subtitle: '자막' }),
})

describe('the validation of a production deployment in another region, with Bedrock, YouTube, another provider and a custom domain,', () => {
  let found: string[]
  const PLANTED = ['JamakData/People/Widened', 'JamakData/Wrong']

  beforeAll(() => {
    const layer = layerFolder()
    found = findings(settings(layer), data => {
      new CfnResource(data, 'Wrong', { type: 'AWS::S3::Bucket', properties: { NoSuchProperty: 'x' } })
      const role = new Role(data.users, 'Widened', { assumedBy: new ServicePrincipal('lambda.amazonaws.com') })
      data.bucket.grantRead(role)
    })
    rmSync(layer, { recursive: true, force: true })
  })

  it('finds no violation of the rules of CDK and AWS that is not acknowledged with a reason', () => {
    expect(found.filter(finding => !PLANTED.some(path => finding.includes(path)))).toEqual([])
  })

  it('finds a template that CloudFormation would refuse', () => {
    expect(found).toContain('F3002 JamakData/Wrong')
  })

  it('finds a function with more permissions than acknowledged', () => {
    expect(found.join()).toContain('AwsSolutions-IAM5[Action::s3:GetObject*] JamakData/People/Widened')
  })
})
