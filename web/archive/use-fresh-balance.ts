import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { EntryView } from '../../lambdas/contract/routes.ts'
import { KEYS } from '../queries.ts'

/** Asks for the balance again when the charges of the entries have changed: one was settled, or given back. */
export function useFreshBalance(entries: readonly EntryView[] | undefined): void {
  const queries = useQueryClient()
  const charges = entries?.map(({ key, used_token }) => `${key} ${used_token}`).join()
  const before = useRef(charges)
  useEffect(() => {
    if (before.current !== undefined && before.current !== charges)
      void queries.invalidateQueries({ queryKey: KEYS.me })
    before.current = charges
  }, [charges, queries])
}
