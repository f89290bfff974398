import { builtOnce } from '../built-once.ts'
import type { Construction } from './construction.ts'
import { CONSTRUCTIONS } from './constructions.ts'
import type { Kind } from './kinds.ts'

/** An eojeol without its punctuation, and its kind. */
interface Form {
  bare: string
  form: Kind
}

/** Rows of the table as a set of bits, in whole numbers of 31 bits each. */
type Rows = readonly number[]

/** One side of the table of constructions: for each word, affix and kind, the rows that it matches. */
interface Side {
  words: Map<string, number[]>
  affixes: Map<string, number[]>
  kinds: Map<string, number[]>
  longest: number
}

const BITS = 31
const SIZE = Math.ceil(CONSTRUCTIONS.length / BITS)
const NO_ROWS: Rows = new Array<number>(SIZE).fill(0)

const readSides = builtOnce(() => ({
  last: buildSide(({ last }) => ({ words: last.words, affixes: last.endings, kinds: last.kinds })),
  next: buildSide(({ next }) => ({ words: next.words, affixes: next.begins, kinds: next.kinds })),
}))

function buildSide(read: (row: Construction) => { words?: string; affixes?: string; kinds?: readonly Kind[] }): Side {
  const side: Side = { words: new Map(), affixes: new Map(), kinds: new Map(), longest: 0 }
  const add = (to: Map<string, number[]>, key: string, row: number) => {
    const rows = to.get(key) ?? [...NO_ROWS]
    rows[Math.floor(row / BITS)] = (rows[Math.floor(row / BITS)] ?? 0) | (1 << (row % BITS))
    to.set(key, rows)
  }
  for (const [i, row] of CONSTRUCTIONS.entries()) {
    const { words = '', affixes = '', kinds = [] } = read(row)
    for (const word of words.split(' ')) if (word !== '') add(side.words, word, i)
    for (const kind of kinds) add(side.kinds, kind, i)
    for (const affix of affixes.split(' ')) {
      if (affix === '') continue
      add(side.affixes, affix, i)
      side.longest = Math.max(side.longest, affix.length)
    }
  }
  return side
}

/** The rows that match an eojeol by its word, its kind and its endings (`fromEnd`) or beginnings. */
function fitting({ words, affixes, kinds, longest }: Side, { bare, form }: Form, fromEnd: boolean): Rows {
  let rows = either(words.get(bare) ?? NO_ROWS, kinds.get(form))
  for (let length = Math.min(longest, bare.length); length > 0; length -= 1) {
    rows = either(rows, affixes.get(fromEnd ? bare.slice(-length) : bare.slice(0, length)))
  }
  return rows
}

function either(some: Rows, others: Rows | undefined): Rows {
  if (others === undefined) return some
  return some === NO_ROWS ? others : some.map((rows, i) => rows | (others[i] ?? 0))
}

/** Whether a construction may begin with this eojeol. */
export function beginsConstruction(last: Form): boolean {
  return fitting(readSides().last, last, true) !== NO_ROWS
}

/** Name of the construction that holds two neighbouring eojeols together; undefined if there is none. */
export function findConstruction(last: Form, next: Form): string | undefined {
  const byLast = fitting(readSides().last, last, true)
  if (byLast === NO_ROWS) return undefined
  const byNext = fitting(readSides().next, next, false)
  for (let i = 0; i < SIZE; i += 1) {
    const rows = (byLast[i] ?? 0) & (byNext[i] ?? 0)
    if (rows !== 0) return CONSTRUCTIONS[i * BITS + 31 - Math.clz32(rows & -rows)]?.name
  }
  return undefined
}
