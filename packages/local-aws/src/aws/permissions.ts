import * as z from 'zod'
import type { Assembly, Resource } from '../template/index.ts'
import type { Resolver } from '../template/resolve.ts'
import type { Access } from './service.ts'

const oneOrMore = z
  .union([z.string(), z.array(z.string())])
  .transform(value => (Array.isArray(value) ? value : [value]))

/**
 * A resolved statement of an IAM policy. NotAction, NotResource and condition operators other than StringEquals are
 * refused, because ignoring them would allow too much. Every condition key has one value here, so `ForAnyValue` means
 * the same as no set operator.
 */
const statementSchema = z.strictObject({
  Sid: z.string().optional(),
  Effect: z.enum(['Allow', 'Deny']),
  Action: oneOrMore,
  Resource: oneOrMore,
  Condition: z
    .strictObject({
      StringEquals: z.record(z.string(), oneOrMore).optional(),
      'ForAnyValue:StringEquals': z.record(z.string(), oneOrMore).optional(),
    })
    .optional(),
})

/** A statement before it is parsed, with its intrinsic functions resolved. */
export type Statement = z.input<typeof statementSchema>

/** Evaluates identity-based policies as IAM does. */
export interface Permissions {
  /** Whether the caller's role allows the access; an explicit Deny wins. */
  isAllowed(caller: string, access: Access): boolean
  /** Throws where `isAllowed` would, if the caller's role has a statement that cannot be evaluated here. */
  check(caller: string): void
}

interface Rule {
  isDeny: boolean
  matches(access: Access): boolean
}

/** Builds permissions from the statements of each caller, which are read once. */
export function createPermissions(statementsOf: (caller: string) => readonly unknown[]): Permissions {
  const read = new Map<string, Rule[]>()
  const readRules = (caller: string): Rule[] => {
    const rules = read.get(caller) ?? statementsOf(caller).map(statement => compileRule(caller, statement))
    read.set(caller, rules)
    return rules
  }
  return {
    isAllowed(caller, access) {
      const matching = readRules(caller).filter(rule => rule.matches(access))
      return matching.length > 0 && !matching.some(rule => rule.isDeny)
    },
    check: caller => void readRules(caller),
  }
}

function compileRule(caller: string, input: unknown): Rule {
  const parsed = statementSchema.safeParse(input)
  if (!parsed.success)
    throw new Error(
      `The role of ${caller} has a policy statement that is not supported: ${z.prettifyError(parsed.error)}`,
    )
  const { Effect, Action, Resource: resources, Condition } = parsed.data
  const actions = Action.map(action => wildcard(action, 'i'))
  const resourcePatterns = resources.map(resource => wildcard(resource))
  const conditions = [Condition?.StringEquals, Condition?.['ForAnyValue:StringEquals']].flatMap(one =>
    Object.entries(one ?? {}),
  )
  return {
    isDeny: Effect === 'Deny',
    matches: ({ action, resource, context = {} }) =>
      actions.some(pattern => pattern.test(action)) &&
      resourcePatterns.some(pattern => pattern.test(resource)) &&
      conditions.every(([key, values]) => isEqual(context, key, values)),
  }
}

/** Keys are compared case-insensitively. A key that the request lacks never matches. */
function isEqual(context: Record<string, string>, key: string, values: string[]): boolean {
  const value = Object.entries(context).find(([name]) => name.toLowerCase() === key.toLowerCase())?.[1]
  return value !== undefined && values.includes(value)
}

/** Compiles a pattern with the wildcards of IAM and CloudFront: `*` is any characters, `?` exactly one. */
export function wildcard(pattern: string, flags = ''): RegExp {
  const source = pattern.replace(/[*?]|[^*?]+/g, part =>
    part === '*' ? '.*' : part === '?' ? '.' : RegExp.escape(part),
  )
  return new RegExp(`^${source}$`, `s${flags}`)
}

const document = z.object({ Statement: z.array(z.unknown()) })
const ownerSchema = z.object({ Role: z.string().optional(), RoleArn: z.string().optional() })
const policySchema = z.object({ PolicyDocument: document, Roles: z.array(z.string()).default([]) })
const roleSchema = z.object({
  Policies: z.array(z.object({ PolicyDocument: document })).default([]),
  ManagedPolicyArns: z.array(z.string()).default([]),
})

/** Managed policies for logs and traces, which need no permission here. Any other managed policy is refused. */
const LOGS_AND_TRACES = /\/(AWSLambdaBasicExecutionRole|AWSXRayDaemonWriteAccess|AWSXrayWriteOnlyAccess)$/

/** The policies of the template's roles. */
export interface Policies {
  /** Every statement of a role, by the logical id of the role or of a resource that assumes it. */
  statementsOf(logicalId: string): unknown[]
  roleByArn(arn: string): Resource | undefined
}

/** Reads roles and the policies attached to them. */
export function createPolicies(assembly: Assembly, resolver: Resolver): Policies {
  const roles = assembly.ofType('AWS::IAM::Role')
  const policies = assembly.ofType('AWS::IAM::Policy').map(resource => resolver.read(resource, policySchema))

  const roleByArn = (arn: string) => roles.find(role => resolver.attribute(role, 'Arn') === arn)

  function roleBehind(logicalId: string): Resource | undefined {
    const owner = assembly.resources.find(one => one.logicalId === logicalId)
    if (!owner || owner.type === 'AWS::IAM::Role') return owner
    const { Role, RoleArn } = resolver.read(owner, ownerSchema)
    return roleByArn(Role ?? RoleArn ?? '')
  }

  function statementsOf(logicalId: string): unknown[] {
    const role = roleBehind(logicalId)
    if (!role) return []
    const { Policies: inline, ManagedPolicyArns } = resolver.read(role, roleSchema)
    const unknown = ManagedPolicyArns.find(arn => !LOGS_AND_TRACES.test(arn))
    if (unknown) throw new Error(`${role.stack}/${role.logicalId}: the managed policy ${unknown} is not supported.`)
    const name = resolver.ref(role)
    const attached = policies.filter(({ Roles }) => Roles.includes(name))
    return [...inline, ...attached].flatMap(({ PolicyDocument }) => PolicyDocument.Statement)
  }

  return { statementsOf, roleByArn }
}
