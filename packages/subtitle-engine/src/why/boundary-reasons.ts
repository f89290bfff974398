import { type BoundaryCosts, belongTogether, ENCLOSED, FORBIDDEN } from '../korean/boundary.ts'
import { featuresOf, MOST_FEATURES, seenOf, spansOf } from '../korean/boundary-features.ts'
import { boundaryOdds, weightsOf } from '../korean/boundary-model.ts'
import { phrasesOf } from '../korean/boundary-phrases.ts'
import type { Eojeol } from '../korean/eojeol.ts'
import { findConstruction } from '../korean/held.ts'
import { featureName } from './feature-names.ts'

/** Features shown per boundary, the heaviest first. */
const MOST_SHOWN = 4

/** Explains the cost of a break before eojeol `at` in words. */
export function boundaryReasons(words: readonly Eojeol[], { line, cue }: BoundaryCosts, at: number): string[] {
  const [last, next] = [words[at - 1], words[at]]
  if (!last || !next) return []
  const seen = words.map(word => seenOf(word.text))
  const [before, after] = [seen[at - 1], seen[at]]
  if (!before || !after) return []
  const costs = `a line's end costs ${Math.round(line[at] ?? 0)}, a cue's end ${Math.round(cue[at] ?? 0)}`
  if (next.opensBrackets) return [costs, 'between a term and its brackets, which do not fit one line together']
  if (next.glued) return [costs, 'inside a word that is wider than a line']
  if (belongTogether(last.text, before.bare, after.bare)) return [costs, 'between a number and its unit, or in a name']
  const construction = before.mark === 0 ? findConstruction(before, after) : undefined
  if (construction !== undefined) return [costs, `held together: ${construction}`]
  if ((line[at] ?? 0) >= FORBIDDEN) return [costs, 'inside a Latin name']
  if ((line[at] ?? 0) >= ENCLOSED) return [costs, 'inside brackets or a quotation']
  const odds = boundaryOdds(seen)
  const share = (value: number | undefined) => `${Math.round((value ?? 0) * 100)} %`
  return [
    costs,
    `learned: readers let a line end here in ${share(odds.line[at])}, a cue in ${share(odds.cue[at])}`,
    ...heaviestFeatures(words, at),
  ]
}

function heaviestFeatures(words: readonly Eojeol[], at: number): string[] {
  const seen = words.map(word => seenOf(word.text))
  const into = new Int32Array(MOST_FEATURES)
  const names: string[] = []
  featuresOf(seen, at, spansOf(seen), phrasesOf(seen), into, (template, values) => {
    names.push(featureName(template, values))
  })
  const sign = (weight: number) => `${weight > 0 ? '+' : ''}${weight.toFixed(2)}`
  return names
    .map((name, i) => ({ name, ...weightsOf(into[i] ?? 0) }))
    .filter(({ line, cue }) => line !== 0 || cue !== 0)
    .sort((a, b) => Math.abs(b.line) + Math.abs(b.cue) - Math.abs(a.line) - Math.abs(a.cue))
    .slice(0, MOST_SHOWN)
    .map(({ name, line, cue }) => `  ${name}: line ${sign(line)}, cue ${sign(cue)}`)
}
