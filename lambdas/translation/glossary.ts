import * as z from 'zod'
import type { Glossary } from './translator.ts'

const terms = z.record(z.string().trim().min(1), z.string().trim().min(1))

/** A glossary as configured: a JSON object term -> Korean. Longer terms go before those that they contain. */
export function parseGlossary(json: string): Glossary {
  const entries = Object.entries(terms.parse(JSON.parse(json)))
  return new Map(entries.sort(([a], [b]) => b.length - a.length))
}

/** Korean of the terms that occur in an English text, as whole words. */
export function termsIn(english: string, glossary: Glossary): string[] {
  return [...replacedTerms(english, glossary).used]
}

/** The text with its terms in Korean: a machine translator keeps what is Korean already. */
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
  const any = [...glossary.keys()].map(term => term.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|')
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}])(?:${any})(?![\\p{L}\\p{N}])`, 'giu')
  patterns.set(glossary, pattern)
  return pattern
}
