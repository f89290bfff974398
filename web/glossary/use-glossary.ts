import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import type { GlossaryTerm } from '../../lambdas/contract/glossary.ts'
import { parseGroup } from '../shared/entry/series.ts'
import { glossaryQuery, KEYS } from '../shared/queries.ts'
import { useServices } from '../shared/services.ts'

/** The series whose glossary the address names; `undefined` for the user's own. */
export function useOwner(): string | undefined {
  const [address] = useSearchParams()
  return parseGroup(address.get('series'))
}

export function useGlossary() {
  const { api } = useServices()
  return useQuery(glossaryQuery(api, useOwner()))
}

/** Changes the terms on the server and shows the response. */
export function useChange() {
  const { api } = useServices()
  const queries = useQueryClient()
  const series = useOwner()
  return async (body: { put?: GlossaryTerm[]; remove?: string[] }) =>
    void queries.setQueryData(KEYS.glossary(series), await api('changeGlossary', { query: { series }, body }))
}
