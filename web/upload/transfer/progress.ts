import type { UploadState } from '../uploads.ts'

interface Sample {
  /** Epoch ms. */
  at: number
  /** Bytes sent so far. */
  sent: number
}

const WINDOW_MS = 5_000
const SHORTEST_SPAN_MS = 500

/** Measures the speed over the last five seconds, and from it the time that is left. */
export class Pace {
  private samples: Sample[] = []

  /** Speed and time left of an upload of `size` bytes; `undefined` while there is too little to measure or nothing moves. */
  measure(sample: Sample, size: number): { bytesPerSecond: number; secondsLeft: number } | undefined {
    this.samples = [...this.samples.filter(each => sample.at - each.at <= WINDOW_MS), sample]
    const first = this.samples[0]
    if (!first || sample.at - first.at < SHORTEST_SPAN_MS) return undefined
    const bytesPerSecond = ((sample.sent - first.sent) / (sample.at - first.at)) * 1000
    if (bytesPerSecond <= 0) return undefined
    return { bytesPerSecond, secondsLeft: (size - sample.sent) / bytesPerSecond }
  }
}

/** Turns sent bytes and pauses into the `sending` states of one upload of `size` bytes. `now` returns epoch ms. */
export function reportSending(size: number, report: (state: UploadState) => void, now: () => number) {
  const pace = new Pace()
  let last = { sent: 0, size, paused: false }
  return {
    onProgress(sent: number) {
      last = { ...last, sent: Math.min(sent, size) }
      report({ step: 'sending', ...last, ...pace.measure({ at: now(), sent: last.sent }, size) })
    },
    onPause(paused: boolean) {
      if (paused === last.paused) return
      last = { ...last, paused }
      report({ step: 'sending', ...last })
    },
  }
}
