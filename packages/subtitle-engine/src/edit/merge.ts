import { canonical } from './canonical.ts'
import { type Draft, type DraftSentence, inOrder } from './draft.ts'

/** A stored sentence and the version in which it last changed; version 0 is the machine's. */
export interface Stored {
  passage: DraftSentence
  version: number
}

/** Stored sentences, and the version in which each removed sentence went, by id. */
export interface StoredDraft {
  version: number
  passages: readonly Stored[]
  removed: Readonly<Record<string, number>>
}

/** Difference between two drafts: new or changed sentences, and the ids of removed ones. */
export interface Changes {
  put: readonly DraftSentence[]
  remove: readonly string[]
}

/**
 * A sentence that two tabs, devices or users changed since `base`; a side is `undefined` if it removed the sentence.
 */
export interface Conflict {
  id: string
  theirs: DraftSentence | undefined
  mine: DraftSentence | undefined
}

export function changesBetween(before: readonly DraftSentence[], after: readonly DraftSentence[]): Changes {
  // Runs on every key press: skips the common beginning and end instead of building a map of thousands.
  const shorter = Math.min(before.length, after.length)
  let head = 0
  while (head < shorter && before[head] === after[head]) head += 1
  let tail = 0
  while (tail < shorter - head && before.at(-1 - tail) === after.at(-1 - tail)) tail += 1
  const old = before.slice(head, before.length - tail)
  const now = after.slice(head, after.length - tail)
  const known = new Map(old.map(sentence => [sentence.id, sentence]))
  const there = new Set(now.map(({ id }) => id))
  return {
    put: now.filter(sentence => {
      const same = known.get(sentence.id)
      return same !== sentence && (!same || canonical(same) !== canonical(sentence))
    }),
    remove: old.filter(({ id }) => !there.has(id)).map(({ id }) => id),
  }
}

/**
 * Merges changes made on version `base` into the stored draft, sentence by sentence. The result has the next version,
 * or the stored one if nothing changed. If another client changed one of the sentences since `base`, merges nothing and
 * returns the conflicts. Changes already stored, by a request whose response was lost, are ignored.
 */
export function mergeChanges(
  stored: StoredDraft,
  base: number,
  { put, remove }: Changes,
): { stored: StoredDraft; conflicts: readonly [] } | { stored: undefined; conflicts: readonly Conflict[] } {
  const known = new Map(stored.passages.map(each => [each.passage.id, each]))
  const puts = put.filter(sentence => {
    const there = known.get(sentence.id)
    return !there || canonical(there.passage) !== canonical(sentence)
  })
  const removes = remove.filter(id => known.has(id))
  const conflicts: Conflict[] = []
  for (const mine of puts) {
    const there = known.get(mine.id)
    const since = there?.version ?? stored.removed[mine.id] ?? 0
    if (since > base) conflicts.push({ id: mine.id, theirs: there?.passage, mine })
  }
  for (const id of removes) {
    const there = known.get(id)
    if (there && there.version > base) conflicts.push({ id, theirs: there.passage, mine: undefined })
  }
  conflicts.push(...doubledWords(stored, known, base, puts, new Set(removes)))
  if (conflicts.length > 0) return { stored: undefined, conflicts }
  if (puts.length + removes.length === 0) return { stored, conflicts: [] }
  const version = stored.version + 1
  const gone = new Set(removes)
  const changed = new Set(puts.map(({ id }) => id))
  const removed = { ...stored.removed }
  for (const id of gone) removed[id] = version
  for (const id of changed) delete removed[id]
  const kept = stored.passages.filter(({ passage: { id } }) => !gone.has(id) && !changed.has(id))
  return {
    stored: { version, passages: [...kept, ...puts.map(sentence => ({ passage: sentence, version }))], removed },
    conflicts: [],
  }
}

/**
 * Finds sentences whose words another client has meanwhile moved into other sentences, as when one tab splits what
 * another joins.
 */
function doubledWords(
  stored: StoredDraft,
  known: ReadonlyMap<string, Stored>,
  base: number,
  puts: readonly DraftSentence[],
  removes: ReadonlySet<string>,
): Conflict[] {
  const changed = new Set(puts.map(({ id }) => id))
  const others = stored.passages.filter(
    ({ passage, version }) => version > base && !changed.has(passage.id) && !removes.has(passage.id),
  )
  return puts.flatMap(mine => {
    const double = others.find(({ passage }) => mine.from < passage.to && passage.from < mine.to)
    if (!double) return []
    return [{ id: mine.id, theirs: known.get(mine.id)?.passage ?? double.passage, mine }]
  })
}

/** True if two sentences claim the same word of the talk or have the same id. No edit of the page does either. */
export function claimsTwice(sentences: readonly DraftSentence[]): boolean {
  if (new Set(sentences.map(({ id }) => id)).size < sentences.length) return true
  const spoken = sentences.filter(({ from, to }) => from < to).sort((a, b) => a.from - b.from)
  return spoken.some(({ to }, i) => to > (spoken[i + 1]?.from ?? to))
}

export function draftFromStored(machine: Pick<Draft, 'words' | 'durationMs' | 'register'>, stored: StoredDraft): Draft {
  return {
    ...machine,
    sentences: inOrder(
      stored.passages.map(({ passage }) => passage),
      machine.words,
    ),
  }
}

/** The initial stored state before any edit: the machine's draft. */
export function untouched({ sentences }: Draft): StoredDraft {
  return { version: 0, passages: sentences.map(sentence => ({ passage: sentence, version: 0 })), removed: {} }
}
