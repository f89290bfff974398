import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { CfnResource, Validations } from 'aws-cdk-lib'
import { Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam'
import { AwsSolutionsChecks } from 'cdk-nag'
import { beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod'
import type { DataStack } from '../../lib/data-stack.ts'
import { freshApp, ownHearing } from '../support/synthesized.ts'
import { production } from './production.ts'

const report = z.object({
  pluginReports: z.array(
    z.object({
      violations: z.array(
        z.object({ ruleName: z.string(), violatingConstructs: z.array(z.object({ constructPath: z.string() })) }),
      ),
    }),
  ),
})

/** Synthesizes with CDK's validation and cdk-nag, and returns their findings. */
function findings(settings: Record<string, string>, change: (data: DataStack) => void = () => undefined): string[] {
  const { app, data } = freshApp(settings, true)
  change(data)
  Validations.of(app).addPlugins(new AwsSolutionsChecks(app))
  try {
    app.synth()
    return []
  } catch (error) {
    const found = report.safeParse(JSON.parse(readFileSync(join(app.outdir, 'validation-report.json'), 'utf8')))
    if (!found.success) throw error
    const named = found.data.pluginReports
      .flatMap(({ violations }) => violations)
      .flatMap(({ ruleName, violatingConstructs }) =>
        violatingConstructs.map(({ constructPath }) => `${ruleName} ${constructPath}`),
      )
    return named.length > 0 ? named : [String(error)]
  } finally {
    rmSync(dirname(app.outdir), { recursive: true, force: true })
  }
}

/** The head of a program for Linux on arm64, where a layer has yt-dlp. */
function layerFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'jamak-layer-'))
  const program = join(folder, 'bin', 'yt-dlp')
  mkdirSync(dirname(program))
  writeFileSync(program, Buffer.from('7f454c46020101000000000000000000 0200 b700'.replaceAll(' ', ''), 'hex'))
  chmodSync(program, 0o755)
  return folder
}

it('every finding of a production deployment in another region, with Bedrock, YouTube, another provider and a custom domain, is acknowledged too', () => {
  const layer = layerFolder()
  const settings = {
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
  }
  expect(findings(settings)).toEqual([])
  rmSync(layer, { recursive: true, force: true })
})

describe('the validation of the usual application', () => {
  let found: string[]
  const PLANTED = ['JamakData/People/Widened', 'JamakData/Wrong']

  beforeAll(() => {
    found = findings({}, data => {
      new CfnResource(data, 'Wrong', { type: 'AWS::S3::Bucket', properties: { NoSuchProperty: 'x' } })
      const role = new Role(data.users, 'Widened', { assumedBy: new ServicePrincipal('lambda.amazonaws.com') })
      data.bucket.grantRead(role)
    })
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
