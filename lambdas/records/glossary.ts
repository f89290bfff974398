import * as z from 'zod'
import type { ArchiveEntry } from '../contract/archive-entry.ts'
import { ApiError } from '../contract/errors.ts'
import { GLOSSARY_TERMS, type GlossaryChange, type GlossaryTerm, glossaryTerm, termKey } from '../contract/glossary.ts'
import { readServiceRow, serviceKey } from './service-rows.ts'
import type { Tables } from './tables.ts'
import { check, put, remove, transact, untilAnswered, write } from './transaction.ts'

const glossaryRow = z.object({
  terms: z.array(glossaryTerm),
  /** Number of changes. */
  version: z.int(),
})

/** A user's terms, or those of a series, sorted by their English (consistent read). */
export async function readGlossary(tables: Tables, uid: string, series?: string): Promise<GlossaryTerm[]> {
  return (await readRow(tables, uid, series))?.terms ?? []
}

/**
 * The terms for a video: those of its series take precedence over the user's. None if its submission turned them off.
 */
export async function readTermsFor(
  tables: Tables,
  { uid, group, glossary }: Pick<ArchiveEntry, 'uid' | 'group' | 'glossary'>,
): Promise<GlossaryTerm[]> {
  if (!glossary) return []
  const [own, ofSeries] = await Promise.all([readGlossary(tables, uid), group ? readGlossary(tables, uid, group) : []])
  return changed(own, { put: ofSeries, remove: [] })
}

async function readRow(tables: Tables, uid: string, series?: string): Promise<z.infer<typeof glossaryRow> | undefined> {
  return glossaryRow.optional().parse(await readServiceRow(tables, serviceKey.glossary(uid, series)))
}

/**
 * Puts and removes terms, all or none, and returns all terms. They must be normalized and without fault. The row is
 * written only while the user exists, so nothing of a deleted user reappears.
 * @throws ApiError GLOSSARY_FULL, NO_USER
 */
export async function changeGlossary(
  tables: Tables,
  uid: string,
  change: GlossaryChange,
  series?: string,
): Promise<{ terms: GlossaryTerm[] }> {
  return untilAnswered(async () => {
    const row = await readRow(tables, uid, series)
    const terms = changed(row?.terms ?? [], change)
    if (terms.length > GLOSSARY_TERMS) throw new ApiError('GLOSSARY_FULL')
    const version = row?.version ?? 0
    const outcome = await transact(tables, [
      put(
        tables.service,
        { ...serviceKey.glossary(uid, series), terms, version: version + 1 },
        row ? { equals: { version } } : { absent: ['id'] },
      ),
      check(tables.users, { uid }, { present: ['customer_key'] }),
    ])
    if (outcome.done) return { terms }
    if (outcome.refused[1]) throw new ApiError('NO_USER')
    return undefined
  })
}

function changed(terms: readonly GlossaryTerm[], { put, remove }: GlossaryChange): GlossaryTerm[] {
  const byKey = new Map(terms.map(term => [termKey(term.english), term]))
  for (const english of remove) byKey.delete(termKey(english))
  for (const term of put) byKey.set(termKey(term.english), term)
  return [...byKey].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, term]) => term)
}

export async function forgetGlossary(tables: Tables, uid: string): Promise<void> {
  await write(tables, remove(tables.service, serviceKey.glossary(uid)))
}
