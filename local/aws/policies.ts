import * as z from 'zod'
import type { Assembly, Resource } from '../template/index.ts'
import type { Resolver } from '../template/resolve.ts'
import { type Statement, statementSchema } from './permissions.ts'

const document = z.object({ Statement: z.array(z.unknown()) })
const roleOf = z.object({ Role: z.string().optional(), RoleArn: z.string().optional() })
const attached = z.object({ PolicyDocument: document, Roles: z.array(z.string()).default([]) })
const roleSchema = z.object({
  Policies: z.array(z.object({ PolicyDocument: document })).default([]),
  ManagedPolicyArns: z.array(z.string()).default([]),
})

/** AWS's own policies that allow nothing but what a function does without calling anybody (logs, traces). */
const HARMLESS = /\/(AWSLambdaBasicExecutionRole|AWSXRayDaemonWriteAccess|AWSXrayWriteOnlyAccess)$/

/** Every statement of the role that a resource (or the role itself) works under, by its logical id. */
export function createPolicies(assembly: Assembly, resolver: Resolver) {
  const roles = assembly.ofType('AWS::IAM::Role')
  const policies = assembly.ofType('AWS::IAM::Policy', 'AWS::IAM::ManagedPolicy').map(resource => {
    return { ref: resolver.ref(resource), ...resolver.read(resource, attached) }
  })

  function roleBehind(logicalId: string): Resource | undefined {
    const owner = assembly.resources.find(one => one.logicalId === logicalId)
    if (!owner) return undefined
    if (owner.type === 'AWS::IAM::Role') return owner
    const { Role, RoleArn } = resolver.read(owner, roleOf)
    return roleByArn(Role ?? RoleArn ?? '')
  }

  const roleByArn = (arn: string) => roles.find(role => resolver.attribute(role, 'Arn') === arn)

  function statementsOf(logicalId: string): Statement[] {
    const role = roleBehind(logicalId)
    if (!role) return []
    const { Policies, ManagedPolicyArns } = resolver.read(role, roleSchema)
    const managed = ManagedPolicyArns.filter(arn => !HARMLESS.test(arn))
    const name = resolver.ref(role)
    const documents = [
      ...Policies.map(policy => policy.PolicyDocument),
      ...policies
        .filter(({ ref, Roles }) => Roles.includes(name) || managed.includes(ref))
        .map(({ PolicyDocument }) => PolicyDocument),
    ]
    const unknown = managed.find(arn => !policies.some(({ ref }) => ref === arn))
    if (unknown) throw new Error(`${role.stack}/${role.logicalId}: the managed policy ${unknown} is not known here.`)
    return documents.flatMap(({ Statement }) => Statement.map(statement => statementSchema.parse(statement)))
  }

  return { statementsOf, roleByArn }
}
