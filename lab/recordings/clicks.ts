import { run } from './programs.ts'

/** Rate at which sounds are compared. */
const RATE = 8000
/** Frequency of a click and its length. The speech under it is so quiet that no codec confuses them. */
const CLICK_HZ = 1000
const CLICK_SECONDS = 0.04

/** Times of the clicks in seconds: never at equal distances, so that a shifted sound cannot be mistaken for itself. */
function clickTimes(seconds: number): number[] {
  const times: number[] = []
  for (let at = 0.4, i = 0; at + CLICK_SECONDS < seconds; at += 0.7 + 0.13 * (i % 5), i += 1) times.push(at)
  return times
}

/** An expression of FFmpeg's `aevalsrc` for the clicks at these times. */
export function clickSource(seconds: number): string {
  const gates = clickTimes(seconds).map(at => `between(t,${at.toFixed(4)},${(at + CLICK_SECONDS).toFixed(4)})`)
  return `aevalsrc='0.8*sin(2*PI*${CLICK_HZ}*t)*(${gates.join('+')})':s=48000:d=${seconds}`
}

export interface Decoding {
  ffmpeg: string
  /** The sound track, counting from 0. */
  track?: number
  /** True to count from time 0 of the file instead of from its first picture or sound. */
  isFromZero?: boolean
}

/** The times in milliseconds at which a player of the file plays clicks, as FFmpeg decodes it, and how long it plays. */
export async function playedClicks(file: string, decoding: Decoding): Promise<{ ms: number; clicks: number[] }> {
  const sound = await decoded(file, decoding)
  return { ms: Math.round((sound.length / RATE) * 1000), clicks: clicksIn(sound) }
}

/** The sound of a file as 16-bit numbers at 8,000 Hz; gaps in its times become silence. */
export async function decoded(file: string, { ffmpeg, track = 0, isFromZero = false }: Decoding): Promise<Int16Array> {
  const args = [...(isFromZero ? ['-copyts'] : []), '-i', file, '-map', `0:a:${track}`]
  const output = ['-af', `aresample=${RATE}:async=1:min_hard_comp=0.01:first_pts=0`, '-ac', '1', '-f', 's16le', '-']
  const bytes = await run(ffmpeg, ['-v', 'fatal', ...args, ...output])
  return new Int16Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + (bytes.length & ~1)))
}

/** Samples of a step, and steps over which the energy is measured: 1 and 10 ms. */
const STEP = 8
const STEPS = 10
/** A click stands out from the loudest one by at least this share of the energy, and two are at least this far apart. */
const SHARE = 0.25
const APART_MS = 200

/** Starts of the clicks in milliseconds: where the energy at their frequency passes half of the click's own. */
export function clicksIn(sound: Int16Array): number[] {
  const energies = energiesOf(sound)
  const loudest = energies.reduce((most, energy) => Math.max(most, energy), 0)
  const clicks: number[] = []
  let quietFor = APART_MS
  for (const [ms, energy] of energies.entries()) {
    const isLoud = energy > loudest * SHARE
    if (isLoud && quietFor >= APART_MS) clicks.push(ms)
    quietFor = isLoud ? 0 : quietFor + 1
  }
  return loudest > 0 ? clicks : []
}

/** Energy at the click's frequency in the window that begins at each millisecond. */
function energiesOf(sound: Int16Array): Float64Array {
  const steps = Math.floor(sound.length / STEP)
  // Sums up to each step: a window is the difference of two.
  const [real, imaginary] = [new Float64Array(steps + 1), new Float64Array(steps + 1)]
  for (let step = 0; step < steps; step += 1) {
    let [cosines, sines] = [real[step] ?? 0, imaginary[step] ?? 0]
    for (let i = step * STEP; i < (step + 1) * STEP; i += 1) {
      cosines += (sound[i] ?? 0) * (COSINES[i % COSINES.length] ?? 0)
      sines += (sound[i] ?? 0) * (COSINES[(i + QUARTER) % COSINES.length] ?? 0)
    }
    real[step + 1] = cosines
    imaginary[step + 1] = sines
  }
  return Float64Array.from({ length: Math.max(0, steps - STEPS) }, (_, step) => {
    const within = (sums: Float64Array) => (sums[step + STEPS] ?? 0) - (sums[step] ?? 0)
    return within(real) ** 2 + within(imaginary) ** 2
  })
}

/** One period of the click, and a quarter of it. */
const COSINES = Array.from({ length: RATE / CLICK_HZ }, (_, i) => Math.cos((2 * Math.PI * i * CLICK_HZ) / RATE))
const QUARTER = COSINES.length / 4
