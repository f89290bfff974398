import { Stack } from 'aws-cdk-lib'
import { Template } from 'aws-cdk-lib/assertions'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { STANDING } from '../../bin/cost/usage.ts'
import { ORIGIN_HEADER } from '../../lambdas/contract/routes.ts'
import { sampleApp } from '../support/synthesized.ts'
import { resourcesOf } from './resources.ts'

const plain = Template.fromStack(sampleApp().site)

describe('a crowd at the API', () => {
  const [stage] = resourcesOf(plain, 'AWS::ApiGatewayV2::Stage')
  const settings = z
    .record(z.string(), z.object({ ThrottlingRateLimit: z.number(), ThrottlingBurstLimit: z.number() }))
    .parse(stage?.Properties.RouteSettings)

  it('leaves confirmations of payments and notices of Toss a share of their own', () => {
    const own = Object.keys(settings).filter(route => route.startsWith('POST'))
    expect(own.sort()).toEqual(['POST /api/payments/confirm', 'POST /api/payments/webhook'])
  })

  it('gets no further than a trickle by asking for prices without signing in', () => {
    expect(settings['GET /api/price/youtube/{id}']).toEqual({ ThrottlingRateLimit: 5, ThrottlingBurstLimit: 10 })
  })

  it('meets routes that exist before the stage names them: API Gateway refuses unknown ones', () => {
    const routes = resourcesOf(plain, 'AWS::ApiGatewayV2::Route')
    for (const key of Object.keys(settings)) {
      const route = routes.find(({ Properties }) => Properties.RouteKey === key)
      expect(stage?.DependsOn, key).toContain(route?.id)
    }
  })
})

describe('without a setting', () => {
  it('there is no firewall, no secret header and no budget', () => {
    expect(JSON.stringify(plain.toJSON())).not.toMatch(/WebACLId|x-jamak-origin|AWS::Budgets/)
  })
})

describe('FIREWALL=on', () => {
  const { app, site } = sampleApp({ FIREWALL: 'on' })
  const template = Template.fromStack(site)
  const found = app.node.tryFindChild('JamakFirewall')
  if (!(found instanceof Stack)) throw new Error('no stack of the firewall')
  const firewall = Template.fromStack(found)

  it('bounds the requests of one address, in the region where CloudFront looks for firewalls', () => {
    expect(found.region).toBe('us-east-1')
    const [acl] = resourcesOf(firewall, 'AWS::WAFv2::WebACL')
    expect(acl?.Properties).toMatchObject({ Scope: 'CLOUDFRONT', DefaultAction: { Allow: {} } })
    const { Rules } = z.object({ Rules: z.array(z.unknown()) }).parse(acl?.Properties)
    expect(Rules).toHaveLength(STANDING.wafRules)
    expect(JSON.stringify(Rules)).toContain('"AggregateKeyType":"IP"')
  })

  it('stands in front of the distribution, which shows the API a secret', () => {
    const [distribution] = resourcesOf(template, 'AWS::CloudFront::Distribution')
    const text = JSON.stringify(distribution?.Properties)
    expect(text).toContain('WebACLId')
    expect(text).toContain(`"HeaderName":"${ORIGIN_HEADER}"`)
    expect(text).toContain('{{resolve:secretsmanager:jamak/origin:SecretString:value::}}')
  })

  it('has every function behind the API ask for that secret', () => {
    const asking = resourcesOf(template, 'AWS::Lambda::Function').filter(({ Properties }) =>
      JSON.stringify(Properties.Environment ?? {}).includes('"ORIGIN_SECRET":"jamak/origin"'),
    )
    expect(asking).toHaveLength(5)
  })
})

describe('BUDGET_USD', () => {
  it('mails the operator at half, at four fifths and at the whole, and when the whole is foreseen', () => {
    const [budget] = resourcesOf(Template.fromStack(sampleApp({ BUDGET_USD: '300' }).site), 'AWS::Budgets::Budget')
    const mailed = z.object({
      Budget: z.looseObject({ BudgetLimit: z.object({ Amount: z.number(), Unit: z.literal('USD') }) }),
      NotificationsWithSubscribers: z.array(
        z.object({
          Notification: z.looseObject({ NotificationType: z.string(), Threshold: z.number() }),
          Subscribers: z.array(
            z.object({ Address: z.literal('operator@jamak.example'), SubscriptionType: z.literal('EMAIL') }),
          ),
        }),
      ),
    })
    const { Budget, NotificationsWithSubscribers } = mailed.parse(budget?.Properties)
    expect(Budget.BudgetLimit.Amount).toBe(300)
    const notices = NotificationsWithSubscribers.map(({ Notification: { NotificationType, Threshold } }) => [
      NotificationType,
      Threshold,
    ])
    expect(notices).toEqual([
      ['ACTUAL', 50],
      ['ACTUAL', 80],
      ['ACTUAL', 100],
      ['FORECASTED', 100],
    ])
  })
})
