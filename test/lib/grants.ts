import type { Template } from 'aws-cdk-lib/assertions'
import * as z from 'zod'

const oneOrMore = z.union([z.string(), z.array(z.string())]).transform(value => [value].flat())
const statement = z.looseObject({ Effect: z.literal('Allow'), Action: oneOrMore, Resource: z.unknown() })
const policy = z.object({
  Properties: z.object({
    PolicyDocument: z.object({ Statement: z.array(statement) }),
    Roles: z.array(z.object({ Ref: z.string() })),
  }),
})
const lambda = z.object({
  Properties: z.looseObject({
    Description: z.string().optional(),
    Role: z.object({ 'Fn::GetAtt': z.tuple([z.string(), z.literal('Arn')]) }),
  }),
})

export interface Grant {
  /** Module and name of the function: `payment/reconcile`. */
  who: string
  action: string
  /** As text that contains the logical ids. */
  resource: string
  condition: string
}

/** Every permission of our functions: one action on one resource each. */
export function grantsOf(template: Template): Grant[] {
  const nameOfRole = new Map<string, string>()
  for (const found of Object.values(template.findResources('AWS::Lambda::Function'))) {
    const { Description = '', Role } = lambda.parse(found).Properties
    const [, name] = /^lambdas\/(.+)\.handler\.ts$/.exec(Description) ?? []
    if (name) nameOfRole.set(Role['Fn::GetAtt'][0], name)
  }
  return Object.values(template.findResources('AWS::IAM::Policy')).flatMap(found => {
    const { PolicyDocument, Roles } = policy.parse(found).Properties
    return Roles.flatMap(({ Ref }) => {
      const who = nameOfRole.get(Ref)
      return who === undefined ? [] : PolicyDocument.Statement.flatMap(each => grantsOfStatement(who, each))
    })
  })
}

function grantsOfStatement(who: string, { Action, Resource, Condition }: z.output<typeof statement>): Grant[] {
  const resources = (Array.isArray(Resource) ? Resource : [Resource]).map(textOf)
  return Action.flatMap(action =>
    resources.map(resource => ({ who, action, resource, condition: Condition ? textOf(Condition) : '' })),
  )
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}
