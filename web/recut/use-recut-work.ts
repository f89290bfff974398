import { type Remote, wrap } from 'comlink'
import { useEffect, useEffectEvent, useRef } from 'react'
import type { RecutWork } from './recut-work.ts'

/**
 * Runs the worker that recuts while the screen is shown.
 * @param onCrash called if the worker cannot start or ends early, for example because memory is short
 */
export function useRecutWork(onCrash: () => void): { current: Remote<RecutWork> | undefined } {
  const work = useRef<Remote<RecutWork>>(undefined)
  const crashed = useEffectEvent(onCrash)
  useEffect(() => {
    const worker = new Worker(new URL('./recut.worker.ts', import.meta.url), { type: 'module' })
    worker.addEventListener('error', () => crashed())
    work.current = wrap<RecutWork>(worker)
    return () => worker.terminate()
  }, [])
  return work
}
