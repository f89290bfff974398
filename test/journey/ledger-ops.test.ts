import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { DynamoDBDocumentClient, UpdateCommand } from '@aws-sdk/lib-dynamodb'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { ApiClient } from '../../bin/demo/api-client.ts'
import { writeCloudFile } from '../../local/cloud/file.ts'
import type { SpeechEngine } from '../../local/engines/index.ts'
import { recordedEngines } from '../fixtures/recorded-engines.ts'
import { closed, media, submit } from '../support/journey.ts'
import { shareStory } from '../support/running.ts'

const ROOT = join(import.meta.dirname, '../..')
const engines = recordedEngines('hello')

const story = await shareStory({ ...engines, speech: { transcribe: (...file) => hear(...file) } })
let api: ApiClient
let uid: string
let folder: string
let hear: SpeechEngine['transcribe']
/** Ends the hanging transcription: the engine handles one video at a time. */
let letGo = () => {}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'ops-story-'))
  writeCloudFile(folder, story.cloud)
  api = await story.person('asker')
  uid = (await api('me')).uid
})
beforeEach(() => {
  hear = file => engines.speech.transcribe(file)
})
afterAll(() => {
  story.cloud.setRuleEnabled('WorkflowUploaded', true)
  rmSync(folder, { recursive: true, force: true })
})

/** Runs `npm run ops -- ...` as a separate process against this cloud. */
function ops(...words: string[]): Promise<{ code: number; out: string; error: string }> {
  const env = { ...process.env, JAMAK_DATA: folder, EMAIL_SENDER: 'no-reply@jamak.example' }
  return new Promise(resolve => {
    execFile(process.execPath, [join(ROOT, 'bin/ops.ts'), ...words], { env }, (failed, out, error) =>
      resolve({ code: typeof failed?.code === 'number' ? failed.code : failed ? 1 : 0, out, error }),
    )
  })
}

describe('the operator’s commands on the running service', () => {
  it('verify the ledger and list users, videos and logs', async () => {
    const entry = await closed(api, (await submit(api, await media('bicycle.mp4'))).key)
    expect(await ops('ledger', 'verify')).toMatchObject({ code: 0, error: '' })
    const listed = { key: entry.key, status: 'done', uid }
    expect(JSON.parse((await ops('archive', '--json')).out)).toContainEqual(expect.objectContaining(listed))
    expect((await ops('user', 'asker@example.com')).out).toContain(`hold#${entry.key}`)
    expect(JSON.parse((await ops('logs', uid, '--json')).out).map((row: { action: string }) => row.action)).toContain(
      'signup',
    )
  })

  it('send an email again', async () => {
    const { key } = await closed(api, (await submit(api, await media('bicycle.mp4'))).key)
    const done = () => story.cloud.emails().filter(email => email.subject.startsWith('자막이 완성됐어요')).length
    await expect.poll(done).toBe(2)
    expect(await ops('resend', uid, key, 'done')).toMatchObject({ code: 0, out: 'Sent to asker@example.com.\n' })
    expect(done()).toBe(3)
    expect((await ops('resend', uid, key, 'failed')).code).toBe(1)
  })

  it('refund a video that hangs and notify its owner', async () => {
    hear = () =>
      new Promise((_, reject) => {
        letGo = () => reject(new Error('given up'))
      })
    const before = (await api('me')).token
    const { key } = await submit(api, await media('bicycle.mp4'))
    await expect.poll(async () => (await api('readEntry', { parameters: { key } })).status).toBe('listening')
    const refunded = await ops('refund', uid, key, '--failure', 'ENGINE_ERROR')
    expect(refunded).toMatchObject({ code: 0, error: '' })
    const entry = await api('readEntry', { parameters: { key } })
    expect(entry).toMatchObject({ status: 'failed', failure: 'ENGINE_ERROR' })
    await expect.poll(() => story.cloud.executions().filter(({ status }) => status === 'RUNNING')).toEqual([])
    expect((await api('me')).token).toBe(before)
    const told = () => story.cloud.emails().some(email => email.subject.startsWith('자막을 만들지 못했어요'))
    await expect.poll(told).toBe(true)
    letGo()
    expect((await ops('refund', uid, key)).code).toBe(1)
    expect((await ops('ledger', 'verify')).code).toBe(0)
  })

  it('start the workflow of a video whose event was lost', async () => {
    story.cloud.setRuleEnabled('WorkflowUploaded', false)
    const { key } = await submit(api, await media('bicycle.mp4'))
    expect((await ops('redrive', uid, key)).code).toBe(1)
    await DynamoDBDocumentClient.from(story.cloud.client(DynamoDBClient)).send(
      new UpdateCommand({
        TableName: story.cloud.physicalName('TablesArchive'),
        Key: { uid, key },
        UpdateExpression: 'SET #status = :queued',
        ExpressionAttributeNames: { '#status': 'status' },
        ExpressionAttributeValues: { ':queued': 'queued' },
      }),
    )
    expect(await ops('redrive', uid, key)).toMatchObject({ code: 0, out: 'There was no workflow; started one.\n' })
    expect((await closed(api, key)).status).toBe('done')
  })

  it('stop the service with a reason that users can read', async () => {
    await ops('stop', '--reason', '점검 중이에요.')
    await expect(submit(api, await media('bicycle.mp4'))).rejects.toThrow('점검 중이에요. (STOPPED)')
    expect((await api('me')).notice).toBe('점검 중이에요.')
    await ops('start')
    expect((await api('me')).notice).toBeUndefined()
  })
})
