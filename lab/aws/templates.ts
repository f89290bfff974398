import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Stack } from 'aws-cdk-lib'
import { Template } from 'aws-cdk-lib/assertions'
import * as z from 'zod'
import { production } from '../../test/lib/production.ts'
import { sampleApp } from '../../test/support/synthesized.ts'

/** Settings of the templates that are checked: as in `.env.example`, and a production deployment with everything on. */
const DEPLOYMENTS: Record<string, Record<string, string>> = {
  development: {},
  production: {
    ...production,
    ...{
      FIREWALL: 'on',
      TRANSLATOR: 'bedrock',
      BEDROCK_MODEL_ID: 'anthropic.claude-x-v1:0',
      RESERVED_CONCURRENCY: '10',
    },
    ...{ DOMAIN_NAME: 'jamak.kr', AI_OPT_OUT: 'on' },
    CERTIFICATE_ARN: 'arn:aws:acm:us-east-1:111122223333:certificate/00000000-0000-0000-0000-000000000000',
  },
}

export interface CheckedTemplate {
  /** `production-JamakApp`. */
  name: string
  region: string
  template: unknown
}

/** The templates of all stacks, of both deployments. */
export function readTemplates(): CheckedTemplate[] {
  return Object.entries(DEPLOYMENTS).flatMap(([deployment, settings]) =>
    sampleApp(settings)
      .app.node.children.filter(Stack.isStack)
      .map(stack => ({
        name: `${deployment}-${stack.stackName}`,
        region: stack.region,
        template: Template.fromStack(stack).toJSON(),
      })),
  )
}

/** Writes a template to a folder and returns its path. */
export function writeTemplate(folder: string, { name, template }: CheckedTemplate): string {
  const path = join(folder, `${name}.json`)
  writeFileSync(path, JSON.stringify(template))
  return path
}

const resources = z.object({
  Resources: z.record(z.string(), z.object({ Type: z.string(), Properties: z.looseObject({}).default({}) })),
})
const described = z.object({ Description: z.string() })
const joined = z.object({ 'Fn::Join': z.tuple([z.string(), z.array(z.unknown())]) })
const attribute = z.object({ 'Fn::GetAtt': z.tuple([z.string(), z.literal('Arn')]) })

const ACCOUNT = '123456789012'

/**
 * The definitions of a template's state machines with every reference resolved, by logical id. As synthesized they are an
 * `Fn::Join`, which linters skip. A function is named by its handler: `source/settle`.
 */
export function resolveDefinitions({ region, template }: CheckedTemplate): Record<string, string> {
  const { Resources } = resources.parse(template)
  const part = (value: unknown): string => {
    if (typeof value === 'string') return value
    const [id] = attribute.safeParse(value).data?.['Fn::GetAtt'] ?? []
    if (id === undefined) return 'aws'
    const { Description } = described.parse(Resources[id]?.Properties)
    const name = Description.replace(/^lambdas\/|\.handler\.ts$/g, '').replaceAll('/', '-')
    return `arn:aws:lambda:${region}:${ACCOUNT}:function:${name}`
  }
  return Object.fromEntries(
    Object.entries(Resources)
      .filter(([, { Type }]) => Type === 'AWS::StepFunctions::StateMachine')
      .map(([id, { Properties }]) => {
        const [separator, parts] = joined.parse(Properties.DefinitionString)['Fn::Join']
        return [id, parts.map(part).join(separator)]
      }),
  )
}
