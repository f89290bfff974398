import { Template } from 'aws-cdk-lib/assertions'
import { beforeAll, describe, expect, expectTypeOf, it } from 'vitest'
import * as z from 'zod'
import { FUNCTION_TIMED_OUT, THROTTLED_ERRORS } from '../../lambdas/contract/retried-errors.ts'
import { BUSINESS_ERRORS, STATES, STEPS, type StepName } from '../../lambdas/contract/workflow.ts'
import type { PlacedSteps } from '../../lib/workflow-definition.ts'
import { fullApp } from '../support/synthesized.ts'

const plainState = z.looseObject({
  Type: z.string(),
  Next: z.string().optional(),
  Catch: z.array(z.object({ ErrorEquals: z.array(z.string()), Next: z.string() })).optional(),
  Retry: z.array(z.looseObject({ ErrorEquals: z.array(z.string()) })).optional(),
})
const state = plainState.extend({
  ItemProcessor: z.object({ States: z.record(z.string(), plainState) }).optional(),
})
const machine = z.object({ StartAt: z.string(), TimeoutSeconds: z.number(), States: z.record(z.string(), state) })

/** The states that call a function, including those within a map. */
function tasksOf({ States }: z.infer<typeof machine>) {
  const inside = Object.values(States).flatMap(({ ItemProcessor }) => Object.entries(ItemProcessor?.States ?? {}))
  return [...Object.entries(States), ...inside].filter(([, { Type }]) => Type === 'Task')
}

it('a step of STEPS without a state in the machine is a type error', () => {
  expectTypeOf<PlacedSteps>().toExtend<Record<StepName, unknown>>()
  expectTypeOf<Omit<PlacedSteps, 'settle'>>().not.toExtend<PlacedSteps>()
  expectTypeOf<PlacedSteps>().not.toExtend<Record<StepName | 'oneMore', unknown>>()
})

describe('the workflow', () => {
  let template: Template
  let video: z.infer<typeof machine>

  beforeAll(() => {
    template = Template.fromStack(fullApp().site)
    const machines = Object.entries(template.findResources('AWS::StepFunctions::StateMachine'))
    const found = machines.find(([id]) => id.includes('Video'))?.[1]
    const parts = z
      .object({
        Properties: z.object({
          DefinitionString: z.object({ 'Fn::Join': z.tuple([z.string(), z.array(z.unknown())]) }),
        }),
      })
      .parse(found).Properties.DefinitionString['Fn::Join'][1]
    video = machine.parse(JSON.parse(parts.map(part => (typeof part === 'string' ? part : 'arn')).join('')))
  })

  it('every failing step leads to the refund, except the emails, the brief and the check of the meaning', () => {
    const withoutRefund: string[] = [
      ...[STATES.writeBrief, STATES.checkMeaning],
      ...[STATES.sendReceivedEmail, STATES.sendDoneEmail],
    ]
    const afterRefund: string[] = [STATES.refund, STATES.sendFailedEmail]
    const steps = Object.entries(video.States).filter(([, { Type }]) => Type === 'Task' || Type === 'Map')
    const refunded = steps.filter(([name]) => ![...withoutRefund, ...afterRefund].includes(name))
    expect(refunded.length).toBeGreaterThanOrEqual(7)
    const again = { ErrorEquals: ['States.Timeout'], Next: STATES.checkTranscription }
    for (const [name, { Catch }] of refunded) {
      const first = name === STATES.checkTranscription ? [again] : []
      expect(Catch, name).toEqual([...first, { ErrorEquals: ['States.ALL'], Next: STATES.refund }])
    }
  })

  it('the refund is followed by the email and then by failure', () => {
    expect(video.States[STATES.refund]?.Next).toBe(STATES.sendFailedEmail)
    expect(video.States[STATES.sendFailedEmail]?.Next).toBe(STATES.failed)
  })

  it('an error while sending an email never fails a video', () => {
    for (const name of [STATES.sendReceivedEmail, STATES.sendDoneEmail, STATES.sendFailedEmail]) {
      const email = video.States[name]
      expect(
        email?.Catch?.map(({ Next }) => Next),
        name,
      ).toEqual([email?.Next])
    }
  })

  it('an error in the brief never fails a video: translation continues without it', () => {
    const step = video.States[STATES.writeBrief]
    expect(video.States[STATES.readTranscript]?.Next).toBe(STATES.writeBrief)
    expect(step?.Next).toBe(STATES.translate)
    expect(step?.Catch).toEqual([{ ErrorEquals: ['States.ALL'], Next: STATES.translate }])
  })

  it('an error in the check of the meaning never fails a video: the subtitle is written without it', () => {
    const step = video.States[STATES.checkMeaning]
    expect(video.States[STATES.translate]?.Next).toBe(STATES.checkMeaning)
    expect(step?.Next).toBe(STATES.writeSubtitle)
    expect(step?.Catch).toEqual([{ ErrorEquals: ['States.ALL'], Next: STATES.writeSubtitle }])
  })

  it('nothing after delivery reaches the refund', () => {
    expect(video.States[STATES.writeSubtitle]?.Next).toBe(STATES.sendDoneEmail)
    expect(video.States[STATES.sendDoneEmail]?.Next).toBe(STATES.done)
  })

  it('business errors are not retried', () => {
    for (const [name, { Retry }] of Object.entries(video.States)) {
      if (name === STATES.refund) continue
      const retried: string[] = Retry?.flatMap(({ ErrorEquals }) => ErrorEquals) ?? []
      expect(retried).not.toContain('States.ALL')
      for (const business of BUSINESS_ERRORS) expect(retried).not.toContain(business)
    }
  })

  it('every step is retried for 16 minutes when Lambda or an engine is throttled, and for seconds after other transient errors', () => {
    const invoking = tasksOf(video)
    expect(invoking).toHaveLength(Object.values(STEPS).filter(step => 'lambda' in step).length)
    for (const [name, { Retry }] of invoking) {
      expect(Retry?.[0], name).toMatchObject({
        ErrorEquals: THROTTLED_ERRORS,
        IntervalSeconds: 2,
        BackoffRate: 2,
        MaxAttempts: 20,
        MaxDelaySeconds: 60,
      })
      const others = Retry?.slice(1).flatMap(({ ErrorEquals }) => ErrorEquals) ?? []
      for (const error of THROTTLED_ERRORS) expect(others).not.toContain(error)
      // Not retried: Transcribe takes over at once what our recognizer could not transcribe.
      if (name !== STATES.hearSound) expect(others.length).toBeGreaterThan(0)
    }
  })

  it('a step whose function exceeded its time limit is run once more', () => {
    const tasks = tasksOf(video).filter(([name]) => name !== STATES.refund && name !== STATES.hearSound)
    for (const [name, { Retry = [] }] of tasks) {
      const own = Retry.filter(({ ErrorEquals }) => ErrorEquals.includes(FUNCTION_TIMED_OUT))
      expect(own, name).toMatchObject([{ ErrorEquals: [FUNCTION_TIMED_OUT], MaxAttempts: 1 }])
    }
  })

  it('an execution that failed, timed out or was aborted starts the closing machine', () => {
    template.hasResourceProperties('AWS::Events::Rule', {
      EventPattern: {
        source: ['aws.states'],
        'detail-type': ['Step Functions Execution Status Change'],
        detail: { status: ['FAILED', 'TIMED_OUT', 'ABORTED'] },
      },
    })
  })
})
