import { builtOnce } from '../built-once.ts'
import type { Construction } from './construction.ts'
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

/** Both sides of up to 31 rows, one bit of an integer for each. */
interface Table {
  rows: readonly Construction[]
  last: Side
  next: Side
}

const MOST_ROWS = 31
const readTables = builtOnce(() => {
  const tables: Table[] = []
  for (let from = 0; from < CONSTRUCTIONS.length; from += MOST_ROWS) {
    const rows = CONSTRUCTIONS.slice(from, from + MOST_ROWS)
    tables.push({
      rows,
      last: buildSide(rows, ({ last }) => ({ words: last.words, affixes: last.endings, kinds: last.kinds })),
      next: buildSide(rows, ({ next }) => ({ words: next.words, affixes: next.begins, kinds: next.kinds })),
    })
  }
  return tables
})

function buildSide(
  constructions: readonly Construction[],
  read: (row: Construction) => { words?: string; affixes?: string; kinds?: readonly Kind[] },
): Side {
  const side: Side = { words: new Map(), affixes: new Map(), kinds: new Map(), longest: 0 }
  for (const [i, row] of constructions.entries()) {
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
  return readTables().some(table => fitting(table.last, last, true) !== 0)
}

/** Name of the construction that holds two neighbouring eojeols together; undefined if there is none. */
export function findConstruction(last: Form, next: Form): string | undefined {
  for (const table of readTables()) {
    const byLast = fitting(table.last, last, true)
    if (byLast === 0) continue
    const rows = byLast & fitting(table.next, next, false)
    if (rows !== 0) return table.rows[31 - Math.clz32(rows & -rows)]?.name
  }
  return undefined
}
