import { SAMPLE_RATE, type SoundPiece } from './decode.ts'
import { SILENCE_DB } from './loudness.ts'

/** Length limits of a piece, because the model needs quadratic memory. */
const SHORTEST = 30 * SAMPLE_RATE
const LONGEST = 60 * SAMPLE_RATE
/** Length of the quiet window that a cut needs, and the step of the search for it. */
const WINDOW = Math.round(0.3 * SAMPLE_RATE)
const STEP = Math.round(0.05 * SAMPLE_RATE)
/** A piece that is never louder is silent. Models invent words for silence. */
const SILENT_DB = -62

/** Cuts sound into pieces of 30 to 60 seconds at the quietest points, and at gaps. Silent pieces are skipped. */
export async function* cutSound(sound: AsyncIterable<SoundPiece>): AsyncGenerator<SoundPiece> {
  let held: SoundPiece = { startSample: 0, samples: new Float32Array(0) }
  for await (const piece of sound) {
    if (piece.startSample !== held.startSample + held.samples.length) {
      yield* unlessSilent(held)
      held = piece
    } else held = { startSample: held.startSample, samples: joined(held.samples, piece.samples) }
    while (held.samples.length > LONGEST) {
      const cut = quietestPlace(held.samples, SHORTEST, LONGEST)
      yield* unlessSilent({ startSample: held.startSample, samples: held.samples.slice(0, cut) })
      held = { startSample: held.startSample + cut, samples: held.samples.slice(cut) }
    }
  }
  yield* unlessSilent(held)
}

/** The middle of the quietest window between two samples. */
function quietestPlace(samples: Float32Array, from: number, to: number): number {
  let best = to
  let least = Number.POSITIVE_INFINITY
  for (let start = from; start + WINDOW <= to; start += STEP) {
    const energy = computeEnergy(samples, start, start + WINDOW)
    if (energy < least) {
      least = energy
      best = start + WINDOW / 2
    }
  }
  return Math.round(best)
}

/** Yields the piece if any of it is audible. */
function* unlessSilent(piece: SoundPiece): Generator<SoundPiece> {
  const { samples } = piece
  for (let start = 0; start < samples.length; start += STEP) {
    const end = Math.min(start + STEP, samples.length)
    const level = Math.max(SILENCE_DB, 10 * Math.log10(computeEnergy(samples, start, end) / (end - start) + 1e-12))
    if (level > SILENT_DB) return yield piece
  }
}

function computeEnergy(samples: Float32Array, from: number, to: number): number {
  let energy = 0
  for (let i = from; i < to; i += 1) energy += (samples[i] ?? 0) ** 2
  return energy
}

function joined(a: Float32Array, b: Float32Array): Float32Array {
  if (a.length === 0) return b
  const both = new Float32Array(a.length + b.length)
  both.set(a)
  both.set(b, a.length)
  return both
}
