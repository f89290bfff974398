import type { EditFile, EditRequest, HistoryEntry } from './project.ts'

/** Changes that are kept, and the bytes of their sentences: the history shares a file with the sentences. */
const MOST_ENTRIES = 200
const MOST_BYTES = 500_000

type Passages = { readonly passages: readonly EditFile['passages'][number][] }

/** Appends what a save changed to the history. Several saves of one change by the same person become one entry. */
export function appendToHistory(
  { passages: old, history }: EditFile,
  saved: Passages,
  change: (NonNullable<EditRequest['change']> & Pick<HistoryEntry, 'by'>) | undefined,
  at: string,
): HistoryEntry[] {
  if (!change) return history
  const entry = { ...change, at, ...differenceBetween(old, saved.passages) }
  const last = history.at(-1)
  const next =
    last?.id === change.id && last.by === change.by
      ? [...history.slice(0, -1), combine(last, entry)]
      : [...history, entry]
  return withinBounds(next)
}

function differenceBetween(
  old: Passages['passages'],
  now: Passages['passages'],
): Pick<HistoryEntry, 'before' | 'after'> {
  const before = new Map(old.map(each => [each.passage.id, each]))
  const after = new Map(now.map(each => [each.passage.id, each]))
  const isChanged = (id: string) => before.get(id)?.version !== after.get(id)?.version
  return {
    before: old.flatMap(({ passage }) => (isChanged(passage.id) ? [passage] : [])),
    after: now.flatMap(({ passage }) => (isChanged(passage.id) ? [passage] : [])),
  }
}

/** Both changes as one: what the first removed, and what the second left. */
function combine(first: HistoryEntry, second: HistoryEntry): HistoryEntry {
  const added = new Set(first.after.map(({ id }) => id))
  const gone = new Set(second.before.map(({ id }) => id))
  return {
    ...second,
    before: [...first.before, ...second.before.filter(({ id }) => !added.has(id))],
    after: [...first.after.filter(({ id }) => !gone.has(id)), ...second.after],
  }
}

function withinBounds(history: HistoryEntry[]): HistoryEntry[] {
  let bytes = 0
  const recent = history.slice(-MOST_ENTRIES).reverse()
  const first = recent.findIndex(entry => {
    bytes += new TextEncoder().encode(JSON.stringify(entry)).length
    return bytes > MOST_BYTES
  })
  return recent.slice(0, first < 0 ? undefined : first).reverse()
}
