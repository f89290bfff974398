import * as z from 'zod'
import type { Register } from '../contract/archive-entry.ts'
import type { Sentence } from '../subtitle/index.ts'

/** English terms and their Korean. */
export type Glossary = ReadonlyMap<string, string>

/** An earlier answer and what is wrong with it, in words for the translator. */
export interface Fault {
  korean: string
  problems: string[]
}

export interface TranslationRequest {
  /** Sentences to translate. */
  sentences: readonly Sentence[]
  /** English sentences before and after: context that is not translated. */
  before: readonly string[]
  after: readonly string[]
  register: Register
  glossary: Glossary
  /** By sentence id: weighted Korean characters that can be read in the sentence's time. */
  budgets: ReadonlyMap<string, number>
  /** By sentence id, for sentences that were translated before. */
  faults: ReadonlyMap<string, Fault>
}

/** Translates whole sentences by id. It never sees or returns a time. */
export interface Translator {
  /** True if it improves when told its faults; a machine translator gives the same text again. */
  learns: boolean
  /** Korean by sentence id. Ids may be missing, but only requested ids occur. */
  translate(request: TranslationRequest): Promise<Map<string, string>>
}

const glossaryTerms = z.record(z.string().trim().min(1), z.string().trim().min(1))

/**
 * Parses the configured glossary: a JSON object of English terms and their Korean. Longer terms come before the shorter
 * ones that they contain.
 * @throws if it is anything else
 */
export function parseGlossary(json: string): Glossary {
  const entries = Object.entries(glossaryTerms.parse(JSON.parse(json)))
  return new Map(entries.sort(([a], [b]) => b.length - a.length))
}

/** The Korean of the terms that occur in an English text as whole words. */
export function termsIn(english: string, glossary: Glossary): string[] {
  return [...replacedTerms(english, glossary).used]
}

/** Replaces the terms of an English text by their Korean, which a machine translator leaves as it is. */
export function replacedTerms(english: string, glossary: Glossary): { text: string; used: Set<string> } {
  const used = new Set<string>()
  if (glossary.size === 0) return { text: english, used }
  const korean = new Map([...glossary].map(([term, text]) => [term.toLowerCase(), text]))
  const text = english.replace(patternOf(glossary), term => {
    const replacement = korean.get(term.toLowerCase()) ?? term
    used.add(replacement)
    return replacement
  })
  return { text, used }
}

const patterns = new WeakMap<Glossary, RegExp>()

function patternOf(glossary: Glossary): RegExp {
  const known = patterns.get(glossary)
  if (known) return known
  const any = [...glossary.keys()].map(term => RegExp.escape(term)).join('|')
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}])(?:${any})(?![\\p{L}\\p{N}])`, 'giu')
  patterns.set(glossary, pattern)
  return pattern
}
