import { randomUUID } from 'node:crypto'
import * as z from 'zod'
import { LOCAL_ACCOUNT } from '../aws/service.ts'
import { type Assembly, byLogicalId, type Resource } from '../template/index.ts'
import type { Resolver } from '../template/resolve.ts'
import { inputFor, type TargetInput, targetInput } from './input.ts'
import { compilePattern } from './pattern.ts'
import { nextRun } from './schedule.ts'

/** An event as its source raises it; the bus adds id, time, account and region. */
export interface EventEntry {
  source: string
  'detail-type': string
  detail: unknown
  resources?: string[]
  /** ISO. */
  time?: string
}

export interface EventBus {
  put(entry: EventEntry): void
  /** Runs a scheduled rule now; named by its logical id (or the start of it) or its physical name. */
  runRule(name: string): Promise<void>
  /** Switches a rule off or on again, as EventBridge's DisableRule and EnableRule do. */
  setEnabled(name: string, enabled: boolean): void
  stop(): void
}

export interface EventBusOptions {
  assembly: Assembly
  resolver: Resolver
  now: () => number
  /** Hands an input to a target (a function or a state machine). Retries are the target's business. */
  deliver(target: { arn: string; roleArn: string | undefined }, input: unknown): Promise<void>
  /** Whether the scheduled rules run by the clock. */
  schedules: boolean
}

const ruleSchema = z.object({
  EventPattern: z.unknown().optional(),
  ScheduleExpression: z.string().optional(),
  State: z.string().default('ENABLED'),
  Targets: z.array(targetInput.extend({ Arn: z.string(), RoleArn: z.string().optional() })).default([]),
})
const scheduleSchema = z.object({
  ScheduleExpression: z.string(),
  State: z.string().default('ENABLED'),
  Target: z.object({ Arn: z.string(), RoleArn: z.string().optional(), Input: z.string().optional() }),
})

interface Rule {
  resource: Resource
  name: string
  region: string
  matches: ((event: unknown) => boolean) | undefined
  schedule: string | undefined
  targets: (TargetInput & { Arn: string; RoleArn?: string | undefined })[]
}

/** EventBridge: the rules of the template, its schedules, and their targets. */
export function createEventBus(options: EventBusOptions): EventBus {
  const rules = rulesOf(options.assembly, options.resolver)
  const timers = new Map<Rule, NodeJS.Timeout>()
  const disabled = new Set<Rule>()

  const ruleNamed = (name: string): Rule => {
    const rule = rules.find(one => one.name === name) ?? byLogicalId(rules, one => one.resource.logicalId, name)
    if (!rule) throw new Error(`No rule is named ${name}; there are ${rules.map(one => one.resource.logicalId)}.`)
    return rule
  }

  const deliver = async (rule: Rule, event: unknown): Promise<void> => {
    const sent = rule.targets.map(target =>
      options.deliver({ arn: target.Arn, roleArn: target.RoleArn }, inputFor(target, event)),
    )
    await Promise.all(sent)
  }

  const complete = (entry: EventEntry, region: string) => ({
    version: '0',
    id: randomUUID(),
    account: LOCAL_ACCOUNT,
    region,
    resources: [],
    ...entry,
    time: entry.time ?? new Date(options.now()).toISOString().replace(/\.\d+Z$/, 'Z'),
  })

  const runScheduled = (rule: Rule) => {
    const resources = [options.resolver.attribute(rule.resource, 'Arn')]
    const entry = { source: 'aws.events', 'detail-type': 'Scheduled Event', detail: {}, resources }
    return deliver(rule, complete(entry, rule.region))
  }

  const plan = (rule: Rule, schedule: string) => {
    const due = nextRun(schedule, options.now())
    // setTimeout takes 31 bits of milliseconds at most.
    const wait = Math.min(due - options.now(), 2 ** 31 - 1)
    const timer = setTimeout(() => {
      if (options.now() >= due && !disabled.has(rule)) void runScheduled(rule)
      plan(rule, schedule)
    }, wait)
    timers.set(rule, timer.unref())
  }
  if (options.schedules) for (const rule of rules) if (rule.schedule) plan(rule, rule.schedule)

  return {
    put(entry) {
      for (const rule of rules) {
        const event = complete(entry, rule.region)
        if (!disabled.has(rule) && rule.matches?.(event)) void deliver(rule, event)
      }
    },
    async runRule(name) {
      await runScheduled(ruleNamed(name))
    },
    setEnabled(name, enabled) {
      if (enabled) disabled.delete(ruleNamed(name))
      else disabled.add(ruleNamed(name))
    },
    stop() {
      for (const timer of timers.values()) clearTimeout(timer)
    },
  }
}

function rulesOf(assembly: Assembly, resolver: Resolver): Rule[] {
  const common = (resource: Resource) => ({
    resource,
    name: resolver.ref(resource),
    region: resolver.region(resource.stack),
  })
  const rules = assembly.ofType('AWS::Events::Rule').map(resource => {
    const { EventPattern, ScheduleExpression, State, Targets } = resolver.read(resource, ruleSchema)
    const matches = EventPattern === undefined ? undefined : compilePattern(EventPattern)
    return { ...common(resource), matches, schedule: ScheduleExpression, targets: Targets, State }
  })
  const schedules = assembly.ofType('AWS::Scheduler::Schedule').map(resource => {
    const { ScheduleExpression, State, Target } = resolver.read(resource, scheduleSchema)
    return { ...common(resource), matches: undefined, schedule: ScheduleExpression, targets: [Target], State }
  })
  return [...rules, ...schedules].filter(rule => rule.State !== 'DISABLED')
}
