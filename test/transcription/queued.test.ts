import { S3Client } from '@aws-sdk/client-s3'
import { TranscribeClient } from '@aws-sdk/client-transcribe'
import { Template } from 'aws-cdk-lib/assertions'
import { afterAll, beforeAll, expect, it } from 'vitest'
import * as z from 'zod'
import { jsonResponse } from '#local-aws/aws/service.ts'
import type { MediaProbe } from '../../lambdas/contract/media-objects.ts'
import { STATES, type StepInput } from '../../lambdas/contract/workflow.ts'
import { moveEntry } from '../../lambdas/records/archive.ts'
import {
  checkTranscription,
  startTranscription,
  type TranscriptionDeps,
} from '../../lambdas/transcription/transcription.ts'
import { sdkSettings } from '../support/sdk-wire.ts'
import { sampleApp } from '../support/synthesized.ts'
import { openTables, type TestTables } from '../support/tables.ts'
import { AT, heldEntry, newUser } from '../support/users.ts'

/** Maximum events in an execution's history; beyond it, Step Functions fails the execution. */
const HISTORY_LIMIT = 25_000
/** Events per state: entered and exited. A task also has scheduled, started and succeeded. */
const EVENTS = { Wait: 2, Choice: 2, Task: 5 }

const choice = z.object({ Variable: z.string(), StringEquals: z.string(), Next: z.string() })
const state = z.discriminatedUnion('Type', [
  z.object({ Type: z.literal('Wait'), SecondsPath: z.literal('$.transcription.waitSeconds'), Next: z.string() }),
  z.object({ Type: z.literal('Choice'), Choices: z.tuple([choice]), Default: z.string() }),
  z.object({ Type: z.literal('Task'), ResultPath: z.literal('$.transcription'), Next: z.string() }),
])
const definition = z.object({ TimeoutSeconds: z.number(), States: z.record(z.string(), z.unknown()) })

let machine: z.infer<typeof definition>
let tables: TestTables
beforeAll(async () => {
  const machines = Template.fromStack(sampleApp().site).findResources('AWS::StepFunctions::StateMachine')
  const video = Object.entries(machines).find(([id]) => id.includes('Video'))?.[1]
  const parts = z.array(z.unknown()).parse(video?.Properties.DefinitionString['Fn::Join'][1])
  machine = definition.parse(JSON.parse(parts.map(part => (typeof part === 'string' ? part : 'arn')).join('')))
  tables = await openTables()
}, 240_000)
afterAll(() => tables.close())

/** Runs the machine's transcription loop with the deployed steps and a job that stays queued, on a simulated clock. */
async function loop(durationSeconds: number): Promise<{ events: number; hours: number }> {
  let now = 0
  // The steps make some 400 requests, so both services respond without HTTP; S3 returns the probe of sound transcribed
  // as a whole.
  const answering = (answer: object) => sdkSettings({ accessOf: () => [], handle: async () => jsonResponse(answer) })
  const queued = { TranscriptionJob: { TranscriptionJobStatus: 'QUEUED', CreationTime: 0 } }
  const probe: MediaProbe = { durationMs: durationSeconds * 1000 }
  const deps: TranscriptionDeps = {
    tables: tables.tables,
    media: { client: new S3Client(answering(probe)), name: 'media' },
    transcribe: new TranscribeClient(answering(queued)),
    roleArn: 'arn:aws:iam::000000000000:role/transcribe',
    now: () => now,
  }
  const { uid } = await newUser(tables.tables)
  const ref: StepInput = await heldEntry(tables.tables, uid, { durationSeconds })
  await moveEntry(tables.tables, ref, { from: ['uploading'], to: 'listening', at: AT })

  let events = EVENTS.Task
  let at: string = STATES.isTranscribed
  let transcription = await startTranscription(deps, ref)
  while (now < machine.TimeoutSeconds * 1000) {
    const here = state.parse(machine.States[at])
    events += EVENTS[here.Type]
    if (here.Type === 'Wait') now += transcription.waitSeconds * 1000
    if (here.Type === 'Task') transcription = await checkTranscription(deps, ref)
    at = here.Type !== 'Choice' ? here.Next : transcription.status === 'COMPLETED' ? here.Choices[0].Next : here.Default
  }
  return { events, hours: now / 3_600_000 }
}

it.each([
  { durationSeconds: 6, events: 3924 },
  { durationSeconds: 600, events: 3753 },
  { durationSeconds: 1200, events: 3537 },
])(
  'a job for $durationSeconds seconds of media that stays queued for eight hours leaves $events of 25,000 events',
  async ({ durationSeconds, events }) => {
    const queued = await loop(durationSeconds)
    expect(queued.hours).toBeGreaterThanOrEqual(8)
    expect(queued.events).toBe(events)
    expect(queued.events).toBeLessThan(HISTORY_LIMIT / 5)
  },
  120_000,
)
