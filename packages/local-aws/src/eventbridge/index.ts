import { randomUUID } from 'node:crypto'
import { type Assembly, byLogicalId } from '../template/index.ts'
import { LOCAL_ACCOUNT, type Resolver } from '../template/resolve.ts'
import { type Rule, type RuleTarget, readRules } from './rules.ts'

/** An event as its source sends it. The bus adds id, time, account and region. */
export interface EventEntry {
  source: string
  'detail-type': string
  detail: unknown
  resources?: string[]
  /** ISO 8601. */
  time?: string
}

/** Delivers an event to a target and logs failures itself. Never throws. */
export type Deliver = (target: RuleTarget, event: unknown) => Promise<void>

/** EventBridge: receives events and delivers them to the targets of matching rules. */
export interface EventBus {
  put(entry: EventEntry): void
  /** Connects the bus to its targets. Events put before this call are lost. */
  deliverTo(deliver: Deliver): void
  /** Runs a scheduled rule now. `name` is a prefix of its logical id, or its physical name. */
  runRule(name: string): Promise<void>
  /** Enables or disables a rule, as EnableRule and DisableRule do. */
  setEnabled(name: string, enabled: boolean): void
  stop(): void
}

interface EventBusOptions {
  assembly: Assembly
  resolver: Resolver
  /** Milliseconds. */
  now: () => number
  /** Whether scheduled rules run by the clock. */
  schedules: boolean
}

/** A bus with the rules of the template. */
export function createEventBus({ assembly, resolver, now, schedules }: EventBusOptions): EventBus {
  const rules = readRules(assembly, resolver)
  const disabled = new Set(rules.filter(rule => !rule.isEnabled))
  let send: Deliver = async () => {}

  const ruleNamed = (name: string): Rule => {
    const rule = rules.find(one => one.name === name) ?? byLogicalId(rules, one => one.logicalId, name)
    if (!rule) throw new Error(`No rule is named ${name}; the rules are ${rules.map(one => one.logicalId).join(', ')}.`)
    return rule
  }

  const complete = (entry: EventEntry, region: string) => ({
    version: '0',
    id: randomUUID(),
    account: LOCAL_ACCOUNT,
    region,
    resources: [],
    ...entry,
    time: entry.time ?? new Date(now()).toISOString().replace(/\.\d+Z$/, 'Z'),
  })

  const run = async (rule: Rule, event: unknown): Promise<void> => {
    await Promise.all(rule.targets.map(target => send(target, event)))
  }
  const runScheduled = (rule: Rule) => {
    const entry = { source: 'aws.events', 'detail-type': 'Scheduled Event', detail: {}, resources: [rule.arn] }
    return run(rule, complete(entry, rule.region))
  }

  const timers = rules.flatMap(rule => {
    if (!schedules || rule.intervalMs === undefined) return []
    const tick = () => (disabled.has(rule) ? undefined : void runScheduled(rule))
    return [setInterval(tick, rule.intervalMs).unref()]
  })

  return {
    put(entry) {
      for (const rule of rules) {
        const event = complete(entry, rule.region)
        if (!disabled.has(rule) && rule.matches(event)) void run(rule, event)
      }
    },
    deliverTo(deliver) {
      send = deliver
    },
    runRule: async name => runScheduled(ruleNamed(name)),
    setEnabled(name, enabled) {
      if (enabled) disabled.delete(ruleNamed(name))
      else disabled.add(ruleNamed(name))
    },
    stop() {
      for (const timer of timers) clearInterval(timer)
    },
  }
}
