/** Tells how far a download is, not more often than is worth reading. */
export interface Progress {
  at(bytes: number): void
}

const STEP_PERCENT = 5

/** Lines such as `음성 인식 모델을 받고 있어요: 132/661 MB (20%)`, one for every 5 percent. */
export function createProgress(title: string, totalBytes: number, log: (line: string) => void): Progress {
  let told = -1
  return {
    at(bytes) {
      const percent = Math.min(100, Math.floor((bytes * 100) / totalBytes))
      const step = Math.floor(percent / STEP_PERCENT)
      if (step <= told) return
      told = step
      log(`${title}을 받고 있어요: ${megabytes(bytes)}/${megabytes(totalBytes)} MB (${percent}%)`)
    },
  }
}

function megabytes(bytes: number): string {
  const value = bytes / 1e6
  return value < 10 ? value.toFixed(1) : String(Math.round(value))
}
