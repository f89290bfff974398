import type { DecodedSound } from './decoded-sound.ts'
import { RATE } from './format.ts'
import { mixToMono } from './mono.ts'
import { Resampler } from './resampler.ts'

/** Decoders round times; a smaller difference from the samples counted so far is no gap. */
const TOLERANCE_SECONDS = 0.005
const CHUNK = RATE

/**
 * Mixes the sound from `startSeconds` to `endSeconds` down to one channel at 16 kHz and yields it in chunks of one second.
 * Fills gaps with silence and drops samples that were decoded twice.
 */
export async function* monoStream(
  sounds: AsyncIterable<DecodedSound>,
  startSeconds: number,
  endSeconds: number,
): AsyncGenerator<Float32Array<ArrayBuffer>> {
  const length = Math.round((endSeconds - startSeconds) * RATE)
  const line = new ChunkedLine(length)
  let resampler: Resampler | undefined
  let rate = 0
  /** Number of samples so far at the current rate, and the second at which they begin. */
  let count = 0
  let origin = startSeconds
  for await (const sound of sounds) {
    if (!resampler || sound.rate !== rate) {
      if (resampler) yield* line.add(resampler.finish())
      rate = sound.rate
      resampler = new Resampler(rate)
      origin = startSeconds + line.length / RATE
      count = 0
    }
    const mono = mixToMono(sound.channels)
    const ahead = sound.startSeconds - origin - count / rate
    const isInPlace = Math.abs(ahead) <= TOLERANCE_SECONDS
    const dropped = isInPlace || ahead > 0 ? 0 : Math.min(mono.length, Math.round(-ahead * rate))
    if (!isInPlace && ahead > 0) {
      const most = Math.ceil((length / RATE) * rate)
      for (let left = Math.min(most, Math.round(ahead * rate)); left > 0; left -= rate) {
        const silence = new Float32Array(Math.min(left, rate))
        count += silence.length
        yield* line.add(resampler.add(silence))
      }
    }
    count += mono.length - dropped
    yield* line.add(resampler.add(mono.subarray(dropped)))
  }
  if (resampler) yield* line.add(resampler.finish())
  yield* line.fill()
}

/** Cuts a stream of samples, up to a total length, into chunks of a second. */
class ChunkedLine {
  /** Number of samples so far. */
  length = 0
  private readonly total: number
  private chunk = new Float32Array(CHUNK)
  private filled = 0

  constructor(total: number) {
    this.total = total
  }

  *add(samples: Float32Array): Generator<Float32Array<ArrayBuffer>> {
    for (let at = 0; at < samples.length && this.length < this.total; ) {
      const part = samples.subarray(at, at + Math.min(CHUNK - this.filled, this.total - this.length))
      this.chunk.set(part, this.filled)
      at += part.length
      this.filled += part.length
      this.length += part.length
      if (this.filled === CHUNK) yield this.take()
    }
  }

  /** Fills the rest with silence. */
  *fill(): Generator<Float32Array<ArrayBuffer>> {
    while (this.length < this.total) yield* this.add(new Float32Array(Math.min(CHUNK, this.total - this.length)))
    if (this.filled > 0) yield this.take()
  }

  private take(): Float32Array<ArrayBuffer> {
    const chunk = this.chunk.slice(0, this.filled)
    this.filled = 0
    return chunk
  }
}
