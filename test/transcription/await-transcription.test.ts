import { SFNClient } from '@aws-sdk/client-sfn'
import { TranscribeClient } from '@aws-sdk/client-transcribe'
import { beforeEach, describe, expect, it } from 'vitest'
import { type AwsResponse, jsonError, jsonResponse } from '#local-aws/aws/service.ts'
import type { ArchiveEntry } from '../../lambdas/contract/archive-entry.ts'
import { executionName } from '../../lambdas/contract/workflow.ts'
import { moveEntry } from '../../lambdas/records/archive.ts'
import { readTaskToken } from '../../lambdas/records/task-tokens.ts'
import { executionOfJob, jobName } from '../../lambdas/transcription/amazon-transcribe.ts'
import { awaitTranscription, resumeTranscription } from '../../lambdas/transcription/await-transcription.ts'
import { setUpBucket } from '../support/bucket.ts'
import { sdkSettings } from '../support/sdk-wire.ts'
import { setUpTables } from '../support/tables.ts'
import { AT, heldEntry, NOW, newUser } from '../support/users.ts'

const [test, bucket] = await Promise.all([setUpTables(), setUpBucket()])
let entry: ArchiveEntry
let status: string
let whileChecked: () => Promise<unknown>
/** Tokens that were returned, each with its output. */
let returned: { taskToken: string; output: string }[]
let answer: AwsResponse

beforeEach(async () => {
  status = 'IN_PROGRESS'
  whileChecked = async () => {}
  returned = []
  answer = jsonResponse({})
  const { uid } = await newUser(test.tables)
  entry = await heldEntry(test.tables, uid, { durationSeconds: 600 })
  await moveEntry(test.tables, entry, { from: ['uploading'], to: 'listening', at: AT })
})

const transcribe = new TranscribeClient(
  sdkSettings({
    accessOf: () => [],
    async handle() {
      await whileChecked()
      return jsonResponse({ TranscriptionJob: { TranscriptionJobStatus: status, LanguageCode: 'en-US' } })
    },
  }),
)
const stepFunctions = new SFNClient(
  sdkSettings({
    accessOf: () => [],
    async handle({ body }) {
      returned.push(JSON.parse(body.toString()))
      return answer
    },
  }),
)
const deps = {
  tables: test.tables,
  media: bucket.media,
  transcribe,
  stepFunctions,
  roleArn: 'arn:aws:iam::000000000000:role/transcribe',
  hearing: 'transcribe' as const,
  now: () => NOW,
}
const wait = (token: string) => awaitTranscription(deps, { uid: entry.uid, key: entry.key, token })
const end = () => resumeTranscription(deps, jobName(entry, 'identify'))

describe('waiting for a transcription', () => {
  it('keeps the token until the event of the job returns it', async () => {
    await wait('first')
    expect(returned).toEqual([])
    expect(await end()).toEqual({ resumed: true })
    expect(returned).toEqual([{ taskToken: 'first', output: '"IN_PROGRESS"' }])
  })

  it('ends at once if the job ended before the token was stored', async () => {
    expect(await end()).toEqual({ resumed: false })
    status = 'COMPLETED'
    await wait('first')
    expect(returned).toEqual([{ taskToken: 'first', output: '"COMPLETED"' }])
  })

  it('has stored the token before it checks the job, so that an event during the check finds it', async () => {
    whileChecked = async () => expect(await end()).toEqual({ resumed: true })
    await wait('first')
    expect(returned).toHaveLength(1)
  })

  it('returns the token of the latest wait', async () => {
    await wait('first')
    await wait('second')
    await end()
    expect(returned).toMatchObject([{ taskToken: 'second' }])
  })

  it.each(['TaskTimedOut', 'TaskDoesNotExist'])(
    'ignores a repeated event whose token is refused with %s',
    async error => {
      await wait('first')
      answer = jsonError(400, error, 'too late')
      expect(await end()).toEqual({ resumed: false })
    },
  )

  it.each(['InvalidToken', 'ThrottlingException'])('throws %s, so that Lambda retries the event', async error => {
    await wait('first')
    answer = jsonError(400, error, 'no')
    await expect(end()).rejects.toMatchObject({ name: error })
  })

  it('stores the token under the name of the execution', async () => {
    await wait('first')
    expect(await readTaskToken(test.tables, executionName(entry))).toBe('first')
  })
})

describe('the execution of a job', () => {
  it.each([undefined, 0, 12])('is found by the names of the jobs of part %s', part => {
    for (const kind of ['identify', 'english'] as const)
      expect(executionOfJob(jobName(entry, kind, part))).toBe(executionName(entry))
  })

  it.each(['meeting', 'part1-english', ''])('is undefined for the foreign name "%s"', name => {
    expect(executionOfJob(name)).toBeUndefined()
  })
})
