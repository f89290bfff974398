import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { SFNClient, StopExecutionCommand } from '@aws-sdk/client-sfn'
import { DynamoDBDocumentClient, UpdateCommand } from '@aws-sdk/lib-dynamodb'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { ApiClient } from '../../bin/demo/api-client.ts'
import type { FailureCode } from '../../lambdas/contract/archive-entry.ts'
import type { EntryView } from '../../lambdas/contract/views.ts'
import type { SpeechEngine } from '../../local/engines/index.ts'
import { recordedEngines } from '../fixtures/recorded-engines.ts'
import { eventually } from '../support/eventually.ts'
import { announce, closed, expectRefunded, media, sendForm, submit } from '../support/journey.ts'
import { shareStory } from '../support/running.ts'

/** Replaces the speech engine in the next call. */
let hear: SpeechEngine['transcribe']
const engines = recordedEngines('hello')
const story = await shareStory({ ...engines, speech: { transcribe: (...file) => hear(...file) } })

describe('a video that fails is refunded and its owner is notified of the reason in Korean', () => {
  let api: ApiClient
  beforeAll(async () => {
    api = await story.person('jiho')
  })
  beforeEach(() => {
    hear = file => engines.speech.transcribe(file)
  })

  const refunded = (entry: EntryView, failure: FailureCode) => expectRefunded(story.cloud, api, entry, failure)

  const fails = async (bytes: Buffer, failure: FailureCode) => {
    const { key } = await submit(api, bytes)
    await refunded(await closed(api, key), failure)
  }

  /** Backdates the submission by `hours`. */
  async function age({ uid, key }: EntryView, hours: number): Promise<void> {
    const then = new Date(Date.now() - hours * 3_600_000).toISOString()
    await DynamoDBDocumentClient.from(story.cloud.client(DynamoDBClient)).send(
      new UpdateCommand({
        TableName: story.cloud.physicalName('TablesArchive'),
        Key: { uid, key },
        UpdateExpression: 'SET open_since = :then, changed_at = :then, video_upload_time = :then',
        ExpressionAttributeValues: { ':then': then },
      }),
    )
  }

  it('when it has no sound', async () => fails(await media('no-audio.mp4'), 'NO_AUDIO'))

  it('when the file is not an MP4', async () =>
    fails(Buffer.from('%PDF-1.7 this is no video'.repeat(50)), 'NOT_A_VIDEO'))

  it('when the file is truncated', async () => {
    const whole = await media('../../../local/sample/hello.mp4')
    await fails(whole.subarray(0, Math.floor(whole.length * 0.6)), 'UPLOAD_INCOMPLETE')
  })

  it('when nobody speaks', async () => {
    hear = async () => ({ words: [], language: 'en-US', languageScore: 0.9, durationMs: 3000 })
    await fails(await media('silent.mp4'), 'NO_SPEECH')
  })

  it('when the speech is not English', async () => {
    hear = async file => ({ ...(await engines.speech.transcribe(file)), language: 'ko-KR' })
    await fails(await media('../../../local/sample/hello.mp4'), 'NOT_ENGLISH')
  })

  it('when its execution is aborted', async () => {
    let giveUp = () => {}
    hear = () => new Promise((_, reject) => (giveUp = () => reject(new Error('given up'))))
    const { uid, key } = await submit(api, await media('../../../local/sample/hello.mp4'))
    await eventually(async () => expect((await api('readEntry', { parameters: { key } })).status).toBe('listening'))
    const execution = story.cloud.executions().find(({ name }) => name.endsWith(`${uid}-${key}`))
    await story.cloud.client(SFNClient).send(new StopExecutionCommand({ executionArn: execution?.arn }))
    await refunded(await closed(api, key), 'ABORTED')
    giveUp()
  })

  it('when its upload stops sending heartbeats', async () => {
    const { entry } = await announce(api, await media('silent.mp4'))
    expect((await api('me')).token).toBe(197)
    await age(entry, 25)
    await story.cloud.runRule('WorkflowEveryFiveMinutes')
    await refunded(await closed(api, entry.key), 'UPLOAD_NEVER_CAME')
  })

  it('when it is longer than announced and too few tokens are left', async () => {
    const poor = await story.person('poor-of-failures')
    await poor('submitVideo', {
      body: { filename: 'dear.mp4', size: 10, type: 'video/mp4', durationSeconds: 199 * 6 },
    })
    const talk = await media('bicycle.mp4')
    const { entry, post } = await announce(poor, talk, { durationSeconds: 6 })
    await sendForm(post, talk)
    const failed = await closed(poor, entry.key)
    expect(failed).toMatchObject({ failure: 'INSUFFICIENT_TOKENS', refunded: 1, used_token: 0 })
    expect((await poor('me')).token).toBe(1)
  })
})
