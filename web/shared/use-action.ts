import { useState } from 'react'
import { messageOf, Refused } from './request-failed.ts'

export interface Action<Args extends readonly unknown[]> {
  run(...args: Args): void
  busy: boolean
  /** The Korean reason of the last failure. */
  error: string | undefined
  /** Clears that reason, for example because the input has changed. */
  clear(): void
}

/** Runs an action of the user that may fail, such as submitting a form, and keeps its state. */
export function useAction<Args extends readonly unknown[]>(work: (...args: Args) => unknown): Action<Args> {
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string>()
  const run = async (...args: Args) => {
    setBusy(true)
    setError(undefined)
    try {
      await work(...args)
    } catch (failure) {
      if (!(failure instanceof Refused)) console.error(failure)
      setError(messageOf(failure))
    } finally {
      setBusy(false)
    }
  }
  return { run: (...args) => void run(...args), busy, error, clear: () => setError(undefined) }
}
