import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import fc from 'fast-check'
import { ALL_FORMATS, BufferSource, EncodedPacketSink, Input, type InputAudioTrack } from 'mediabunny'
import { describe, expect, it } from 'vitest'
import { plainFile } from '#mp4-sound'
import { probeMedia } from '../../lambdas/source/probe.ts'
import { silentBlock } from '../../packages/mp4-sound/src/aac-block.ts'
import { bits, fullBox, table, u32 } from '../support/mp4/boxes.ts'
import { rebuilt } from '../support/mp4/settled-sound.ts'
import { AAC_LC, editList, madeFile, mp4a } from '../support/mp4/sound-track.ts'
import { speechFrames } from '../support/mp4/speech-frames.ts'
import { inMemory, madeMp4 } from './made-media.ts'

const MEDIA = join(import.meta.dirname, '../fixtures/media')
const REFUSALS = ['DAMAGED_VIDEO', 'NO_AUDIO', 'NOT_A_VIDEO', 'UNSUPPORTED_AUDIO', 'TOO_LONG']
const SAMPLE = join(import.meta.dirname, '../../local/sample')

/** The packets of a file's sound: their start times and bytes. */
async function packetsOf(bytes: Uint8Array): Promise<{ seconds: number; data: string }[]> {
  using input = new Input({ formats: ALL_FORMATS, source: new BufferSource(bytes) })
  const track = await soundTrack(input)
  const packets: { seconds: number; data: string }[] = []
  for await (const { timestamp, data } of new EncodedPacketSink(track).packets())
    packets.push({ seconds: Math.round(timestamp * 100) / 100, data: Buffer.from(data).toString('base64') })
  return packets
}

async function soundTrack(input: Input): Promise<InputAudioTrack> {
  const track = await input.getPrimaryAudioTrack()
  if (!track) throw new Error('no sound')
  return track
}

/** An MP3 frame of 48 kHz, 64 kbit/s: 192 bytes that last 24 ms. */
const mp3Frame = (header = [0xff, 0xfb, 0x54, 0xc4]) => Buffer.concat([Buffer.from(header), Buffer.alloc(188, 1)])

describe('the rebuilt sound file', () => {
  it.each([
    'bicycle.mp4',
    'stereo.mp4',
    'hum.mp4',
    '../../../local/sample/hello.mp4',
    '../../../local/sample/hello.m4a',
  ])('holds the frames of %s back to back, without those that no player shows', async name => {
    const bytes = await readFile(join(MEDIA, name))
    const [heard, whole] = [await packetsOf((await rebuilt(bytes)).sound), await packetsOf(bytes)]
    const shown = whole.filter(({ seconds }) => seconds >= 0)
    expect(heard.map(({ data }) => data)).toEqual(shown.map(({ data }) => data))
    expect(heard[0]?.seconds).toBe(0)
  })

  it('is the same for a plain and for a fragmented file', async () => {
    const layouts = ['header first', 'header last', 'fragmented'] as const
    const sounds = await Promise.all(
      layouts.map(async layout => (await rebuilt(await madeMp4({ sound: 9, pictures: 9, layout }))).sound),
    )
    expect(sounds[1]).toEqual(sounds[0])
    expect(await packetsOf(sounds[2] ?? new Uint8Array())).toEqual(await packetsOf(sounds[0] ?? new Uint8Array()))
  })

  it('has no delays or gaps, which another decoder could read differently', async () => {
    const samples = await speechFrames(3.2)
    const gap = 16_000 * 2
    const times = [19, 1024, 1, 1024 + gap, 30, 1024]
    const late = madeFile({ tracks: [{ samples, times, extra: [editList([1500, -1], [9000, 0])] }] })
    const packets = await packetsOf((await rebuilt(late)).sound)
    expect(packets.map(({ seconds }) => seconds)).toEqual(samples.map((_, i) => Math.round(i * 6.4) / 100))
  })

  it('declares only the AAC core and leaves band replication to the decoder', async () => {
    const samples = await speechFrames(1)
    const he = bits('00101', '1000', '0001', '0101', '00010', '000')
    const { sound } = await rebuilt(madeFile({ tracks: [{ samples, entries: [mp4a(he)] }] }))
    using input = new Input({ formats: ALL_FORMATS, source: new BufferSource(sound) })
    const config = await (await soundTrack(input)).getDecoderConfig()
    expect(config).toMatchObject({ codec: 'mp4a.40.2', sampleRate: 16_000, description: new Uint8Array(AAC_LC) })
  })

  it('copies MP3 frame by frame', async () => {
    const samples = Array.from({ length: 100 }, () => mp3Frame())
    const entries = [mp4a(undefined, { objectType: 0x6b })]
    const { durationMs, sound } = await rebuilt(madeFile({ tracks: [{ samples, entries, times: [100, 1] }] }))
    expect(durationMs).toBe(100 * 24)
    expect(await packetsOf(sound)).toHaveLength(100)
  })

  it('is refused if an MP3 sample holds two frames, and has silence in place of a sample that is not an MP3 frame', async () => {
    const entries = [mp4a(undefined, { objectType: 0x69 })]
    const whole = Array.from({ length: 100 }, () => mp3Frame())
    const withOne = (wrong: Buffer) =>
      rebuilt(madeFile({ tracks: [{ samples: [...whole.slice(0, 50), wrong, ...whole.slice(50)], entries }] }))
    await expect(withOne(Buffer.concat([mp3Frame(), mp3Frame()]))).rejects.toMatchObject({ name: 'DAMAGED_VIDEO' })
    for (const wrong of [mp3Frame([0xff, 0xfb, 0x58, 0xc4]), Buffer.alloc(192)]) {
      const { sound } = await withOne(wrong)
      expect((await packetsOf(sound))[50]?.data).toBe(mp3Frame().fill(0, 4).toString('base64'))
    }
  })

  it('has the announced size and the settled length for any upload', async () => {
    const whole = await readFile(join(SAMPLE, 'hello.mp4'))
    const small = await madeMp4({ sound: 2, layout: 'fragmented' })
    const change = fc.array(fc.tuple(fc.nat(), fc.nat(255)), { minLength: 1, maxLength: 8 })
    await fc.assert(
      fc.asyncProperty(change, fc.boolean(), async (changes, isWhole) => {
        const bytes = Uint8Array.from(isWhole ? whole : small)
        // The headers, where an alteration matters, are at the beginning and at the end of the file.
        for (const [at, value] of changes) bytes[isWhole ? bytes.length - 1 - (at % 9000) : at % bytes.length] = value
        const outcome = await rebuilt(bytes).catch(error => error.name)
        if (typeof outcome === 'string') {
          expect(REFUSALS).toContain(outcome)
          return
        }
        using input = new Input({ formats: ALL_FORMATS, source: new BufferSource(outcome.sound) })
        const seconds = await (await soundTrack(input)).computeDuration()
        expect(seconds * 1000).toBeLessThanOrEqual(outcome.durationMs + 3 * 128)
      }),
      { numRuns: 100 },
    )
  })
})

describe('rebuilding the sound', () => {
  it('reads a large file in few requests with little memory', async () => {
    const file = inMemory(await madeMp4({ sound: 3600 }))
    const { track } = await probeMedia(file, 14_400)
    file.reads = 0
    let largest = 0
    for await (const piece of plainFile(file, track).content) largest = Math.max(largest, piece.length)
    expect(file.reads).toBeLessThan(4)
    expect(largest).toBeLessThanOrEqual(8 * 1024 ** 2)
  })

  it('needs little memory for one frame referenced by 200,000 samples', async () => {
    const count = 200_000
    const samples = [Uint8Array.from({ length: 700 }, (_, i) => silentBlock(1)[i] ?? 0)]
    const first = 32
    const tables = {
      stsz: fullBox('stsz', 0, u32(700, count)),
      stsc: fullBox('stsc', 0, u32(1, 1, 1, 1)),
      stco: fullBox('stco', 0, u32(count), table(new Uint32Array(count).fill(first))),
      stts: fullBox('stts', 0, u32(1, count, 1024)),
    }
    const file = inMemory(madeFile({ tracks: [{ samples, tables }] }))
    const { track } = await probeMedia(file, 14_400)
    let largest = 0
    for await (const piece of plainFile(file, track).content) largest = Math.max(largest, piece.length)
    expect(largest).toBeLessThanOrEqual(8 * 1024 ** 2)
  })

  it('rethrows storage errors unchanged', async () => {
    const file = inMemory(await madeMp4({ sound: 3 }))
    const { track } = await probeMedia(file, 14_400)
    const trouble = Object.assign(new Error('slow down'), { name: 'SlowDown' })
    const { content } = plainFile({ size: file.size, read: () => Promise.reject(trouble) }, track)
    const pieces = content[Symbol.asyncIterator]()
    await pieces.next()
    await expect(pieces.next()).rejects.toBe(trouble)
  })
})
