interface Sample {
  at: number
  sent: number
}

const WINDOW_MS = 5_000

/** Speed over the last seconds, and the time that is left at it. Times in ms, speed in bytes a second. */
export class Pace {
  private samples: Sample[] = []

  /** `undefined` until there is something to tell it from. */
  tell(sample: Sample, size: number): { bytesPerSecond: number; secondsLeft: number } | undefined {
    this.samples = [...this.samples.filter(each => sample.at - each.at <= WINDOW_MS), sample]
    const first = this.samples[0]
    if (!first || sample.at - first.at < 500) return undefined
    const bytesPerSecond = ((sample.sent - first.sent) / (sample.at - first.at)) * 1000
    if (bytesPerSecond <= 0) return undefined
    return { bytesPerSecond, secondsLeft: (size - sample.sent) / bytesPerSecond }
  }
}
