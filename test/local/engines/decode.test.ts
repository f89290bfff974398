import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import {
  BufferTarget,
  EncodedAudioPacketSource,
  EncodedPacketSink,
  FilePathSource,
  Input,
  MP4,
  Mp4OutputFormat,
  Output,
} from 'mediabunny'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type DecodeOptions, decodeSound, SAMPLE_RATE } from '../../../local/engines/decode.ts'
import { toneWav } from '../../fixtures/media/tones.ts'
import { madeFile } from '../../support/mp4/sound-track.ts'
import { speechFrames } from '../../support/mp4/speech-frames.ts'

const MEDIA = fileURLToPath(new URL('../../fixtures/media', import.meta.url))
const HELLO = fileURLToPath(new URL('../../../local/sample/hello.mp4', import.meta.url))

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'decode-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

/** The whole sound from time 0 of the media, silent where there is no piece. */
async function soundOf(file: string, options?: DecodeOptions) {
  const samples: number[] = []
  const starts: number[] = []
  for await (const piece of decodeSound(file, options)) {
    expect(piece.startSample).toBeGreaterThanOrEqual(samples.length)
    while (samples.length < piece.startSample) samples.push(0)
    for (const sample of piece.samples) samples.push(sample)
    starts.push(piece.startSample)
  }
  return { samples: Float32Array.from(samples), starts }
}

/** Greatest difference between two sounds, after the first frame. */
function difference(a: Float32Array, b: Float32Array, from = 2048): number {
  let greatest = 0
  for (let i = from; i < Math.min(a.length, b.length); i += 1)
    greatest = Math.max(greatest, Math.abs((a[i] ?? 0) - (b[i] ?? 0)))
  return greatest
}

/** Samples by which `a` lags behind `b`, from the correlation of half a second around a position. */
function lag(a: Float32Array, b: Float32Array, around: number): number {
  let best = { lag: 0, likeness: Number.NEGATIVE_INFINITY }
  for (let shift = -200; shift <= 200; shift += 1) {
    let likeness = 0
    for (let i = around; i < around + 8000; i += 1) likeness += (a[i + shift] ?? 0) * (b[i] ?? 0)
    if (likeness > best.likeness) best = { lag: shift, likeness }
  }
  return best.lag
}

/** Collects all garbage and lets the finalizers run. */
async function collectGarbage(): Promise<void> {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc')
  for (let i = 0; i < 5; i += 1) {
    collect()
    await setTimeout(20)
  }
}

describe('the decoded sound of a file', () => {
  it('starts at the media’s time 0 and has its length', async () => {
    const { samples, starts } = await soundOf(HELLO)
    expect(starts[0]).toBe(0)
    expect(samples.length / SAMPLE_RATE).toBeCloseTo(25.28, 1)
  })

  it('is the same in pieces as whole: nothing is damped, repeated or lost between pieces', async () => {
    const whole = await soundOf(HELLO)
    const pieces = await soundOf(HELLO, { pieceSeconds: 2 })
    expect(pieces.starts.length).toBeGreaterThan(10)
    expect(pieces.samples).toHaveLength(whole.samples.length)
    expect(difference(pieces.samples, whole.samples)).toBeLessThan(1e-4)
  })

  it('is resampled from 44.1 kHz stereo to 16 kHz at the same times, whole or in pieces', async () => {
    const reference = (await soundOf(HELLO)).samples
    const stereo = (await soundOf(join(MEDIA, 'stereo.mp4'))).samples
    const pieces = (await soundOf(join(MEDIA, 'stereo.mp4'), { pieceSeconds: 1.3 })).samples
    for (const second of [1, 3, 4.5]) {
      expect(Math.abs(lag(stereo, reference, second * SAMPLE_RATE))).toBeLessThanOrEqual(1)
      expect(Math.abs(lag(pieces, stereo, second * SAMPLE_RATE))).toBeLessThanOrEqual(1)
    }
    // Pieces start between two samples of the new rate: at most half a sample of 16 kHz.
    expect(difference(pieces, stereo)).toBeLessThan(0.06)
  })

  it('keeps its times after a gap between packets', async () => {
    const file = join(folder, 'gap.mp4')
    writeFileSync(file, await remuxed(HELLO, { shift: timestamp => (timestamp >= 10 ? 4 : 0) }))
    const { samples, starts } = await soundOf(file)
    const reference = (await soundOf(HELLO)).samples
    expect(starts).toHaveLength(2)
    expect(samples.length / SAMPLE_RATE).toBeCloseTo(29.28, 1)
    expect(lag(samples, reference, 9 * SAMPLE_RATE)).toBe(0)
    const behind = samples.subarray(4 * SAMPLE_RATE)
    expect(Math.abs(lag(behind, reference, 12 * SAMPLE_RATE))).toBeLessThanOrEqual(1)
  })

  it('of HE-AAC is that of the AAC-LC inside it', async () => {
    const file = join(folder, 'he.mp4')
    const config = { codec: 'mp4a.40.5', sampleRate: 32_000, description: Uint8Array.of(0x2c, 0x0a, 0x88, 0x00) }
    writeFileSync(file, await remuxed(HELLO, { config }))
    const { samples } = await soundOf(file)
    const reference = (await soundOf(HELLO)).samples
    expect(difference(samples, reference)).toBeLessThan(1e-4)
  })

  it('of a WAV file is unchanged', async () => {
    const file = join(folder, 'tone.wav')
    writeFileSync(file, toneWav(3, [[1, 1, 440]]))
    const { samples } = await soundOf(file)
    expect(samples).toHaveLength(3 * SAMPLE_RATE)
    expect(Math.max(...samples.subarray(0, 15_900))).toBe(0)
    expect(Math.max(...samples.subarray(17_000, 31_000))).toBeGreaterThan(0.2)
  })

  it('survives the release of the decoder’s own memory', async () => {
    const file = join(folder, 'long.wav')
    writeFileSync(file, toneWav(60, [[0, 60, 1000]]))
    const { value: piece } = await decodeSound(file).next()
    const samples: Float32Array = piece?.samples ?? new Float32Array(0)
    const before = Float32Array.from(samples)
    await collectGarbage()
    expect(samples).toHaveLength(60 * SAMPLE_RATE)
    expect(Buffer.from(samples.buffer).equals(Buffer.from(before.buffer))).toBe(true)
  })

  it('is decoded in pieces of limited size even if all packets have the same time', async () => {
    const file = join(folder, 'same-time.mp4')
    const samples = await speechFrames(900)
    writeFileSync(file, madeFile({ tracks: [{ samples, times: [samples.length, 0] }] }))
    let largest = 0
    for await (const piece of decodeSound(file)) largest = Math.max(largest, piece.samples.length)
    expect(largest).toBeLessThanOrEqual(60 * 90 * 1024)
  })

  it('stops when the work is abandoned', async () => {
    const stop = new AbortController()
    stop.abort()
    await expect(soundOf(HELLO, { signal: stop.signal })).rejects.toMatchObject({ code: 'STOPPED' })
  })
})

describe('a file whose sound cannot be decoded', () => {
  const junk = Buffer.from(Array.from({ length: 5000 }, (_, i) => (i * 7919) % 251))
  it.each([
    ['NO_AUDIO', 'a video without sound', () => join(MEDIA, 'no-audio.mp4')],
    ['UNSUPPORTED_CODEC', 'Opus', () => join(MEDIA, 'opus.mp4')],
    ['UNSUPPORTED_CODEC', 'six channels', () => join(MEDIA, 'surround.mp4')],
    ['UNREADABLE', 'a file that is no media file', () => written('junk.mp4', junk)],
    ['UNREADABLE', 'an empty file', () => written('empty.mp4', Buffer.alloc(0))],
    ['UNREADABLE', 'a file that does not exist', () => join(folder, 'nowhere.mp4')],
  ] as const)('fails with %s: %s', async (code, _, file) => {
    await expect(soundOf(file())).rejects.toMatchObject({ name: 'EngineError', code })
  })

  function written(name: string, content: Buffer): string {
    writeFileSync(join(folder, name), content)
    return join(folder, name)
  }
})

/** Copies the sound of a file into a new file, with packets shifted by seconds or another description. */
async function remuxed(
  file: string,
  changes: { shift?: (timestamp: number) => number; config?: Partial<AudioDecoderConfig> },
): Promise<Buffer> {
  using input = new Input({ formats: [MP4], source: new FilePathSource(file) })
  const track = await input.getPrimaryAudioTrack()
  const config = await track?.getDecoderConfig()
  if (!track || !config) throw new Error('no sound')
  const target = new BufferTarget()
  const output = new Output({ format: new Mp4OutputFormat(), target })
  const source = new EncodedAudioPacketSource('aac')
  output.addAudioTrack(source)
  await output.start()
  for await (const packet of new EncodedPacketSink(track).packets()) {
    if (packet.timestamp < 0) continue
    const timestamp = packet.timestamp + (changes.shift?.(packet.timestamp) ?? 0)
    await source.add(packet.clone({ timestamp }), { decoderConfig: { ...config, ...changes.config } })
  }
  await output.finalize()
  return Buffer.from(target.buffer ?? new ArrayBuffer(0))
}
