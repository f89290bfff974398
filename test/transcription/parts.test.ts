import { mkdtempSync, rmSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { GetObjectCommand } from '@aws-sdk/client-s3'
import { TranscribeClient } from '@aws-sdk/client-transcribe'
import { EncodedPacketSink, FilePathSource, Input, MP4 } from 'mediabunny'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { sentenceFile, videoKey, workKey } from '../../lambdas/contract/media-objects.ts'
import { readEntry } from '../../lambdas/records/archive.ts'
import { grant } from '../../lambdas/records/ledger/index.ts'
import { settleSource } from '../../lambdas/source/settle.ts'
import { batchingFor } from '../../lambdas/transcription/batches.ts'
import { readTranscript } from '../../lambdas/transcription/read-transcript.ts'
import { checkTranscription, startTranscription } from '../../lambdas/transcription/transcription.ts'
import { createTranscribe, type TranscribeService } from '../../local/ai/transcribe/index.ts'
import type { SpeechEngine, SpokenWord } from '../../local/engines/engine.ts'
import { silentBlock } from '../../packages/mp4-sound/src/aac-block.ts'
import { setUpBucket } from '../support/bucket.ts'
import { eventually } from '../support/eventually.ts'
import { editList, madeFile } from '../support/mp4/sound-track.ts'
import { FRAME_SECONDS } from '../support/mp4/speech-frames.ts'
import { sdkSettings } from '../support/sdk-wire.ts'
import { setUpTables } from '../support/tables.ts'
import { AT, heldEntry, NOW, newUser } from '../support/users.ts'

const SECONDS = 1260
const FRAME_MS = FRAME_SECONDS * 1000

const [test, bucket] = await Promise.all([setUpTables(), setUpBucket()])
let folder: string
let transcribe: TranscribeService

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'parts-'))
  transcribe = await createTranscribe({
    engine: frameReader,
    folder,
    now: () => NOW,
    putEvent: () => {},
    hasObject: () => true,
    async readObject(_, key) {
      const { Body } = await (await bucket.media.client()).send(
        new GetObjectCommand({ Bucket: bucket.media.name, Key: key }),
      )
      const path = join(folder, key.replaceAll('/', '_'))
      await writeFile(path, (await Body?.transformToByteArray()) ?? '')
      return path
    },
    writeObject: (_, key, body) => bucket.put(key, body),
  })
})
afterAll(async () => {
  await transcribe.close()
  rmSync(folder, { recursive: true })
})

/**
 * The speech: a word every 430 ms, sentences of ten words by two voices in turn, and a pause of 2 s after every sixth
 * sentence.
 */
const SAID: (SpokenWord & { voice: number })[] = []
for (let n = 0, at = 500; at < SECONDS * 1000 - 500; n += 1) {
  const ends = n % 10 === 9
  SAID.push({
    text: `word${n}`,
    startMs: at,
    endMs: at + 350,
    confidence: 1,
    after: ends ? '.' : '',
    voice: Math.floor(n / 10) % 2,
  })
  at += n % 60 === 59 ? 2430 : 430
}

/** Silent AAC frames that begin with a data element, which contains their index. Those in pauses are small. */
function numberedFrames(): Uint8Array[] {
  const spoken = new Set<number>()
  for (const { startMs, endMs } of SAID)
    for (let at = startMs; at < endMs + 2 * FRAME_MS; at += FRAME_MS) spoken.add(Math.floor(at / FRAME_MS))
  return Array.from({ length: Math.round(SECONDS / FRAME_SECONDS) }, (_, n) => {
    const frame = Buffer.alloc(spoken.has(n) ? 90 : 20)
    const sound = silentBlock(1)
    frame.set([0b1000_0001, frame.length - 2 - sound.length])
    frame.writeUInt32BE(n, 4)
    frame.set(sound, frame.length - sound.length)
    return frame
  })
}

/**
 * Transcribes the words whose frames a file contains, at the times of the file's packets. At the cuts it errs as
 * transcribers do: it doubles the first word and truncates the last one; and it numbers the voices of each file
 * separately.
 */
const frameReader: SpeechEngine = {
  async transcribe(path) {
    using input = new Input({ formats: [MP4], source: new FilePathSource(path) })
    const track = await input.getPrimaryAudioTrack()
    if (!track) throw new Error('no sound')
    const times = new Map<number, number>()
    for await (const { data, timestamp } of new EncodedPacketSink(track).packets())
      times.set(Buffer.from(data).readUInt32BE(4), timestamp * 1000)
    const heard = SAID.flatMap((said): SpokenWord[] => {
      const frame = Math.floor(said.startMs / FRAME_MS)
      const at = times.get(frame)
      if (at === undefined || !times.has(Math.floor(said.endMs / FRAME_MS))) return []
      const startMs = Math.round(at + said.startMs - frame * FRAME_MS)
      return [{ ...said, startMs, endMs: startMs + 350 }]
    })
    const swapped = heard[0]?.voice === 1
    const words = heard.map(word => (swapped ? { ...word, voice: 1 - (word.voice ?? 0) } : word))
    const last = words.at(-1)
    if (words[0] && words[0].text !== SAID[0]?.text) words.unshift({ ...words[0], endMs: words[0].startMs + 10 })
    if (last && last.text !== SAID.at(-1)?.text)
      words[words.length - 1] = { ...last, text: last.text.slice(0, 3), after: '' }
    const durationMs = Math.round(times.size * FRAME_MS)
    return { words, language: 'en-US', languageScore: 0.99, durationMs }
  },
}

/** A film whose sound begins after a second and a half, by a clock 0.1 % faster than the frames, and has a hole. */
const FILM = {
  timescale: 1_000_000,
  times: [10_000, 63_936, 1, 63_936 + 5_000_000, Math.round(SECONDS / FRAME_SECONDS) - 10_001, 63_936],
  extra: [editList([1500, -1], [1_300_000, 0])],
}
const filmMs = (ms: number) => 1500 + ms * 0.999 + (ms >= 10_001 * FRAME_MS ? 5000 : 0)

it.each([
  ['of the sound', {}, (ms: number) => ms],
  ['of the film', FILM, filmMs],
])(
  'a recording transcribed in parts has every word once, at its time %s, by its speaker, though every step runs twice',
  async (_, clock, timeOf) => {
    const info = vi.spyOn(console, 'info').mockImplementation(() => undefined)
    const { uid } = await newUser(test.tables)
    await grant(test.tables, { uid, id: 'parts', amount: 500, reason: 'long videos', at: AT })
    const entry = await heldEntry(test.tables, uid, { durationSeconds: SECONDS })
    await bucket.put(
      videoKey(uid, entry.title),
      madeFile({ tracks: [{ samples: numberedFrames(), ...clock }] }),
      'video/mp4',
    )
    const deps = {
      tables: test.tables,
      media: bucket.media,
      transcribe: new TranscribeClient(sdkSettings(transcribe)),
      roleArn: 'arn:aws:iam::000000000000:role/transcribe',
      division: { fromSeconds: 1200, mostParts: 12 },
      hearing: 'transcribe' as const,
      batching: batchingFor('none'),
      now: () => NOW,
    }
    for (const step of [settleSource, settleSource, startTranscription, startTranscription]) await step(deps, entry)
    expect((await bucket.keys()).filter(key => key.includes(uid) && key.endsWith('sound.mp4'))).toHaveLength(2)
    await eventually(async () => expect(await checkTranscription(deps, entry)).toBe('COMPLETED'))
    await readTranscript(deps, entry)
    await readTranscript(deps, entry)

    const { sentences } = sentenceFile.parse(await bucket.json(workKey(uid, entry.key, 'sentences.json')))
    const words = sentences.flatMap(sentence => sentence.words)
    expect(words.map(({ text, after }) => text + after)).toEqual(SAID.map(({ text, after }) => text + after))
    expect(words.map(({ speaker }) => speaker)).toEqual(SAID.map(({ voice }) => `spk_${voice}`))
    const apart = words.map(({ startMs }, i) => Math.abs(startMs - timeOf(SAID[i]?.startMs ?? 0)))
    // The word at the hole is shown on the side of its middle.
    expect(apart.toSorted((one, other) => other - one).slice(1)[0]).toBeLessThan(10)
    expect(await readEntry(test.tables, entry)).toMatchObject({ status: 'translating', used_token: 210 })
    // Amazon also charges for the overlaps: 16 seconds at the seam.
    expect(info).toHaveBeenCalledWith(
      expect.objectContaining({ counted: 'recognition', minutes: expect.closeTo(21.27, 1) }),
    )
  },
)
