import { CONSTRUCTIONS } from './constructions.ts'
import type { Kind } from './kinds.ts'

/** An eojeol without its punctuation, and its kind. */
interface Form {
  bare: string
  form: Kind
}

/** One side of the table of constructions: for each word, affix and kind, the matching rows as a bit set. */
interface Side {
  words: Map<string, number>
  affixes: Map<string, number>
  kinds: Map<Kind, number>
  longest: number
}

const LAST = buildSide(({ last }) => ({ words: last.words, affixes: last.endings, kinds: last.kinds }))
const NEXT = buildSide(({ next }) => ({ words: next.words, affixes: next.begins, kinds: next.kinds }))

function buildSide(
  read: (row: (typeof CONSTRUCTIONS)[number]) => { words?: string; affixes?: string; kinds?: readonly Kind[] },
): Side {
  const side: Side = { words: new Map(), affixes: new Map(), kinds: new Map(), longest: 0 }
  for (const [i, row] of CONSTRUCTIONS.entries()) {
    const { words = '', affixes = '', kinds = [] } = read(row)
    const bit = 1 << i
    for (const word of words.split(' ')) if (word !== '') side.words.set(word, (side.words.get(word) ?? 0) | bit)
    for (const kind of kinds) side.kinds.set(kind, (side.kinds.get(kind) ?? 0) | bit)
    for (const affix of affixes.split(' ')) {
      if (affix === '') continue
      side.affixes.set(affix, (side.affixes.get(affix) ?? 0) | bit)
      side.longest = Math.max(side.longest, affix.length)
    }
  }
  return side
}

/** The rows that match an eojeol by its word, its kind and its endings (`fromEnd`) or beginnings. */
function fitting({ words, affixes, kinds, longest }: Side, { bare, form }: Form, fromEnd: boolean): number {
  let rows = (words.get(bare) ?? 0) | (kinds.get(form) ?? 0)
  for (let length = Math.min(longest, bare.length); length > 0; length -= 1) {
    rows |= affixes.get(fromEnd ? bare.slice(-length) : bare.slice(0, length)) ?? 0
  }
  return rows
}

/** Whether a construction may begin with this eojeol. */
export function beginsConstruction(last: Form): boolean {
  return fitting(LAST, last, true) !== 0
}

/** Name of the construction that holds two neighbouring eojeols together; undefined if there is none. */
export function findConstruction(last: Form, next: Form): string | undefined {
  const byLast = fitting(LAST, last, true)
  if (byLast === 0) return undefined
  const rows = byLast & fitting(NEXT, next, false)
  return rows === 0 ? undefined : CONSTRUCTIONS[31 - Math.clz32(rows & -rows)]?.name
}
