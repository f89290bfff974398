import { useCallback, useLayoutEffect, useRef } from 'react'

/**
 * Returns a function that never changes and calls the latest `call`, for memoized components. It must not be called
 * during a render.
 */
export function useStable<Arguments extends unknown[], Result>(
  call: (...args: Arguments) => Result,
): (...args: Arguments) => Result {
  const latest = useRef(call)
  useLayoutEffect(() => {
    latest.current = call
  })
  return useCallback((...args) => latest.current(...args), [])
}
