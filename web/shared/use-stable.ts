import { useCallback, useLayoutEffect, useRef } from 'react'

/** A function that never changes and calls the latest `call`, for memoized components. Not to be called while rendering. */
export function useStable<Arguments extends unknown[], Result>(
  call: (...args: Arguments) => Result,
): (...args: Arguments) => Result {
  const latest = useRef(call)
  useLayoutEffect(() => {
    latest.current = call
  })
  return useCallback((...args) => latest.current(...args), [])
}
