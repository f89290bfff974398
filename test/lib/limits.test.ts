import { Template } from 'aws-cdk-lib/assertions'
import { beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod'
import { sampleApp } from '../support/synthesized.ts'
import { longestLength, resourcesOf } from './resources.ts'

/** As many terms as a glossary may have: 2 KB. */
const GLOSSARY = JSON.stringify({ term: '가'.repeat(679) })

describe('the application stays within AWS’s limits:', () => {
  let data: Template
  let site: Template
  let app: ReturnType<typeof sampleApp>

  beforeAll(() => {
    app = sampleApp({ GLOSSARY })
    data = Template.fromStack(app.data)
    site = Template.fromStack(app.site)
  })

  it('at most 500 resources per stack and 1 MB per template', () => {
    for (const template of [data, site]) {
      const { Resources } = z.object({ Resources: z.record(z.string(), z.unknown()) }).parse(template.toJSON())
      expect(Object.keys(Resources).length).toBeLessThan(400)
      expect(JSON.stringify(template.toJSON()).length).toBeLessThan(500_000)
    }
  })

  it('at most 10,240 characters of policies per role', () => {
    const perRole = new Map<string, number>()
    for (const { Properties } of resourcesOf(site, 'AWS::IAM::Policy')) {
      const { Roles } = z.object({ Roles: z.array(z.object({ Ref: z.string() })) }).parse(Properties)
      for (const { Ref } of Roles) perRole.set(Ref, (perRole.get(Ref) ?? 0) + longestLength(Properties.PolicyDocument))
    }
    expect(Math.max(...perRole.values())).toBeLessThan(10_240)
  })

  it('at most 4 KB of variables per function, even with the largest glossary', () => {
    const environment = z.object({ Variables: z.record(z.string(), z.unknown()).default({}) })
    for (const { id, Properties } of resourcesOf(site, 'AWS::Lambda::Function')) {
      const { Variables } = environment.parse(Properties.Environment ?? {})
      const sizes = Object.entries(Variables).map(
        ([name, value]) => name.length + (typeof value === 'string' ? Buffer.byteLength(value) : longestLength(value)),
      )
      const sum = sizes.reduce((total, size) => total + size, 0)
      expect(sum, id).toBeLessThan(4096)
    }
  })

  it('at most 20 KB of resource policy per function', () => {
    const perFunction = new Map<string, number>()
    for (const { Properties } of resourcesOf(site, 'AWS::Lambda::Permission')) {
      const name = JSON.stringify(Properties.FunctionName)
      perFunction.set(name, (perFunction.get(name) ?? 0) + longestLength(Properties) + 200)
    }
    expect(Math.max(...perFunction.values())).toBeLessThan(20_000)
  })

  it('a call of the API ends before CloudFront and API Gateway time out', () => {
    const functions = resourcesOf(site, 'AWS::Lambda::Function').filter(({ id }) =>
      /^Api(Account|Submission|Archive|Payment)/.test(id),
    )
    expect(functions.map(({ Properties }) => Properties.Timeout)).toEqual([29, 29, 29, 29])
    const [distribution] = resourcesOf(site, 'AWS::CloudFront::Distribution')
    expect(JSON.stringify(distribution?.Properties)).toContain('"OriginReadTimeout":30')
  })

  it('at most 15 minutes per function call', () => {
    const seconds = resourcesOf(site, 'AWS::Lambda::Function').map(({ Properties }) => Number(Properties.Timeout ?? 3))
    expect(Math.max(...seconds)).toBeLessThanOrEqual(900)
  })
})

describe('the order of the stacks', () => {
  const { data, site } = sampleApp()
  const [dataTemplate, siteTemplate] = [Template.fromStack(data), Template.fromStack(site)]

  it('the data stack depends on nothing', () => {
    expect(data.dependencies).toEqual([])
    expect(JSON.stringify(dataTemplate.toJSON())).not.toContain('Fn::ImportValue')
  })

  it('the page’s client is created after the providers that it names', () => {
    expect(site.dependencies).toEqual([data])
    const providers = resourcesOf(siteTemplate, 'AWS::Cognito::UserPoolIdentityProvider')
    const [client] = resourcesOf(siteTemplate, 'AWS::Cognito::UserPoolClient')
    expect(providers).toHaveLength(2)
    expect(client?.DependsOn).toEqual(expect.arrayContaining(providers.map(({ id }) => id)))
  })

  it('one stack imports only names and ARNs from the other, never lists', () => {
    const { Outputs } = z
      .object({ Outputs: z.record(z.string(), z.object({ Value: z.record(z.string(), z.unknown()) })) })
      .parse(dataTemplate.toJSON())
    for (const [name, { Value }] of Object.entries(Outputs))
      expect(['Ref', 'Fn::GetAtt'], name).toContain(Object.keys(Value)[0])
  })

  it('the data stack contains none of CDK’s own functions', () => {
    expect(resourcesOf(dataTemplate, 'AWS::Lambda::Function')).toEqual([])
  })
})
