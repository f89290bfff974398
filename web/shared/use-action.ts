import { useRef, useState } from 'react'
import { messageOf, Refused } from './request-failed.ts'

export interface Action<Args extends readonly unknown[], Result> {
  run(...args: Args): void
  busy: boolean
  /** The Korean reason of the last failure. */
  error: string | undefined
  /** What the last run returned; `undefined` while it runs. */
  result: Result | undefined
  /** Clears that reason, for example because the input has changed. */
  clear(): void
}

/**
 * Runs an action of the user that may fail, such as submitting a form, and keeps its state. After a second `run`, the
 * outcome of the first is ignored.
 */
export function useAction<Args extends readonly unknown[], Result>(
  work: (...args: Args) => Result,
): Action<Args, Awaited<Result>> {
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string>()
  const [result, setResult] = useState<Awaited<Result>>()
  const runs = useRef(0)
  const run = async (...args: Args) => {
    runs.current += 1
    const mine = runs.current
    setBusy(true)
    setError(undefined)
    setResult(undefined)
    try {
      const done = await work(...args)
      if (mine === runs.current) setResult(() => done)
    } catch (failure) {
      if (!(failure instanceof Refused)) console.error(failure)
      if (mine === runs.current) setError(messageOf(failure))
    } finally {
      if (mine === runs.current) setBusy(false)
    }
  }
  return { run: (...args) => void run(...args), busy, error, result, clear: () => setError(undefined) }
}
