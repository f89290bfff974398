import type { Language, Say } from './texts.ts'

/** What a command reads and writes, as arguments that a test can replace. */
export interface Context {
  cwd: string
  env: Readonly<Record<string, string | undefined>>
  language: Language
  say: Say
  stdin: AsyncIterable<Uint8Array> & { isTTY?: boolean }
  stdout: { write(content: string | Uint8Array): unknown; isTTY?: boolean }
  /** Messages and progress. */
  stderr: { write(content: string): unknown; isTTY?: boolean }
  fetch: typeof fetch
  /** Epoch milliseconds. */
  now(): number
  wait(ms: number, signal?: AbortSignal): Promise<void>
  /** Aborted by Ctrl+C. */
  signal: AbortSignal
}

/** A command: takes the words after its name and returns the exit code. */
export type Command = (words: readonly string[], context: Context) => Promise<number>
