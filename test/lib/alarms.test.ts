import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Template } from 'aws-cdk-lib/assertions'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { STEP_ENTRIES } from '../../lambdas/contract/workflow.ts'
import { fullApp } from '../support/synthesized.ts'
import { resourcesOf } from './resources.ts'

const alarm = z.looseObject({
  AlarmDescription: z.string(),
  AlarmActions: z.array(z.object({ Ref: z.string() })),
  TreatMissingData: z.string(),
})

const site = Template.fromStack(fullApp().site)
/** By construct id: the logical id without scope and hash. */
const alarms = new Map(
  resourcesOf(site, 'AWS::CloudWatch::Alarm').map(({ id, Properties }) => [
    id.replace(/^Alarms/, '').replace(/[0-9A-F]{8}$/, ''),
    alarm.parse(Properties),
  ]),
)
const watched = (name: string) => JSON.stringify(alarms.get(name))

describe('every alarm', () => {
  const page = readFileSync(join(import.meta.dirname, '../../docs/operations.md'), 'utf8')
  const chapters = new Map(
    [...page.matchAll(/^### ([A-Z]\w+): (.+)\n([^#]*)/gm)].map(([, name = '', title = '', text = '']) => [
      name,
      { title, text },
    ]),
  )

  it('has a section in the operator’s guide, which has none for removed alarms', () => {
    expect([...chapters.keys()].sort()).toEqual([...alarms.keys()].sort())
  })

  it.each([...alarms.keys()])('%s is documented with its description, where to look and what to do', name => {
    const { title = '', text = '' } = chapters.get(name) ?? {}
    expect(title.toLowerCase()).toBe(alarms.get(name)?.AlarmDescription.toLowerCase())
    for (const part of ['**What happened.**', '**Look.**', '**Do.**']) expect(text).toContain(part)
  })

  it('is emailed to the operator', () => {
    const [topic] = resourcesOf(site, 'AWS::SNS::Topic')
    for (const { AlarmActions } of alarms.values()) expect(AlarmActions).toEqual([{ Ref: topic?.id }])
    site.hasResourceProperties('AWS::SNS::Subscription', {
      Protocol: 'email',
      Endpoint: 'operator@jamak.example',
      TopicArn: { Ref: topic?.id },
    })
  })

  it('may publish to the topic, whose policy replaces AWS’s default', () => {
    const [policy] = resourcesOf(site, 'AWS::SNS::TopicPolicy')
    expect(policy?.Properties.PolicyDocument).toMatchObject({
      Statement: expect.arrayContaining([
        expect.objectContaining({
          Effect: 'Allow',
          Action: 'sns:Publish',
          Principal: { Service: 'cloudwatch.amazonaws.com' },
        }),
      ]),
    })
  })
})

describe('the alarms watch', () => {
  const logsOf = (metric: string) =>
    resourcesOf(site, 'AWS::Logs::MetricFilter')
      .filter(({ Properties }) => JSON.stringify(Properties.MetricTransformations).includes(metric))
      .map(({ Properties }) => ({ group: JSON.stringify(Properties.LogGroupName), pattern: Properties.FilterPattern }))

  it('payments: failed requests and orders by log lines, crashes of both functions by Lambda’s metrics', () => {
    const logs = logsOf('PaymentErrors')
    expect(logs.map(({ group }) => /Api(\w+)Logs/.exec(group)?.[1]).sort()).toEqual(['Payment', 'Reconcile'])
    const pattern = '{ ($.level = "ERROR") && (($.message.topic = "payment") || ($.message.topic = "request")) }'
    expect(new Set(logs.map(each => each.pattern))).toEqual(new Set([pattern]))
    for (const part of ['PaymentErrors', 'ApiPayment', 'ApiReconcile', '"Errors"', '"Throttles"'])
      expect(watched('PaymentsFail')).toContain(part)
  })

  it('email: by the log lines of every function that sends some', () => {
    const logs = logsOf('EmailErrors')
    expect(logs).toHaveLength(5)
    for (const { pattern } of logs) expect(pattern).toBe('{ ($.level = "ERROR") && ($.message.topic = "email") }')
  })

  it('the language model in every function that calls it, separately from failed videos, which it does not cause', () => {
    const logs = logsOf('ModelErrors')
    expect(logs.map(({ group }) => /(\w+?)Logs/.exec(group)?.[1]).sort()).toEqual([
      'ApiAskAgain',
      'WorkflowCheckMeaning',
      'WorkflowTranslateBatch',
      'WorkflowWriteBrief',
    ])
    for (const { pattern } of logs) expect(pattern).toBe('{ ($.level = "ERROR") && ($.message.topic = "model") }')
    expect(watched('ModelFails')).toContain('ModelErrors')
  })

  it('a single video that was refunded for a reason of the service', () => {
    expect(alarms.get('ServiceFails')).toMatchObject({ Threshold: 1 })
    expect(watched('ServiceFails')).toContain('"Refunds"')
    for (const failure of ['INTERNAL', 'ENGINE_ERROR'])
      expect(watched('ServiceFails')).toContain(`{"Name":"failure","Value":"${failure}"}`)
  })

  it('failing steps of every function of the workflow, because people wait while steps are repeated', () => {
    const logs = logsOf('StepErrors')
    expect(logs).toHaveLength(Object.keys(STEP_ENTRIES).length)
    for (const { pattern } of logs) expect(pattern).toBe('{ ($.level = "ERROR") && ($.message.topic = "step") }')
    expect(watched('StepsFail')).toContain('StepErrors')
  })

  it('the quality of a day: flagged and plain sentences, and the mean confidence of its words', () => {
    const { Metrics } = z
      .looseObject({
        Metrics: z.array(
          z.looseObject({
            MetricStat: z.object({ Metric: z.object({ MetricName: z.string() }), Period: z.int() }).optional(),
          }),
        ),
      })
      .parse(alarms.get('QualityDeclines'))
    const stats = Metrics.flatMap(({ MetricStat }) => MetricStat ?? [])
    expect(stats.map(({ Metric }) => Metric.MetricName).sort()).toEqual([
      'Sentences',
      'SentencesFlagged',
      'SentencesPlain',
      'WordConfidence',
      'Words',
    ])
    for (const { Period } of stats) expect(Period).toBe(86_400)
  })

  it('refunds: whether the closing workflow failed, timed out or was aborted', () => {
    for (const end of ['ExecutionsFailed', 'ExecutionsTimedOut', 'ExecutionsAborted'])
      expect(watched('RefundsFail')).toContain(end)
  })

  it('sweeper, reconciler and webhook sender for successful runs, so that a missing run raises an alarm', () => {
    for (const name of ['SweeperStopped', 'ReconcilerStopped', 'WebhooksStopped']) {
      expect(alarms.get(name)).toMatchObject({ TreatMissingData: 'breaching', ComparisonOperator: 'LessThanThreshold' })
      expect(watched(name)).toContain('"Invocations"')
    }
  })

  it('sign-in with every offered provider', () => {
    for (const provider of ['Google', 'Kakao']) expect(watched('SignInFails')).toContain(`"Value":"${provider}"`)
  })

  it('no more metrics per alarm than an expression allows', () => {
    for (const [name, properties] of alarms) {
      const { Metrics } = z.object({ Metrics: z.array(z.unknown()).default([]) }).parse(properties)
      expect(Metrics.length, name).toBeLessThanOrEqual(10)
    }
  })
})
