import type { UploadState } from '../uploads.ts'

interface Sample {
  /** Epoch ms. */
  at: number
  /** Bytes sent so far. */
  sent: number
}

const WINDOW_MS = 5_000
const SHORTEST_SPAN_MS = 500

/** Measures the speed of the last five seconds and estimates the time left. */
export class SpeedMeter {
  private samples: Sample[] = []

  /** Speed and time left for `size` bytes; `undefined` without enough samples or progress. */
  measure(sample: Sample, size: number): { bytesPerSecond: number; secondsLeft: number } | undefined {
    this.samples = [...this.samples.filter(each => sample.at - each.at <= WINDOW_MS), sample]
    const first = this.samples[0]
    if (!first || sample.at - first.at < SHORTEST_SPAN_MS) return undefined
    const bytesPerSecond = ((sample.sent - first.sent) / (sample.at - first.at)) * 1000
    if (bytesPerSecond <= 0) return undefined
    return { bytesPerSecond, secondsLeft: (size - sample.sent) / bytesPerSecond }
  }
}

/** Reports `sending` states from the bytes sent and the pauses of an upload of `size` bytes. `now` in epoch ms. */
export function reportSending(size: number, report: (state: UploadState) => void, now: () => number) {
  const speed = new SpeedMeter()
  let last: { key?: string; sent: number; size: number; paused: boolean } = { sent: 0, size, paused: false }
  return {
    onAccepted(key: string) {
      last = { ...last, key }
      report({ step: 'sending', ...last })
    },
    onProgress(sent: number) {
      last = { ...last, sent: Math.min(sent, size) }
      const { secondsLeft } = speed.measure({ at: now(), sent: last.sent }, size) ?? {}
      report({ step: 'sending', ...last, ...(secondsLeft !== undefined && { secondsLeft }) })
    },
    onPause(paused: boolean) {
      if (paused === last.paused) return
      last = { ...last, paused }
      report({ step: 'sending', ...last })
    },
  }
}
