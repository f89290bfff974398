import { readFileSync } from 'node:fs'
import { type Register, register as registerOf } from '../../lambdas/contract/archive-entry.ts'

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

/** Cases written together with the checks. */
export const meaningCases = readCases('cases.txt')
/**
 * Cases written without reading the checks. The errors that they revealed were fixed afterwards, so only the first run
 * of a file measured the checks on unknown texts (docs/performance.md).
 */
export const heldOutCases = ['first', 'second', 'third', 'fourth'].flatMap(name => readCases(`held-out/${name}.txt`))

/** Reads a file of cases. A line with a correct and a wrong text yields two: one for each. */
function readCases(file: string): readonly MeaningCase[] {
  return readFileSync(new URL(file, import.meta.url), 'utf8')
    .split(/^= /m)
    .slice(1)
    .flatMap(block => {
      const [kind = '', ...lines] = block.trim().split('\n')
      return lines.flatMap(line => readLine(kind, line))
    })
}

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
  const failing = { ...common, isRight: false, sentences: [{ english, right, written: third }] }
  return right === '-' ? [failing] : [passing, failing]
}

/**
 * Consecutive sentences: as written (`right`, `wrong`), or once correct and once with texts under the wrong id: swapped,
 * shifted by one, or with the first text repeated for the second.
 */
function readBlock(moved: string, body: string): Pick<MeaningCase, 'isRight' | 'sentences'>[] {
  const pairs = body.split(' ++ ').map(part => {
    const [english = '', right = ''] = part.split(' | ')
    return { english, right, written: right }
  })
  if (moved === 'right' || moved === 'wrong') return [{ isRight: moved === 'right', sentences: pairs }]
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
