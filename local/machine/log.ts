/** Lines that stay for assertions. */
const KEPT = 2000

export interface CloudLog {
  line(text: string): void
  lines(): string[]
}

/** The terminal, with a memory. */
export function createCloudLog(isQuiet: boolean): CloudLog {
  const kept: string[] = []
  return {
    line(text) {
      kept.push(text)
      if (kept.length > KEPT) kept.shift()
      if (!isQuiet) console.log(text)
    },
    lines: () => [...kept],
  }
}
