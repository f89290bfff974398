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
import { mediaBucket } from '../support/bucket.ts'
import { sdkSettings } from '../support/sdk-wire.ts'
import { sampleApp } from '../support/synthesized.ts'
import { openTables, type TestTables } from '../support/tables.ts'
import { AT, heldEntry, newUser } from '../support/users.ts'

/** Maximum events in an execution's history; beyond it, Step Functions fails the execution. */
const HISTORY_LIMIT = 25_000
/** Events of a task that waits for its token: entered, scheduled, started, submitted, timed out and exited. */
const EVENTS_OF_A_WAIT = 6

const check = z.object({
  TimeoutSecondsPath: z.literal('$.transcription.waitSeconds'),
  ResultPath: z.literal('$.transcription.status'),
  Catch: z.tuple([z.object({ ErrorEquals: z.tuple([z.literal('States.Timeout')]), Next: z.string() })], z.unknown()),
})
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

/** Waits in the deployed state for a job that stays queued, on a simulated clock, with no event. */
async function loop(durationSeconds: number): Promise<{ events: number; checks: number }> {
  let now = 0
  let checks = 0
  // Both services respond without HTTP; S3 returns the probe of sound transcribed as a whole.
  const answering = (answer: object) => sdkSettings({ accessOf: () => [], handle: async () => jsonResponse(answer) })
  const probe: MediaProbe = { durationMs: durationSeconds * 1000 }
  const deps: TranscriptionDeps = {
    tables: tables.tables,
    media: mediaBucket(new S3Client(answering(probe))),
    transcribe: new TranscribeClient(answering({ TranscriptionJob: { TranscriptionJobStatus: 'QUEUED' } })),
    roleArn: 'arn:aws:iam::000000000000:role/transcribe',
    hearing: 'transcribe',
    now: () => now,
  }
  const { uid } = await newUser(tables.tables)
  const ref: StepInput = await heldEntry(tables.tables, uid, { durationSeconds })
  await moveEntry(tables.tables, ref, { from: ['uploading'], to: 'listening', at: AT })

  const [timedOut] = check.parse(machine.States[STATES.checkTranscription]).Catch
  expect(timedOut.Next).toBe(STATES.checkTranscription)
  const { waitSeconds } = await startTranscription(deps, ref)
  for (; now < machine.TimeoutSeconds * 1000; now += waitSeconds * 1000) {
    expect(await checkTranscription(deps, ref)).toBe('IN_PROGRESS')
    checks += 1
  }
  return { checks, events: checks * EVENTS_OF_A_WAIT }
}

it.each([
  { durationSeconds: 6, checks: 465, events: 2790 },
  { durationSeconds: 600, checks: 138, events: 828 },
  { durationSeconds: 1200, checks: 80, events: 480 },
])(
  'a job for $durationSeconds seconds of media that stays queued for eight hours leaves $events of 25,000 events',
  async ({ durationSeconds, checks, events }) => {
    expect(await loop(durationSeconds)).toEqual({ checks, events })
    expect(events).toBeLessThan(HISTORY_LIMIT / 5)
  },
  120_000,
)
