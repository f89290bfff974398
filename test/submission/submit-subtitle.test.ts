import { randomUUID } from 'node:crypto'
import { DeleteObjectCommand } from '@aws-sdk/client-s3'
import { describe, expect, it } from 'vitest'
import { ALLOWANCES } from '../../lambdas/contract/limits.ts'
import { mediaProbe, subtitleTranscript, workKey } from '../../lambdas/contract/media-objects.ts'
import { subtitleSubmission } from '../../lambdas/contract/views.ts'
import { readEntry } from '../../lambdas/records/archive.ts'
import { refund } from '../../lambdas/records/ledger/index.ts'
import { serviceKey } from '../../lambdas/records/service-rows.ts'
import { put, write } from '../../lambdas/records/transaction.ts'
import { readUser } from '../../lambdas/records/users.ts'
import { readJson } from '../../lambdas/runtime/media-bucket.ts'
import { retryEntry } from '../../lambdas/submission/retry-entry.ts'
import { submitSubtitle } from '../../lambdas/submission/submit-subtitle.ts'
import { AT } from '../support/users.ts'
import { setUpSubmissions, submitterOf } from './deps.ts'

const test = await setUpSubmissions()
const { media, tables } = test

/** Cues of three seconds, one every five, from `fromSecond`; a text for each. */
function srt(texts: readonly string[], fromSecond = 0): string {
  const time = (second: number) => `${new Date(second * 1000).toISOString().slice(11, 19)},000`
  return texts
    .map((text, n) => `${n + 1}\n${time(fromSecond + n * 5)} --> ${time(fromSecond + n * 5 + 3)}\n${text}\n`)
    .join('\n')
}
const TALK = srt(Array.from({ length: 20 }, () => 'And this is what we have to do about it.'))
const submit = (changes: object = {}, submitter = submitterOf(test.uid)) =>
  submitSubtitle(test.deps, submitter, subtitleSubmission.parse({ filename: 'talk.srt', text: TALK, ...changes }))

describe('an English subtitle', () => {
  it('costs one token per 30 seconds from its first cue to its last, and starts the workflow', async () => {
    const { entry } = await submit()
    expect(entry).toMatchObject({ type: 'subtitle', status: 'queued', duration_seconds: 98, used_token: 3 })
    expect((await readUser(tables.tables, test.uid))?.token).toBe(197)
    expect(test.machines.started).toHaveLength(1)
  })

  it('is charged from its first cue, not from the start of the video', async () => {
    const late = srt(
      Array.from({ length: 20 }, () => 'And this is what we have to do about it.'),
      3600,
    )
    expect((await submit({ text: late })).entry).toMatchObject({ duration_seconds: 98, used_token: 3 })
  })

  it('costs at least one token', async () => {
    const { entry } = await submit({ text: srt(['And this is it.']) })
    expect(entry.used_token).toBe(1)
  })

  it('leaves its words and its length where the workflow reads them', async () => {
    const { entry } = await submit()
    const transcript = await readJson(media.media, workKey(test.uid, entry.key, 'transcript.json'), subtitleTranscript)
    expect(transcript?.transcript.words).toHaveLength(200)
    expect(await readJson(media.media, workKey(test.uid, entry.key, 'probe.json'), mediaProbe)).toEqual({
      durationMs: 98_000,
    })
  })

  it('submitted twice with one idempotency key is held once and started once', async () => {
    const submitter = submitterOf(test.uid)
    const first = await submit({}, submitter)
    expect((await submit({}, submitter)).entry.key).toBe(first.entry.key)
    expect((await readUser(tables.tables, test.uid))?.token).toBe(197)
    expect(test.machines.started).toHaveLength(1)
  })

  it('is charged once if it is submitted again to its group after another one was left out', async () => {
    const submitter = submitterOf(test.uid)
    const group = { id: randomUUID(), size: 3 }
    const first = await submit({ group }, submitter)
    expect((await submit({ group: { ...group, size: 2 } }, submitter)).entry.key).toBe(first.entry.key)
    expect((await readUser(tables.tables, test.uid))?.token).toBe(197)
    const other = { ...group, id: randomUUID() }
    await expect(submit({ group: other }, submitter)).rejects.toMatchObject({ code: 'KEY_REUSED' })
  })

  it.each([
    ['is empty', ' \n', 'SUBTITLE_EMPTY'],
    ['has only sounds', srt(['[door slams]', '♪']), 'SUBTITLE_EMPTY'],
    ['has no times', 'And this is what we have to do about it.', 'SUBTITLE_NO_TIMES'],
    ['is Korean', srt(['그래서 우리가 해야 할 일이에요.']), 'SUBTITLE_NOT_ENGLISH'],
    ['is Spanish', srt(Array.from({ length: 9 }, () => 'Y eso es lo que tenemos que hacer.')), 'SUBTITLE_NOT_ENGLISH'],
    [
      'is longer than six hours',
      `${srt(['And we have to go.'])}\n9\n06:00:01,000 --> 06:00:02,000\nIt is the end.\n`,
      'SUBTITLE_TOO_LONG',
    ],
    ['has more than 2 MB', srt(['é'.repeat(1024 ** 2)]), 'SUBTITLE_TOO_LARGE'],
    ['has more than 2 MB of ASCII', srt(['a'.repeat(2 * 1024 ** 2)]), 'SUBTITLE_TOO_LARGE'],
  ])('that %s is refused before anything is held', async (_, text, code) => {
    await expect(submit({ text })).rejects.toMatchObject({ code })
    expect(await readUser(tables.tables, test.uid)).toMatchObject({ token: 200, archive_count: 0 })
  })

  it('counts against the allowance before it is read, so refused files are limited, too', async () => {
    const { name, limit, seconds } = ALLOWANCES.subtitle
    const row = serviceKey.allowance(name, test.uid, Math.floor(Date.parse(AT) / 1000 / seconds))
    await write(tables.tables, put(tables.tables.service, { ...row, uses: limit - 1 }))
    await expect(submit({ text: 'It is no subtitle.' })).rejects.toMatchObject({ code: 'SUBTITLE_NO_TIMES' })
    await expect(submit()).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' })
  })

  it('that failed is retried from its stored words', async () => {
    const { entry } = await submit({ profile: 'shorts' })
    await refund(tables.tables, entry, { failure: 'ENGINE_ERROR', at: AT })
    const again = (await retryEntry(test.deps, submitterOf(test.uid), entry.key)).entry
    expect(again).toMatchObject({ type: 'subtitle', status: 'queued', used_token: 3, profile: 'shorts', number: 2 })
    expect(
      await readJson(media.media, workKey(test.uid, again.key, 'transcript.json'), subtitleTranscript),
    ).toBeDefined()
    expect((await readEntry(tables.tables, entry))?.status).toBe('failed')
  })

  it('that failed is not retried once its words are deleted', async () => {
    const { entry } = await submit()
    await refund(tables.tables, entry, { failure: 'ENGINE_ERROR', at: AT })
    await (await media.media.client()).send(
      new DeleteObjectCommand({ Bucket: media.media.name, Key: workKey(test.uid, entry.key, 'transcript.json') }),
    )
    await expect(retryEntry(test.deps, submitterOf(test.uid), entry.key)).rejects.toMatchObject({ code: 'VIDEO_GONE' })
  })
})
