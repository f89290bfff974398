import { readFileSync } from 'node:fs'
import { type Register, register as registerOf } from '../../../lambdas/contract/archive-entry.ts'

/** A sentence of a case: the correct Korean, and what the model writes for it. */
interface CaseSentence {
  english: string
  right: string
  written: string
}

/** A model's texts for some consecutive sentences, and whether they are correct. */
export interface MeaningCase {
  kind: string
  sentences: readonly CaseSentence[]
  /** True if the expected outcome is the correct texts without a flag; false if a text must be flagged or replaced. */
  isRight: boolean
  register: Register
  /** Korean names of the brief by their English. */
  terms: ReadonlyMap<string, string>
}

const text = readFileSync(new URL('cases.txt', import.meta.url), 'utf8')

/**
 * Every case of `cases.txt`. A line with a wrong text yields two: one for the correct text and one for the wrong one.
 */
export const meaningCases: readonly MeaningCase[] = text
  .split(/^= /m)
  .slice(1)
  .flatMap(block => {
    const [kind = '', ...lines] = block.trim().split('\n')
    return lines.flatMap(line => readLine(kind, line))
  })

function readLine(kind: string, line: string): MeaningCase[] {
  const [, moved, register, terms, body = ''] = /^(?:@(\w+) )?(?:\[(\w+)\] )?(?:\{(.*?)\} )?(.*)$/.exec(line) ?? []
  const common = {
    kind,
    register: registerOf.catch('haeyo').parse(register),
    terms: new Map((terms ?? '').split(', ').flatMap(term => splitPair(term))),
  }
  if (moved !== undefined) return readBlock(moved, body).map(each => ({ ...common, ...each }))
  const [english = '', right = '', third] = body.split(' | ')
  const passing = { ...common, isRight: true, sentences: [{ english, right, written: right }] }
  if (third === undefined) return [passing]
  if (third.startsWith('~'))
    return [{ ...common, isRight: true, sentences: [{ english, right, written: third.slice(1) }] }]
  return [passing, { ...common, isRight: false, sentences: [{ english, right, written: third }] }]
}

/**
 * Sentences whose texts are under the wrong id: swapped, shifted by one, or with the first text repeated for the
 * second.
 */
function readBlock(moved: string, body: string): Pick<MeaningCase, 'isRight' | 'sentences'>[] {
  const pairs = body.split(' ++ ').map(part => {
    const [english = '', right = ''] = part.split(' | ')
    return { english, right, written: right }
  })
  const from = (i: number) => (moved === 'twice' ? 0 : (i + 1) % pairs.length)
  const wrong = pairs.map((pair, i) => ({ ...pair, written: pairs[from(i)]?.right ?? '' }))
  return [
    { isRight: true, sentences: pairs },
    { isRight: false, sentences: wrong },
  ]
}

function splitPair(term: string): [string, string][] {
  const [english, korean] = term.split('=')
  return english && korean ? [[english, korean]] : []
}
