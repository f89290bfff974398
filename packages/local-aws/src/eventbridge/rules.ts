import * as z from 'zod'
import { LocalError } from '../machine/terminal.ts'
import type { Assembly, Resource } from '../template/index.ts'
import type { Resolver } from '../template/resolve.ts'

/** A rule uses an unsupported filter, schedule or target. */
export class UnknownRuleError extends LocalError {
  constructor(message: string, cause?: unknown) {
    super('RULE_UNKNOWN', message, { cause })
  }
}

/** A rule of EventBridge. */
export interface Rule {
  logicalId: string
  name: string
  arn: string
  region: string
  isEnabled: boolean
  /** Whether the rule matches an event; a scheduled rule matches none. */
  matches(event: unknown): boolean
  /** Milliseconds between the runs of a scheduled rule. */
  intervalMs: number | undefined
  targets: RuleTarget[]
}

export interface RuleTarget {
  arn: string
  /** Role with which the event is delivered; a function needs none. */
  roleArn: string | undefined
}

const ruleSchema = z.object({
  EventPattern: z.unknown().optional(),
  ScheduleExpression: z.string().optional(),
  State: z.enum(['ENABLED', 'DISABLED']).default('ENABLED'),
  // A target with its own input, a dead-letter queue or a retry policy would behave differently here, so it is refused.
  Targets: z.array(z.strictObject({ Id: z.string(), Arn: z.string(), RoleArn: z.string().optional() })).default([]),
})

/** Reads the rules of the template. Throws on a rule that would behave differently on this machine. */
export function readRules(assembly: Assembly, resolver: Resolver): Rule[] {
  return assembly.ofType('AWS::Events::Rule').map((resource: Resource): Rule => {
    const { EventPattern, ScheduleExpression, State, Targets } = resolver.read(resource, ruleSchema)
    return {
      logicalId: resource.logicalId,
      name: resolver.ref(resource),
      arn: resolver.attribute(resource, 'Arn'),
      region: resolver.region(resource.stack),
      isEnabled: State === 'ENABLED',
      matches: EventPattern === undefined ? () => false : compilePattern(EventPattern),
      intervalMs: ScheduleExpression === undefined ? undefined : parseInterval(ScheduleExpression),
      targets: Targets.map(({ Arn, RoleArn }) => ({ arn: Arn, roleArn: RoleArn })),
    }
  })
}

/** The longest delay that Node's timers accept. */
const LONGEST_INTERVAL_MS = 2 ** 31 - 1
const UNIT_MS: Record<string, number> = { minute: 60_000, hour: 3_600_000, day: 86_400_000 }

/**
 * Parses `rate(5 minutes)` into milliseconds.
 * @throws UnknownRuleError for any other kind of schedule
 */
export function parseInterval(expression: string): number {
  const [, count, unit] = /^rate\(([1-9]\d*) (minute|hour|day)s?\)$/.exec(expression) ?? []
  const unitMs = UNIT_MS[unit ?? '']
  const interval = Number(count) * (unitMs ?? Number.NaN)
  if (!(interval <= LONGEST_INTERVAL_MS))
    throw new UnknownRuleError(`The schedule ${expression} is not supported. Supported is rate(...) up to 24 days.`)
  return interval
}

const record = z.record(z.string(), z.unknown())
const filters = z.array(z.union([z.string(), z.strictObject({ prefix: z.string() })]))
type Filter = z.infer<typeof filters>[number]

/**
 * Compiles an event pattern into a predicate. Supports exact strings and `prefix`.
 * @throws UnknownRuleError for any other filter
 */
export function compilePattern(pattern: unknown): (event: unknown) => boolean {
  const parts = Object.entries(record.parse(pattern)).map(([key, value]) => {
    const matches = Array.isArray(value) ? compileFilters(key, value) : compilePattern(value)
    return (event: unknown) => matches(record.safeParse(event).data?.[key])
  })
  return event => parts.every(matches => matches(event))
}

function compileFilters(key: string, list: unknown[]): (value: unknown) => boolean {
  const parsed = filters.safeParse(list)
  if (!parsed.success)
    throw new UnknownRuleError(
      `A filter of ${key} in ${JSON.stringify(list)} is not supported. Supported are strings and prefix.`,
      parsed.error,
    )
  // A list in the event matches if one of its items does.
  return value => [value].flat().some(item => parsed.data.some(filter => passes(filter, item)))
}

function passes(filter: Filter, value: unknown): boolean {
  if (typeof filter === 'string') return value === filter
  return typeof value === 'string' && value.startsWith(filter.prefix)
}
