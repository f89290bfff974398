import { CONSTRUCTIONS } from './constructions.ts'
import type { Kind } from './kinds.ts'

/** An eojeol without its punctuation, and its kind. */
interface Form {
  bare: string
  form: Kind
}

interface Row {
  name: string
  lastEndings: readonly string[]
  lastWords: ReadonlySet<string>
  lastKinds: ReadonlySet<Kind>
  begins: readonly string[]
  words: ReadonlySet<string>
  nextKinds: ReadonlySet<Kind>
}

const list = (text = '') => text.split(' ').filter(each => each !== '')

const ROWS: readonly Row[] = CONSTRUCTIONS.map(({ name, last, next }) => ({
  name,
  lastEndings: list(last.endings),
  lastWords: new Set(list(last.words)),
  lastKinds: new Set(last.kinds ?? []),
  begins: list(next.begins),
  words: new Set(list(next.words)),
  nextKinds: new Set(next.kinds ?? []),
}))

/** The name of the construction that holds two neighbouring eojeols together; undefined if none does. */
export function constructionOf(last: Form, next: Form): string | undefined {
  return ROWS.find(row => {
    if (
      !row.lastKinds.has(last.form) &&
      !row.lastWords.has(last.bare) &&
      !row.lastEndings.some(ending => last.bare.endsWith(ending))
    )
      return false
    return (
      row.nextKinds.has(next.form) ||
      row.words.has(next.bare) ||
      row.begins.some(beginning => next.bare.startsWith(beginning))
    )
  })?.name
}
