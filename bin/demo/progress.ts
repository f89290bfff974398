import type { EntryStatus } from '../../lambdas/contract/archive-entry.ts'

const WIDTH = 28

/** What a person reads beside each bar. */
export const STAGE_NAMES: Partial<Record<EntryStatus, string>> = {
  uploading: '올리는 중',
  queued: '기다리는 중',
  fetching: '가져오는 중',
  listening: '듣는 중',
  translating: '옮기는 중',
  writing: '쓰는 중',
}

/** A bar a stage: moving while the stage is under way, full once it is over. Plain lines where there is no terminal. */
export class StageBars {
  private current: string | undefined
  private startedMs = 0
  private readonly out: NodeJS.WriteStream
  private readonly now: () => number

  constructor(out: NodeJS.WriteStream, now: () => number) {
    this.out = out
    this.now = now
  }

  /** Shows `share` (0 to 1) of the named stage; a new name finishes the one before. */
  show(stage: string, share: number): void {
    if (stage !== this.current) {
      this.finish()
      this.current = stage
      this.startedMs = this.now()
    }
    if (this.out.isTTY) this.out.write(`\r  ${bar(share)} ${stage}   `)
  }

  /** Fills the bar of the stage under way, with the seconds that it took. */
  finish(): void {
    if (this.current === undefined) return
    const seconds = ((this.now() - this.startedMs) / 1000).toFixed(1)
    this.out.write(`${this.out.isTTY ? '\r' : ''}  ${bar(1)} ${this.current} ${seconds}초   \n`)
    this.current = undefined
  }
}

function bar(share: number): string {
  const full = Math.round(Math.min(1, Math.max(0, share)) * WIDTH)
  return `${'█'.repeat(full)}${'░'.repeat(WIDTH - full)}`
}
