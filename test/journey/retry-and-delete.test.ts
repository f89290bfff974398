import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { EntryView } from '../../lambdas/contract/views.ts'
import { setSwitch } from '../../lambdas/records/service-rows.ts'
import { setSuspended } from '../../lambdas/records/users.ts'
import { EngineError, type SpeechEngine } from '../../local/engines/index.ts'
import { recordedEngines } from '../fixtures/recorded-engines.ts'
import { eventually } from '../support/eventually.ts'
import { closed, media, submit } from '../support/journey.ts'
import { expectNoPersonalData } from '../support/log-privacy.ts'
import { shareStory } from '../support/running.ts'
import { expectBalancedLedger, tablesOf } from '../support/stored-rows.ts'
import { rawCall, type Visitor, visitor } from '../support/visitor.ts'

const engines = recordedEngines('hello')
let hear: SpeechEngine['transcribe']
const story = await shareStory({ ...engines, speech: { transcribe: (...file) => hear(...file) } })
let hello: Buffer
let person: Visitor
let people = 0

beforeAll(async () => {
  hello = await media('../../../local/sample/hello.mp4')
})
beforeEach(async () => {
  hear = file => engines.speech.transcribe(file)
  people += 1
  person = await visitor(story.cloud, `retrier-${people}`)
})

async function made(filename?: string): Promise<EntryView> {
  return closed(person.api, (await submit(person.api, hello, { filename })).key)
}

/** A video that failed in the engine; the engine has recovered since. */
async function failed(): Promise<EntryView> {
  hear = async () => {
    throw new EngineError('ENGINE_FAILED', 'the engine broke')
  }
  vi.spyOn(console, 'error').mockImplementationOnce(() => undefined)
  const entry = await made('second chance.mp4')
  hear = file => engines.speech.transcribe(file)
  expect(entry).toMatchObject({ status: 'failed', failure: 'ENGINE_ERROR', videoKept: true })
  return entry
}

const bucket = () => story.cloud.physicalName('Media')
async function emptyBucket(uid: string): Promise<void> {
  const { s3 } = story.cloud.services
  for (const folder of ['videos', 'work', 'srts'])
    for (const key of s3.keys(bucket(), `${folder}/${uid}/`)) await s3.remove(bucket(), key)
}
const of = ({ key }: EntryView) => ({ parameters: { key } })
const refusal = async (name: Parameters<Visitor['call']>[0], parts?: Parameters<Visitor['call']>[1]) => {
  const { status, body } = await person.call(name, parts)
  return { status, body }
}

describe('a failed video', () => {
  it('can be retried from the stored video, as a new entry with its own charge', async () => {
    const first = await failed()
    const { entry } = await person.api('retryEntry', of(first))
    expect(entry.key > first.key).toBe(true)
    expect(await closed(person.api, entry.key)).toMatchObject({
      status: 'done',
      used_token: 4,
      title: `${entry.key}_second chance.mp4`,
    })
    expect((await person.api('me')).token).toBe(196)
    expect((await person.api('readEntry', of(first))).status).toBe('failed')
    expect(await refusal('retryEntry', of(entry))).toMatchObject({ status: 409, body: { code: 'NOT_FAILED' } })
  })

  it('is retried once, however often the same request is sent', async () => {
    const first = await failed()
    const headers = { authorization: `Bearer ${person.accessToken}`, 'idempotency-key': crypto.randomUUID() }
    const again = () => rawCall(story.cloud.siteUrl, 'retryEntry', of(first), headers)
    const answers = await Promise.all([again(), again()])
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    await eventually(async () => expect((await person.api('listArchive')).total).toBe(2))
    const [newest] = (await person.api('listArchive')).entries
    expect(await closed(person.api, newest?.key ?? '')).toMatchObject({ status: 'done' })
    expect((await person.api('me')).token).toBe(196)
  })

  it('cannot be retried once its upload has expired, and nothing is held', async () => {
    const first = await failed()
    await emptyBucket(person.uid)
    expect(await refusal('retryEntry', of(first))).toMatchObject({ status: 410, body: { code: 'VIDEO_GONE' } })
    expect((await person.api('me')).token).toBe(200)
  })
})

describe('deleting a video', () => {
  it('deletes its objects too, even if some no longer exist', async () => {
    const [kept, bare] = [await made('kept.mp4'), await made('bare.mp4')]
    await person.api('deleteEntry', of(kept))
    const left = story.cloud.services.s3.keys(bucket(), '').filter(key => key.includes(`${person.uid}/${kept.key}`))
    expect(left).toEqual([])
    await emptyBucket(person.uid)
    expect(await refusal('downloadSubtitle', of(bare))).toMatchObject({ status: 409, body: { code: 'NO_SUBTITLE' } })
    await person.api('deleteEntry', of(bare))
    expect(await person.api('listArchive')).toMatchObject({ total: 0, pages: 1, entries: [] })
    for (const name of ['readEntry', 'deleteEntry', 'retryEntry', 'downloadSubtitle', 'previewCues'] as const)
      expect(await refusal(name, of(bare))).toMatchObject({ status: 404, body: { code: 'NO_VIDEO' } })
    expect((await person.api('me')).token).toBe(192)
  })

  it('is refused while the video is in progress', async () => {
    const heard = Promise.withResolvers<void>()
    hear = async file => {
      await heard.promise
      return engines.speech.transcribe(file)
    }
    const { key } = await submit(person.api, hello)
    const statusNow = async () => (await person.api('readEntry', { parameters: { key } })).status
    await eventually(async () => expect(await statusNow()).toBe('listening'))
    const still = { status: 409, body: { code: 'STILL_OPEN' } }
    expect(await refusal('deleteEntry', { parameters: { key } })).toMatchObject(still)
    expect(await refusal('leave')).toMatchObject(still)
    heard.resolve()
    expect((await closed(person.api, key)).status).toBe('done')
  })
})

describe('a suspended user and a stopped service', () => {
  const VIDEO = { filename: 'a.mp4', size: 1000, type: 'video/mp4', durationSeconds: 60 }
  const taken = () => person.call('submitVideo', { body: VIDEO })

  it('refuse new videos with the reason, keep existing ones, and let running work finish', async () => {
    const [done, broken] = [await made(), await failed()]
    await setSuspended(tablesOf(story.cloud), person.uid, '약관 제9조')
    const suspended = { status: 403, body: { code: 'SUSPENDED', message: expect.stringContaining('약관 제9조') } }
    expect(await taken()).toMatchObject(suspended)
    expect(await refusal('retryEntry', of(broken))).toMatchObject(suspended)
    expect(await refusal('quoteYoutube', { parameters: { id: 'abcdefghijk' } })).toMatchObject(suspended)
    expect(await refusal('createPayment', { body: { package: 'tokens-20' } })).toMatchObject(suspended)
    expect((await person.api('me')).notice).toContain('약관 제9조')
    expect((await person.api('listArchive')).total).toBe(2)
    expect((await fetch((await person.api('downloadSubtitle', of(done))).url)).status).toBe(200)
    await setSuspended(tablesOf(story.cloud), person.uid, undefined)

    const heard = Promise.withResolvers<void>()
    hear = async file => {
      await heard.promise
      return engines.speech.transcribe(file)
    }
    const { key } = await submit(person.api, hello)
    await setSwitch(tablesOf(story.cloud), 'stopped', '20시까지 점검해요.')
    const stopped = { status: 503, body: { code: 'STOPPED', message: '20시까지 점검해요.' } }
    expect(await taken()).toMatchObject(stopped)
    expect(await refusal('retryEntry', of(broken))).toMatchObject(stopped)
    expect((await person.api('me')).notice).toBe('20시까지 점검해요.')
    heard.resolve()
    expect((await closed(person.api, key)).status).toBe('done')
    await setSwitch(tablesOf(story.cloud), 'stopped', undefined)
    expect((await taken()).status).toBe(200)
  })
})

it('after all stories the ledger balances and the logs contain no personal data', async () => {
  await expectBalancedLedger(story.cloud)
  expectNoPersonalData(story.cloud, 'retrier-', 'second chance', 'kept.mp4', 'bare.mp4')
})
