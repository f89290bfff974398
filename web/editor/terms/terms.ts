import { repairJosa } from '#subtitle-engine'
import { type Draft, eojeolsOf } from '#subtitle-engine/edit'

/** A Korean term that the user replaced with another. */
export interface TermChange {
  from: string
  to: string
}

export interface Replacement {
  id: string
  before: string
  korean: string
}

/** Strong particles follow only nouns; weak ones also look like verb endings (`말하지만`, `없는`). */
const STRONG = /(?:으로|에서|에게|한테|까지|부터|처럼|보다|이라는|라는|[을를와과의에로])$/
const WEAK = /(?:이나|이란|[은는이가도만])$/
/** Stems that remain when a particle-like ending is removed from a verb or adjective. */
const VERBAL_STEM = /(?:[하되있없않못겠었았했됐같싶]|지|기|고|서|면|시키|드리|보이)$/
/** Endings of verbs and sentences; nouns with the same ending are not offered. */
const VERBAL_END =
  /(?:다|요|죠|까|네|지만|지마는|는데|은데|니까|으면|면서|하고|되고|려고|도록|아서|어서|해서|라서|하게|히|하는|되는|있는|없는|했던|하던|한|할|된|될)$/

/** An eojeol without punctuation and particle, and how certainly it is a noun. */
function readNoun(eojeol: string): { stem: string; josa: string } | undefined {
  const word = eojeol.replace(/^["'“‘(]+|(?<!["'”’).,?!…])["'”’).,?!…]+$/gu, '')
  if (!/^[\p{L}\p{N}]/u.test(word)) return undefined
  const strong = STRONG.exec(word)?.[0]
  if (strong && word.length - strong.length >= 2) return { stem: word.slice(0, -strong.length), josa: strong }
  const weak = WEAK.exec(word)?.[0]
  const stem = weak ? word.slice(0, -weak.length) : word
  if (weak && stem.length >= 2) return VERBAL_STEM.test(stem) ? undefined : { stem, josa: weak }
  return VERBAL_END.test(word) ? undefined : { stem: word, josa: '' }
}

/** The eojeols that an edit removed and added, and those before and after them that it kept. */
export function splitChange(before: string, after: string) {
  const [old, now] = [eojeolsOf(before), eojeolsOf(after)]
  let head = 0
  while (head < old.length && head < now.length && old[head] === now[head]) head += 1
  let tail = 0
  while (tail < Math.min(old.length, now.length) - head && old.at(-1 - tail) === now.at(-1 - tail)) tail += 1
  return {
    kept: old.slice(0, head),
    gone: old.slice(head, old.length - tail),
    come: now.slice(head, now.length - tail),
    rest: old.slice(old.length - tail),
  }
}

/** The noun or name that an edit replaced with another; `undefined` if the edit did anything else. */
export function findChangedTerm(before: string, after: string): TermChange | undefined {
  const { gone, come } = splitChange(before, after)
  if (gone.length === 0 || come.length === 0 || gone.length > 3 || come.length > 3) return undefined
  const [from, to] = [readTerm(gone), readTerm(come)]
  if (!from || !to || from.stem === to.stem || from.stem.length < 2 || to.stem.length < 2) return undefined
  // If one side is just an ending of the other, the user is still typing.
  if (from.stem.startsWith(to.stem) || (to.stem.startsWith(from.stem) && from.josa === '' && to.josa === ''))
    return undefined
  return { from: from.stem, to: to.stem }
}

/** The eojeols of a term: all but the last must be nouns without a particle. */
function readTerm(eojeols: readonly string[]): { stem: string; josa: string } | undefined {
  const last = readNoun(eojeols.at(-1) ?? '')
  const others = eojeols.slice(0, -1).map(readNoun)
  if (!last || others.some(each => each?.josa !== '')) return undefined
  return { stem: [...others.map(each => each?.stem), last.stem].join(' '), josa: last.josa }
}

const END = '$|[\\s"\'”’).,?!…]'
const PARTICLES =
  '으로|에서|에게|한테|까지|부터|처럼|보다|이나|이란|이라는|라는|[을를은는이가와과의에도만로]|이에요|예요|입니다'

/**
 * The sentences that contain a text, with the text replaced and, on request, the following particles repaired; those of
 * a removed text go with it.
 */
export function findReplacements(
  { sentences }: Draft,
  { from, to, josa = true }: { from: string; to: string; josa?: boolean },
): Replacement[] {
  if (from === '') return []
  const removed = new RegExp(`${escaped(from)}(?:(?:${PARTICLES})(?=${END}))?`, 'gu')
  return sentences.flatMap(({ id, korean: before }) => {
    if (!before.includes(from)) return []
    const plain =
      josa && to === '' ? eojeolsOf(before.replace(removed, '')).join(' ') : before.replaceAll(from, () => to)
    const korean = josa && to !== '' ? repairJosa(plain, [to]) : plain
    return korean === before ? [] : [{ id, before, korean }]
  })
}

/** The sentences that contain a term as a whole word with any particle, with the term replaced. */
export function findTerm({ sentences }: Draft, { from, to }: TermChange): Replacement[] {
  const term = new RegExp(`(^|[\\s"'“‘(])${escaped(from)}(?=${END}|${PARTICLES})`, 'gu')
  return sentences.flatMap(({ id, korean: before }) => {
    const korean = repairJosa(
      before.replace(term, (_, start: string) => start + to),
      [to],
    )
    return korean === before || !before.includes(from) ? [] : [{ id, before, korean }]
  })
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}
