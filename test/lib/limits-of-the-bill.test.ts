import { Stack } from 'aws-cdk-lib'
import { Template } from 'aws-cdk-lib/assertions'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { STANDING } from '../../bin/cost/usage.ts'
import { ORIGIN_HEADER } from '../../lambdas/contract/routes/route.ts'
import { sampleApp } from '../support/synthesized.ts'
import { resourcesOf } from './resources.ts'

const plain = Template.fromStack(sampleApp().site)

describe('the API’s rate limits', () => {
  const [stage] = resourcesOf(plain, 'AWS::ApiGatewayV2::Stage')
  const settings = z
    .record(z.string(), z.object({ ThrottlingRateLimit: z.number(), ThrottlingBurstLimit: z.number() }))
    .parse(stage?.Properties.RouteSettings)

  it('reserve a share for payment confirmations and Toss’s webhooks', () => {
    const own = Object.keys(settings).filter(route => route.startsWith('POST'))
    expect(own.sort()).toEqual(['POST /api/payments/confirm', 'POST /api/payments/webhook'])
  })

  it('allow only a few anonymous price requests per second', () => {
    expect(settings['GET /api/price/youtube/{id}']).toEqual({ ThrottlingRateLimit: 5, ThrottlingBurstLimit: 10 })
  })

  it('name only routes that exist before the stage, because API Gateway refuses unknown ones', () => {
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

  it('limits the requests of one address to the site and of one user at one address to the API, in the region of CloudFront’s firewalls', () => {
    expect(found.region).toBe('us-east-1')
    const [acl] = resourcesOf(firewall, 'AWS::WAFv2::WebACL')
    expect(acl?.Properties).toMatchObject({ Scope: 'CLOUDFRONT', DefaultAction: { Allow: {} } })
    const { Rules } = z.object({ Rules: z.array(z.unknown()) }).parse(acl?.Properties)
    expect(Rules).toHaveLength(STANDING.wafRules)
    expect(Rules).toMatchObject([
      {
        Statement: {
          RateBasedStatement: {
            Limit: 600,
            AggregateKeyType: 'CUSTOM_KEYS',
            CustomKeys: [{ IP: {} }, { Header: { Name: 'authorization' } }],
          },
        },
      },
      { Statement: { RateBasedStatement: { Limit: 3000, AggregateKeyType: 'IP' } } },
    ])
  })

  it('refuses with 429, the seconds to wait and a sentence in Korean, so that the page tries again', () => {
    const [acl] = resourcesOf(firewall, 'AWS::WAFv2::WebACL')
    const { Rules, CustomResponseBodies } = z
      .object({ Rules: z.array(z.unknown()), CustomResponseBodies: z.unknown() })
      .parse(acl?.Properties)
    const refusal = { ResponseCode: 429, ResponseHeaders: [{ Name: 'Retry-After', Value: '300' }] }
    for (const rule of Rules) expect(rule).toMatchObject({ Action: { Block: { CustomResponse: refusal } } })
    expect(JSON.stringify(CustomResponseBodies)).toContain('요청이 너무 많아요')
  })

  it('does not count assets, of which each visitor of an office loads dozens', () => {
    const [acl] = resourcesOf(firewall, 'AWS::WAFv2::WebACL')
    const { Rules } = z.object({ Rules: z.array(z.unknown()) }).parse(acl?.Properties)
    const assets = { SearchString: '/assets/', PositionalConstraint: 'STARTS_WITH', FieldToMatch: { UriPath: {} } }
    expect(Rules[1]).toMatchObject({
      Statement: {
        RateBasedStatement: {
          ScopeDownStatement: { NotStatement: { Statement: { ByteMatchStatement: assets } } },
        },
      },
    })
  })

  it('protects the distribution, which sends the API a secret', () => {
    const [distribution] = resourcesOf(template, 'AWS::CloudFront::Distribution')
    const text = JSON.stringify(distribution?.Properties)
    expect(text).toContain('WebACLId')
    expect(text).toContain(`"HeaderName":"${ORIGIN_HEADER}"`)
    expect(text).toContain('{{resolve:secretsmanager:jamak/origin:SecretString:value::}}')
  })

  it('makes every function behind the API require that secret', () => {
    const asking = resourcesOf(template, 'AWS::Lambda::Function').filter(({ Properties }) =>
      JSON.stringify(Properties.Environment ?? {}).includes('"ORIGIN_SECRET":"jamak/origin"'),
    )
    expect(asking).toHaveLength(5)
  })
})

describe('BUDGET_USD', () => {
  it('emails the operator at 50, 80 and 100 % of the budget, and when 100 % is forecast', () => {
    const [budget] = resourcesOf(Template.fromStack(sampleApp({ BUDGET_USD: '300' }).site), 'AWS::Budgets::Budget')
    const emailed = z.object({
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
    const { Budget, NotificationsWithSubscribers } = emailed.parse(budget?.Properties)
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
