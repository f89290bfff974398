import { Template } from 'aws-cdk-lib/assertions'
import { beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod'
import { EVERY_ROUTE } from '../../lambdas/contract/every-route.ts'
import { TABLE_NAMES } from '../../lambdas/contract/tables.ts'
import { sampleApp } from '../support/synthesized.ts'
import { production } from './production.ts'
import { resourcesOf } from './resources.ts'

describe('the synthesized stacks', () => {
  let data: Template
  let site: Template

  beforeAll(() => {
    const app = sampleApp()
    data = Template.fromStack(app.data)
    site = Template.fromStack(app.site)
  })

  it('every table is restorable, protected from deletion and retained when the stack is deleted', () => {
    const tables = resourcesOf(data, 'AWS::DynamoDB::GlobalTable')
    expect(tables).toHaveLength(TABLE_NAMES.length)
    for (const table of tables) {
      expect(table.DeletionPolicy).toBe('Retain')
      expect(table.Properties).toMatchObject({
        BillingMode: 'PAY_PER_REQUEST',
        Replicas: [
          { DeletionProtectionEnabled: true, PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true } },
        ],
      })
    }
  })

  it('rows of the service table and of the outbox expire at their own time, users never', () => {
    const expiry = (name: string) =>
      resourcesOf(data, 'AWS::DynamoDB::GlobalTable')
        .filter(({ Properties }) => JSON.stringify(Properties.KeySchema).includes(`"${name}"`))
        .map(({ Properties }) => Properties.TimeToLiveSpecification)
    const own = { AttributeName: 'expires_at', Enabled: true }
    expect(expiry('id')).toEqual([own, own])
    const [users] = Object.entries(data.findResources('AWS::DynamoDB::GlobalTable')).filter(([id]) => /Users/.test(id))
    expect(users?.[1].Properties).not.toHaveProperty('TimeToLiveSpecification')
  })

  it('videos and work files are deleted after 3 days, subtitles stay', () => {
    const [bucket] = resourcesOf(data, 'AWS::S3::Bucket')
    const rules = z
      .object({
        Rules: z.array(z.looseObject({ Prefix: z.string().optional(), ExpirationInDays: z.number().optional() })),
      })
      .parse(bucket?.Properties.LifecycleConfiguration).Rules
    expect(rules.filter(rule => rule.ExpirationInDays).map(rule => [rule.Prefix, rule.ExpirationInDays])).toEqual([
      ['videos/', 3],
      ['work/', 3],
      ['.write_access_check_file.temp', 1],
    ])
    expect(bucket?.Properties).not.toHaveProperty('VersioningConfiguration')
  })

  it('the bucket is private, requires encryption in transit, and notifies EventBridge of uploads', () => {
    data.hasResourceProperties('AWS::S3::Bucket', {
      PublicAccessBlockConfiguration: { BlockPublicAcls: true, RestrictPublicBuckets: true },
      NotificationConfiguration: { EventBridgeConfiguration: { EventBridgeEnabled: true } },
    })
  })

  it('every route of the page except the webhook, the price of a link and those for proofreaders requires an access token', () => {
    const routes = resourcesOf(site, 'AWS::ApiGatewayV2::Route').map(({ Properties }) => Properties)
    expect(routes.map(route => route.RouteKey).sort()).toEqual(
      Object.values(EVERY_ROUTE)
        .map(({ method, path }) => `${method} ${path}`)
        .sort(),
    )
    for (const route of routes) {
      const isOpen =
        / \/api\/(?:v1|proof)(?:\/|$)/.test(String(route.RouteKey)) ||
        ['POST /api/payments/webhook', 'GET /api/price/youtube/{id}'].includes(String(route.RouteKey))
      expect(route.AuthorizationType, String(route.RouteKey)).toBe(isOpen ? 'NONE' : 'JWT')
      // An ID token has no scope, and a refreshed access token may have lost one of these.
      if (!isOpen) expect(route.AuthorizationScopes).toEqual(['openid', 'aws.cognito.signin.user.admin'])
    }
  })

  it('production data cannot be deleted with one command', () => {
    expect(sampleApp(production).data.terminationProtection).toBe(true)
  })

  it('sign-up is only possible with social providers, without passwords', () => {
    data.hasResourceProperties('AWS::Cognito::UserPool', {
      AdminCreateUserConfig: { AllowAdminCreateUserOnly: true },
      DeletionProtection: 'ACTIVE',
    })
    site.hasResourceProperties('AWS::Cognito::UserPoolClient', {
      SupportedIdentityProviders: ['Google', 'Kakao'],
      AllowedOAuthFlows: ['code'],
    })
  })

  it('no function holds a secret in its environment', () => {
    for (const { Properties } of resourcesOf(site, 'AWS::Lambda::Function')) {
      const text = JSON.stringify(Properties.Environment ?? {})
      expect(text).not.toContain('{{resolve')
      expect(text).not.toContain('test_sk')
    }
  })

  it('every permission names its actions, and only services without resource ARNs get all resources', () => {
    const statements = resourcesOf(site, 'AWS::IAM::Policy').flatMap(
      policy =>
        z
          .object({
            Statement: z.array(
              z.looseObject({ Action: z.union([z.string(), z.array(z.string())]), Resource: z.unknown() }),
            ),
          })
          .parse(policy.Properties.PolicyDocument).Statement,
    )
    for (const statement of statements) {
      const actions = [statement.Action].flat()
      for (const action of actions) expect(action).not.toMatch(/^\*$|^[a-z0-9-]+:\*$/)
      if (statement.Resource === '*')
        for (const action of actions)
          expect(action).toMatch(/^((transcribe|translate|cloudfront|logs):|states:SendTaskSuccess$)/)
    }
  })

  it('the site sends a strict content security policy in which only styles may be inline', () => {
    const [policy] = resourcesOf(site, 'AWS::CloudFront::ResponseHeadersPolicy')
    const text = JSON.stringify(policy?.Properties)
    expect(text).toContain("default-src 'none'")
    // Toss's widget writes inline styles, and sound is converted in WebAssembly (docs/decisions/content-security-policy.md).
    const known = ["style-src 'self' 'unsafe-inline'", "script-src 'self' 'wasm-unsafe-eval'"]
    expect(known.reduce((rest, each) => rest.replace(each, ''), text)).not.toContain('unsafe-')
  })
})
