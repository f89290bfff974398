import { RATE } from './format.ts'

/** Zero crossings of the filter on each side. */
const CROSSINGS = 10
/** Share of the band that the filter keeps whole. */
const BAND = 0.92

/**
 * Resamples a stream to 16 kHz with a windowed-sinc filter: frequencies above the new band do not fold into
 * the speech, as it does with interpolation.
 */
export class Resampler {
  private readonly step: number
  private readonly phases: number
  /** Samples that the filter reaches to each side. */
  private readonly reach: number
  /** Weights of each phase, `2 * reach` of them. */
  private readonly weights: Float32Array[] = []
  private kept: Float32Array
  /** Position in the stream of the first kept sample. */
  private keptAt: number
  private made = 0

  /** `rate`: samples per second of the stream. */
  constructor(rate: number) {
    const divisor = greatestDivisor(rate, RATE)
    this.step = rate / divisor
    this.phases = RATE / divisor
    this.reach = Math.ceil(CROSSINGS * Math.max(1, rate / RATE))
    this.kept = new Float32Array(this.reach)
    this.keptAt = -this.reach
  }

  /** Takes the next samples of the stream; returns those that they complete. */
  add(samples: Float32Array): Float32Array<ArrayBuffer> {
    const stream = new Float32Array(this.kept.length + samples.length)
    stream.set(this.kept)
    stream.set(samples, this.kept.length)
    const end = this.keptAt + stream.length
    const out = new Float32Array(Math.ceil((samples.length * this.phases) / this.step) + 1)
    let count = 0
    for (let at = this.position(); at + this.reach < end; at = this.position()) {
      out[count++] = this.sumAround(stream, at - this.keptAt, (this.made * this.step) % this.phases)
      this.made += 1
    }
    const keepFrom = Math.min(stream.length, Math.max(0, this.position() - this.reach + 1 - this.keptAt))
    this.kept = stream.slice(keepFrom)
    this.keptAt += keepFrom
    return out.slice(0, count)
  }

  /** Returns the samples that waited for the end of the stream. */
  finish(): Float32Array<ArrayBuffer> {
    return this.add(new Float32Array(this.reach))
  }

  /** Position in the stream, rounded down, of the next sample to make. */
  private position(): number {
    return Math.floor((this.made * this.step) / this.phases)
  }

  private sumAround(stream: Float32Array, at: number, phase: number): number {
    const weights = this.weightsOf(phase)
    const from = at - this.reach + 1
    let sum = 0
    for (let i = 0; i < weights.length; i += 1) sum += (weights[i] ?? 0) * (stream[from + i] ?? 0)
    return sum
  }

  private weightsOf(phase: number): Float32Array {
    const known = this.weights[phase]
    if (known) return known
    const width = this.reach
    const cutoff = BAND * Math.min(1, this.phases / this.step)
    const weights = Float32Array.from({ length: 2 * width }, (_, i) => {
      const distance = i - width + 1 - phase / this.phases
      const window = 0.5 + 0.5 * Math.cos((Math.PI * distance) / width)
      return cutoff * sinc(cutoff * distance) * window
    })
    this.weights[phase] = weights
    return weights
  }
}

function sinc(x: number): number {
  return x === 0 ? 1 : Math.sin(Math.PI * x) / (Math.PI * x)
}

function greatestDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestDivisor(b, a % b)
}
