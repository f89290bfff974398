import * as z from 'zod'
import type { Access } from './service.ts'

const oneOrMore = z
  .union([z.string(), z.array(z.string())])
  .transform(value => (Array.isArray(value) ? value : [value]))
const conditionOperators = z.strictObject({
  StringEquals: z.record(z.string(), oneOrMore).optional(),
  StringLike: z.record(z.string(), oneOrMore).optional(),
})

/**
 * A resolved statement of an IAM policy. NotAction, NotResource and condition operators that are not evaluated here
 * are refused: a check that looks away is worse than none.
 */
export const statementSchema = z.strictObject({
  Sid: z.string().optional(),
  Effect: z.enum(['Allow', 'Deny']),
  Action: oneOrMore,
  Resource: oneOrMore,
  Condition: conditionOperators.optional(),
})

/** A statement as a template states it, its references resolved. */
export type Statement = z.input<typeof statementSchema>

/** The roles' permissions. */
export interface Permissions {
  /** Whether the caller's role allows the access; an explicit Deny wins. Throws on a statement it cannot evaluate. */
  isAllowed(caller: string, access: Access): boolean
}

interface Rule {
  isDeny: boolean
  matches(access: Access): boolean
}

/** Checks calls against the policies of the caller's role, as IAM evaluates identity-based policies. */
export function createPermissions(policiesOf: (functionLogicalId: string) => Statement[]): Permissions {
  const rulesOf = new Map<string, Rule[]>()
  return {
    isAllowed(caller, access) {
      const rules = rulesOf.get(caller) ?? policiesOf(caller).map(statement => ruleOf(caller, statement))
      rulesOf.set(caller, rules)
      const matching = rules.filter(rule => rule.matches(access))
      return matching.length > 0 && !matching.some(rule => rule.isDeny)
    },
  }
}

function ruleOf(caller: string, input: Statement): Rule {
  const parsed = statementSchema.safeParse(input)
  if (!parsed.success)
    throw new Error(
      `The role of ${caller} has a policy statement that is not evaluated here: ${z.prettifyError(parsed.error)}`,
    )
  const statement = parsed.data
  const actions = statement.Action.map(action => wildcard(action, 'i'))
  const resources = statement.Resource.map(resource => wildcard(resource))
  const conditions = conditionsOf(statement.Condition)
  return {
    isDeny: statement.Effect === 'Deny',
    matches: access =>
      actions.some(action => action.test(access.action)) &&
      resources.some(resource => resource.test(access.resource)) &&
      conditions.every(holds => holds(access.context ?? {})),
  }
}

type Condition = (context: Record<string, string>) => boolean

/** Every operator and key must hold; of the values of a key one suffices. A key the request lacks does not match. */
function conditionsOf(condition: z.output<typeof conditionOperators> | undefined): Condition[] {
  const entries = [
    ...Object.entries(condition?.StringEquals ?? {}).map(([key, values]) => ({ key, values, pattern: literal })),
    ...Object.entries(condition?.StringLike ?? {}).map(([key, values]) => ({ key, values, pattern: wildcard })),
  ]
  return entries.map(({ key, values, pattern }) => {
    const patterns = values.map(value => pattern(value))
    return context => {
      const [, value] = Object.entries(context).find(([name]) => name.toLowerCase() === key.toLowerCase()) ?? []
      return value !== undefined && patterns.some(one => one.test(value))
    }
  })
}

const escaped = (text: string): string => text.replace(/[\\^$+.()|[\]{}*?]/g, '\\$&')
const literal = (text: string): RegExp => new RegExp(`^${escaped(text)}$`, 's')

/** IAM's wildcards: `*` any characters, `?` exactly one. */
function wildcard(pattern: string, flags = ''): RegExp {
  return new RegExp(`^${escaped(pattern).replaceAll('\\*', '.*').replaceAll('\\?', '.')}$`, `s${flags}`)
}
