import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { ArchiveEntry } from '../../lambdas/contract/archive-entry.ts'
import { videoKey, workKey } from '../../lambdas/contract/media-objects.ts'
import { readEntry } from '../../lambdas/records/archive.ts'
import { deliver, grant, refund } from '../../lambdas/records/ledger/index.ts'
import { readUser } from '../../lambdas/records/users.ts'
import { chargedSeconds, settleSource } from '../../lambdas/source/settle.ts'
import { silentBlock } from '../../packages/mp4-sound/src/aac-block.ts'
import { setUpBucket } from '../support/bucket.ts'
import { AAC_LC, madeFile, mp4a } from '../support/mp4/sound-track.ts'
import { FRAME_SECONDS } from '../support/mp4/speech-frames.ts'
import { setUpTables } from '../support/tables.ts'
import { AT, heldEntry, NOW, newUser } from '../support/users.ts'
import { madeMp4 } from './made-media.ts'

const [test, bucket] = await Promise.all([setUpTables(), setUpBucket()])
let entry: ArchiveEntry
let minute: Uint8Array

beforeAll(async () => {
  minute = await madeMp4({ sound: 2, pictures: 60 })
})
beforeEach(async () => {
  const { uid } = await newUser(test.tables)
  entry = await heldEntry(test.tables, uid, { durationSeconds: 60 })
})

const settling = (fromSeconds = 0) =>
  settleSource(
    { tables: test.tables, media: bucket.media, division: { fromSeconds, mostParts: 12 }, now: () => NOW },
    entry,
  )
/** A frame without sound, padded to 40 bytes. */
const SILENT_FRAME = Uint8Array.from({ length: 40 }, (_, i) => silentBlock(1)[i] ?? 0)
/** 20 minutes of sound: 18,800 frames of 64 ms. */
const longSound = () => madeFile({ tracks: [{ samples: Array.from({ length: 18_800 }, () => SILENT_FRAME) }] })
const upload = (bytes: Uint8Array) => bucket.put(videoKey(entry.uid, entry.title), bytes, 'video/mp4')
const now = () => readEntry(test.tables, entry)
const balance = async () => (await readUser(test.tables, entry.uid))?.token
const copy = () => workKey(entry.uid, entry.key, 'source.mp4')

describe('settling a video', () => {
  it('copies it, charges its probed length and moves on to transcription', async () => {
    await upload(await madeMp4({ sound: 2, pictures: 90 }))
    await settling()
    expect(await now()).toMatchObject({ status: 'listening', used_token: 15, duration_seconds: 90 })
    expect(await balance()).toBe(185)
    expect(await bucket.json(workKey(entry.uid, entry.key, 'probe.json'))).toMatchObject({
      durationMs: 90_000,
      timeline: { pieces: [{ soundMs: 0, filmMs: 0 }] },
    })
    expect(await bucket.keys()).toContain(copy())
  })

  it('transcribes the rebuilt sound, not the upload: an hour behind a sample table of a second is charged as an hour', async () => {
    const samples = Array.from({ length: Math.round(3600 / FRAME_SECONDS) }, () => SILENT_FRAME)
    await upload(madeFile({ tracks: [{ samples, times: [samples.length - 1, 0, 1, 16_000] }] }))
    await expect(settling()).rejects.toMatchObject({ name: 'INSUFFICIENT_TOKENS' })
    expect(await now()).toMatchObject({ status: 'uploading' })
    expect(await bucket.typeOf(workKey(entry.uid, entry.key, 'sound.mp4'))).toBe('audio/mp4')
  })

  it('refuses a sample with two frames while it writes the sound, and leaves no sound behind', async () => {
    const samples = [
      ...Array.from({ length: 500 }, () => SILENT_FRAME),
      Buffer.concat([silentBlock(1), silentBlock(1)]),
    ]
    await upload(madeFile({ tracks: [{ samples }] }))
    await expect(settling()).rejects.toMatchObject({ name: 'DAMAGED_VIDEO' })
    expect(await bucket.keys()).not.toContain(workKey(entry.uid, entry.key, 'sound.mp4'))
  })

  it.each(['header first', 'fragmented'] as const)(
    'refuses a file that ends early and charges nothing: %s',
    async layout => {
      const whole = await madeMp4({ sound: 60, layout })
      await upload(whole.slice(0, whole.length * 0.6))
      await expect(settling()).rejects.toMatchObject({ name: 'UPLOAD_INCOMPLETE' })
      expect(await balance()).toBe(190)
      expect(await bucket.keys()).not.toContain(workKey(entry.uid, entry.key, 'sound.mp4'))
    },
  )

  it('refuses an upload with less sound than the page announced, and accepts all of it', async () => {
    const { uid } = await newUser(test.tables)
    entry = await heldEntry(test.tables, uid, { durationSeconds: 60, soundMs: 60_010 })
    await upload(await madeMp4({ sound: 59, pictures: 60 }))
    await expect(settling()).rejects.toMatchObject({ name: 'UPLOAD_INCOMPLETE' })
    await upload(await madeMp4({ sound: 60.02, pictures: 60 }))
    entry = await heldEntry(test.tables, uid, { durationSeconds: 60, soundMs: 60_010 })
    await upload(await madeMp4({ sound: 60.02, pictures: 60 }))
    await settling()
    expect(await now()).toMatchObject({ status: 'listening', duration_seconds: 60 })
  })

  it('refuses sound that cannot be counted before anything is transcribed or charged', async () => {
    const entries = [mp4a(AAC_LC, { objectType: 0x68 })]
    await upload(madeFile({ tracks: [{ samples: [new Uint8Array(40)], entries }] }))
    await expect(settling()).rejects.toMatchObject({ name: 'UNSUPPORTED_AUDIO' })
    expect(await bucket.keys()).not.toContain(workKey(entry.uid, entry.key, 'sound.mp4'))
    expect(await balance()).toBe(190)
  })

  it('writes a long sound in parts instead of as a whole and charges it once', async () => {
    await grant(test.tables, { uid: entry.uid, id: 'parts', amount: 300, reason: 'long videos', at: AT })
    entry = await heldEntry(test.tables, entry.uid, { durationSeconds: 1203 })
    await upload(longSound())
    await settling(1200)
    expect(await now()).toMatchObject({ status: 'listening', duration_seconds: 1203, used_token: 200 })
    expect(await bucket.json(workKey(entry.uid, entry.key, 'probe.json'))).toMatchObject({
      durationMs: 1_203_200,
      parts: [
        { startMs: 0, endMs: expect.closeTo(609_600, -3) },
        { startMs: expect.closeTo(593_600, -3), endMs: 1_203_200 },
      ],
    })
    const sounds = (await bucket.keys()).filter(key => key.endsWith('sound.mp4') && key.includes(entry.uid))
    expect(sounds).toEqual([0, 1].map(part => workKey(entry.uid, entry.key, `parts/${part}/sound.mp4`)))
  })

  it('does not split the sound of a video with human captions', async () => {
    await grant(test.tables, { uid: entry.uid, id: 'parts', amount: 300, reason: 'long videos', at: AT })
    entry = await heldEntry(test.tables, entry.uid, { durationSeconds: 1203 })
    await upload(longSound())
    await bucket.put(workKey(entry.uid, entry.key, 'captions.json'), JSON.stringify({ language: 'en', captions: [] }))
    await settling(1200)
    expect(await bucket.json(workKey(entry.uid, entry.key, 'probe.json'))).not.toHaveProperty('parts')
  })

  it('refunds the excess of the hold for a shorter video', async () => {
    await upload(await madeMp4({ sound: 2, pictures: 12 }))
    await settling()
    expect(await balance()).toBe(198)
  })

  it('changes nothing when repeated', async () => {
    await upload(minute)
    await settling()
    const before = [await now(), await test.movements(entry.uid), await bucket.text(copy())]
    await settling()
    expect([await now(), await test.movements(entry.uid), await bucket.text(copy())]).toEqual(before)
  })

  it('is unaffected by a later overwrite of the upload', async () => {
    await upload(minute)
    await settling()
    await upload(await madeMp4({ sound: 2, pictures: 600 }))
    await settling()
    expect(await now()).toMatchObject({ used_token: 10, duration_seconds: 60 })
    expect(Buffer.byteLength(await bucket.text(copy()), 'utf8')).toBeLessThan(100_000)
  })

  it('refuses a video that costs more than the balance, and charges nothing', async () => {
    await grant(test.tables, { uid: entry.uid, id: 'down', amount: -190, reason: 'test', at: AT })
    await upload(await madeMp4({ sound: 2, pictures: 120 }))
    await expect(settling()).rejects.toMatchObject({ name: 'INSUFFICIENT_TOKENS' })
    expect(await balance()).toBe(0)
    expect(await now()).toMatchObject({ status: 'uploading', used_token: 10 })
  })

  it('refuses a file whose bytes are not a video, whatever its name', async () => {
    await upload(new TextEncoder().encode('%PDF-1.7 and more of it'))
    await expect(settling()).rejects.toMatchObject({ name: 'NOT_A_VIDEO' })
  })

  it('refuses an entry whose video never arrived', async () => {
    await expect(settling()).rejects.toMatchObject({ name: 'UPLOAD_NEVER_CAME' })
  })

  it('uses the fetched sound of a YouTube entry', async () => {
    entry = await heldEntry(test.tables, entry.uid, {
      type: 'youtube',
      url: 'https://www.youtube.com/watch?v=aaaaaaaaaaa',
    })
    await bucket.put(copy(), await madeMp4({ sound: 30 }))
    await settling()
    expect(await now()).toMatchObject({ status: 'listening', used_token: 4, duration_seconds: 29 })
  })

  it('copies objects whose names have spaces, Korean and symbols', async () => {
    entry = await heldEntry(test.tables, entry.uid, { name: '강의 1+2 (최종)%?.mp4' })
    await upload(minute)
    await settling()
    expect(await bucket.keys()).toContain(copy())
  })
})

describe('settling an entry that is no longer open', () => {
  it('has no effect once it is delivered', async () => {
    const certificate = { cues: 1, kept: 1, flags: {}, source: 'recognition' as const, rehearsal: false }
    await deliver(test.tables, entry, { srt_title: 'a.srt', certificate, first_cues: ['안녕하세요'], at: AT })
    await settling()
    expect(await bucket.keys()).not.toContain(copy())
  })

  it('is refused after a refund and after deletion', async () => {
    await refund(test.tables, entry, { failure: 'TIMED_OUT', at: AT })
    await expect(settling()).rejects.toMatchObject({ name: 'ABORTED' })
    entry = { ...entry, key: '20200101000000' }
    await expect(settling()).rejects.toMatchObject({ name: 'DELETED' })
  })
})

describe('the charged seconds', () => {
  it('are rounded down to whole seconds', () => {
    expect([chargedSeconds(59_999, 0), chargedSeconds(60_000, 0)]).toEqual([59, 60])
  })

  it('follow the quote if the file is longer only by an encoder’s padding', () => {
    expect(chargedSeconds(66_023, 65.98)).toBe(65)
    expect(chargedSeconds(66_200, 65.98)).toBe(66)
  })
})
