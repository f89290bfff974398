const WIDTH = 28

/** One progress bar per stage: half full while it runs, full when done. Without a terminal, one line per finished stage. */
export class StageBars {
  private current: string | undefined
  private startedMs = 0
  private readonly out: { write(text: string): unknown; isTTY?: boolean }
  private readonly now: () => number

  constructor(out: { write(text: string): unknown; isTTY?: boolean }, now: () => number) {
    this.out = out
    this.now = now
  }

  /** Shows `share` (0 to 1) of the named stage; a new name finishes the previous one. */
  show(stage: string, share: number): void {
    if (stage !== this.current) {
      this.finish()
      this.current = stage
      this.startedMs = this.now()
    }
    if (this.out.isTTY) this.out.write(`\r  ${bar(share)} ${stage}   `)
  }

  /** Fills the current stage's bar and shows the seconds that it took. */
  finish(): void {
    if (this.current === undefined) return
    const seconds = ((this.now() - this.startedMs) / 1000).toFixed(1)
    this.out.write(`${this.out.isTTY ? '\r' : ''}  ${bar(1)} ${this.current} ${seconds} s   \n`)
    this.current = undefined
  }
}

function bar(share: number): string {
  const full = Math.round(Math.min(1, Math.max(0, share)) * WIDTH)
  return `${'█'.repeat(full)}${'░'.repeat(WIDTH - full)}`
}
