import * as z from 'zod'
import type { GlossaryTerm } from '../contract/glossary.ts'

/** Source of a term's Korean. The operator's takes precedence over the user's, and both over the brief's. */
export type TermSource = 'operator' | 'user' | 'brief'

/** An English term's one Korean form. */
export interface Term {
  korean: string
  /** Other Korean forms that a translator may use; they are replaced with `korean`. */
  others: readonly string[]
  source: TermSource
}

/** Terms by their English, longer ones before the shorter ones that they contain. */
export type Glossary = ReadonlyMap<string, Term>

const configuredTerms = z.record(z.string().trim().min(1), z.string().trim().min(1))

/**
 * Parses the operator's glossary: a JSON object from English terms to their Korean.
 * @throws if it is anything else
 */
export function parseGlossary(json: string): Glossary {
  const terms = Object.entries(configuredTerms.parse(JSON.parse(json)))
  return buildGlossary(terms.map(([english, korean]) => [english, { korean, others: [], source: 'operator' }]))
}

/** A user's terms as a glossary. */
export function readUserGlossary(terms: readonly GlossaryTerm[]): Glossary {
  return buildGlossary(terms.map(({ english, korean }) => [english, { korean, others: [], source: 'user' }]))
}

/** Builds a glossary. If two terms differ only in case, the first one counts. */
export function buildGlossary(terms: Iterable<readonly [english: string, term: Term]>): Glossary {
  const known = new Map<string, readonly [string, Term]>()
  for (const [english, term] of terms)
    if (!known.has(english.toLowerCase())) known.set(english.toLowerCase(), [english, term])
  return new Map([...known.values()].sort(([a], [b]) => b.length - a.length))
}

/** Merges glossaries, the strongest first: a weaker one adds only terms that no stronger one has. */
export function mergedGlossary(...strongestFirst: readonly Glossary[]): Glossary {
  return buildGlossary(strongestFirst.flatMap(glossary => [...glossary]))
}

/** Finds the terms that occur in an English text as whole words, by their English in the glossary. */
export function findTerms(english: string, glossary: Glossary): Map<string, Term> {
  const found = new Map<string, Term>()
  if (glossary.size === 0) return found
  const { pattern, byLowerCase } = buildIndex(glossary)
  for (const [match] of english.matchAll(pattern)) {
    const entry = byLowerCase.get(match.toLowerCase())
    if (entry) found.set(...entry)
  }
  return found
}

/** The Korean of the terms that occur in an English text as whole words. */
export function termsIn(english: string, glossary: Glossary): string[] {
  return [...new Set([...findTerms(english, glossary).values()].map(({ korean }) => korean))]
}

/** Replaces the terms in an English text with their Korean, which a machine translator leaves unchanged. */
export function replacedTerms(english: string, glossary: Glossary): { text: string; used: Set<string> } {
  const used = new Set<string>()
  if (glossary.size === 0) return { text: english, used }
  const { pattern, byLowerCase } = buildIndex(glossary)
  const text = english.replace(pattern, match => {
    const replacement = byLowerCase.get(match.toLowerCase())?.[1].korean ?? match
    used.add(replacement)
    return replacement
  })
  return { text, used }
}

interface GlossaryIndex {
  pattern: RegExp
  byLowerCase: Map<string, [english: string, term: Term]>
}

const indexes = new WeakMap<Glossary, GlossaryIndex>()

function buildIndex(glossary: Glossary): GlossaryIndex {
  const known = indexes.get(glossary)
  if (known) return known
  const any = [...glossary.keys()].map(term => RegExp.escape(term)).join('|')
  const index: GlossaryIndex = {
    pattern: new RegExp(`(?<![\\p{L}\\p{N}])(?:${any})(?![\\p{L}\\p{N}])`, 'giu'),
    byLowerCase: new Map([...glossary].map(entry => [entry[0].toLowerCase(), entry])),
  }
  indexes.set(glossary, index)
  return index
}
