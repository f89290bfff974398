import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef } from 'react'
import type { EntryView } from '../../lambdas/contract/views.ts'
import { KEYS } from '../shared/queries.ts'

interface EntriesFrameProps {
  entries: readonly EntryView[]
  /** Whether other entries are being loaded. */
  busy: boolean
  children: ReactNode
}

/** Contains a list of entries. Keeps the focus in the list and the balance up to date. */
export function EntriesFrame({ entries, busy, children }: EntriesFrameProps) {
  useFreshBalance(entries)
  return (
    <div ref={useKeptFocus(entries)} aria-busy={busy}>
      {children}
    </div>
  )
}

/**
 * Keeps the focus in the list when the focused row disappears, for example after a deletion: moves it to the row that
 * took its place, or to the heading if the list is empty. By default the browser moves it to the document.
 */
function useKeptFocus(entries: readonly EntryView[]) {
  const list = useRef<HTMLDivElement>(null)
  const last = useRef<{ element: Element; row: number }>(undefined)
  useEffect(() => {
    const note = ({ target }: FocusEvent) => {
      const row = target instanceof Element ? target.closest('tbody tr') : null
      const rows = [...(list.current?.querySelectorAll('tbody tr') ?? [])]
      last.current = target instanceof Element && row ? { element: target, row: rows.indexOf(row) } : undefined
    }
    document.addEventListener('focusin', note)
    return () => document.removeEventListener('focusin', note)
  }, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: rows can disappear only when the entries change.
  useEffect(() => {
    if (!last.current || last.current.element.isConnected || document.activeElement !== document.body) return
    const rows = [...(list.current?.querySelectorAll('tbody tr') ?? [])]
    const row = rows[Math.min(last.current.row, rows.length - 1)]
    const next = row?.querySelector<HTMLElement>('button, a') ?? document.querySelector('h1')
    next?.focus()
  }, [entries])
  return list
}

/** Reloads the balance when an entry has been settled or refunded. */
function useFreshBalance(entries: readonly EntryView[]): void {
  const queries = useQueryClient()
  const charges = entries.map(({ key, used_token }) => `${key} ${used_token}`).join()
  const before = useRef(charges)
  useEffect(() => {
    if (before.current !== undefined && before.current !== charges)
      void queries.invalidateQueries({ queryKey: KEYS.me })
    before.current = charges
  }, [charges, queries])
}
