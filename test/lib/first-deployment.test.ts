import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Template } from 'aws-cdk-lib/assertions'
import { beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod'
import { sampleApp } from '../support/synthesized.ts'
import { resourcesOf } from './resources.ts'

const resources = z.record(
  z.string(),
  z.looseObject({
    Type: z.string(),
    DeletionPolicy: z.string().optional(),
    DependsOn: z.array(z.string()).default([]),
    Properties: z.looseObject({ Name: z.string().optional() }).default({}),
  }),
)
const resourcesIn = (template: Template) => resources.parse(template.toJSON().Resources)

describe('a first deployment that fails', () => {
  let data: Template
  let site: Template

  beforeAll(() => {
    const app = sampleApp()
    data = Template.fromStack(app.data)
    site = Template.fromStack(app.site)
  })

  it('does not fail in the protected stack, where nothing has a name or a setting that AWS could refuse', () => {
    const kinds = new Set(Object.values(resourcesIn(data)).map(({ Type }) => Type))
    expect([...kinds].sort()).toEqual([
      'AWS::Cognito::UserPool',
      'AWS::DynamoDB::GlobalTable',
      'AWS::S3::Bucket',
      'AWS::S3::BucketPolicy',
    ])
    for (const [id, { Properties }] of Object.entries(resourcesIn(data)))
      for (const name of ['TableName', 'BucketName', 'UserPoolName', 'Domain'])
        expect(Properties, id).not.toHaveProperty(name)
    expect(JSON.stringify(data.toJSON())).not.toContain('{{resolve:secretsmanager')
  })

  it('retains nothing of the stack that can fail', () => {
    for (const [id, { DeletionPolicy, Properties }] of Object.entries(resourcesIn(site))) {
      expect(DeletionPolicy ?? 'Delete', id).toBe('Delete')
      expect(Properties, id).not.toHaveProperty('DeletionProtection')
    }
  })

  it('has copied no files yet, because CloudFormation cannot delete a bucket with files', () => {
    const hashed = resourcesOf(site, 'Custom::CDKBucketDeployment').find(({ id }) => id.includes('HashedFiles'))
    const risky = [
      'Cognito::UserPoolDomain',
      'Cognito::UserPoolIdentityProvider',
      'SES::EmailIdentity',
      'Lambda::Function',
    ]
    const first = [...risky, 'CloudFront::Distribution', 'CloudWatch::Alarm', 'StepFunctions::StateMachine'].flatMap(
      type => resourcesOf(site, `AWS::${type}`).map(({ id }) => id),
    )
    const ours = first.filter(id => !id.startsWith('CustomCDKBucketDeployment'))
    expect(hashed?.DependsOn).toEqual(expect.arrayContaining(ours))
  })

  it('does not fail if CloudFront is slow to invalidate pages while the bucket already has files', () => {
    for (const { Properties } of resourcesOf(site, 'Custom::CDKBucketDeployment'))
      expect(Properties.DistributionId === undefined || Properties.WaitForDistributionInvalidation === false).toBe(true)
  })
})

describe('two stages in one account, in two regions', () => {
  /** Types of resources whose names must be unique within an account, in whatever region. */
  const GLOBAL = /^AWS::(?:CloudFront|IAM|Budgets|Route53|WAFv2)::/
  const namesIn = (region: string) => {
    const { site, data } = sampleApp({ AWS_REGION_NAME: region })
    return [site, data].flatMap(stack =>
      Object.entries(resourcesIn(Template.fromStack(stack)))
        .filter(([, { Type }]) => GLOBAL.test(Type))
        .flatMap(([id, { Type, Properties }]) => namesOf(Properties).map(name => `${Type} ${id} ${name}`)),
    )
  }

  it('share no name that must be unique within an account', () => {
    const [seoul, tokyo] = [namesIn('ap-northeast-2'), namesIn('ap-northeast-1')]
    expect(seoul.map(name => name.split(' ')[0])).toEqual(
      expect.arrayContaining([
        'AWS::CloudFront::Function',
        'AWS::CloudFront::OriginAccessControl',
        'AWS::CloudFront::ResponseHeadersPolicy',
      ]),
    )
    expect(seoul.filter(name => tokyo.includes(name))).toEqual([])
  })
})

/** Names that a resource sets: its own, that of its single nested configuration, and those of IAM and budgets. */
function namesOf(properties: object): string[] {
  const own = (value: object) =>
    Object.entries(value).flatMap(([key, name]) =>
      /^(?:Name|RoleName|ManagedPolicyName|BudgetName)$/.test(key) ? [JSON.stringify(name)] : [],
    )
  const nested = Object.entries(properties).flatMap(([key, value]) =>
    /(?:Config|^Budget)$/.test(key) && typeof value === 'object' && value !== null ? own(value) : [],
  )
  return [...own(properties), ...nested]
}

describe('Strict-Transport-Security', () => {
  const includesSubdomains = (settings: Record<string, string>) => {
    const [headers] = resourcesOf(
      Template.fromStack(sampleApp(settings).site),
      'AWS::CloudFront::ResponseHeadersPolicy',
    )
    return JSON.stringify(headers?.Properties).includes('"IncludeSubdomains":true')
  }

  it('covers the site’s subdomains only if the operator enables it', () => {
    expect(includesSubdomains({})).toBe(false)
    expect(includesSubdomains({ HSTS_SUBDOMAINS: 'on' })).toBe(true)
  })
})

describe('iam:PassRole', () => {
  it('is allowed for Amazon Transcribe only', () => {
    const policies = resourcesOf(Template.fromStack(sampleApp().site), 'AWS::IAM::Policy')
    const statements = policies.flatMap(
      ({ Properties }) =>
        z.object({ Statement: z.array(z.looseObject({})) }).parse(Properties.PolicyDocument).Statement,
    )
    const passing = statements.filter(({ Action }) => JSON.stringify(Action).includes('iam:PassRole'))
    expect(passing).toHaveLength(2)
    for (const { Condition } of passing)
      expect(Condition).toEqual({ StringEquals: { 'iam:PassedToService': 'transcribe.amazonaws.com' } })
  })
})

describe('the operator’s guide', () => {
  it('takes down with CDK only stacks that are there with the settings of the example', () => {
    const page = readFileSync(join(import.meta.dirname, '../../docs/operations.md'), 'utf8')
    const named = [...page.matchAll(/cdk destroy (\w+)/g)].map(([, name]) => name)
    expect(named).not.toEqual([])
    const { data, site } = sampleApp()
    expect([data.stackName, site.stackName]).toEqual(expect.arrayContaining(named))
  })
})

describe('the sender’s identity in SES', () => {
  it('is created by default, and left alone if it exists', () => {
    const identities = (settings: Record<string, string>) =>
      resourcesOf(Template.fromStack(sampleApp(settings).site), 'AWS::SES::EmailIdentity')
    expect(identities({})).toHaveLength(1)
    expect(identities({ SES_IDENTITY: 'existing' })).toHaveLength(0)
  })
})
