import * as z from 'zod'
import { BRIEF_TERMS, type Brief, type BriefTerm, briefSpeaker, briefTerm } from '../contract/brief.ts'
import { englishFault, isOrder, koreanFault, wordsOf } from '../contract/term.ts'
import { type Glossary, glossaryOf } from './terms.ts'

/** The brief of a talk about which nothing is known. */
export const EMPTY_BRIEF: Brief = {
  subject: '',
  tone: '',
  speakers: [],
  terms: [],
  numbers: 'digits',
  units: 'asSpoken',
}

/** A model's answer, read field by field: a faulty field or term is dropped and the rest is kept. */
const answer = z.looseObject({
  subject: z.string().catch(''),
  tone: z.string().catch(''),
  speakers: z.array(z.unknown()).catch([]),
  terms: z.array(z.unknown()).catch([]),
  keepEnglish: z.array(z.unknown()).catch([]),
  numbers: z.enum(['digits', 'mixed']).catch('digits'),
  units: z.enum(['asSpoken', 'metric']).catch('asSpoken'),
})

/**
 * The brief in a model's answer, or `undefined` if it has another shape. The model has read what people said, so nothing
 * in its answer is trusted: a term must occur in the transcript and must be a name or an expression, not a sentence or an
 * instruction.
 */
export function briefFromAnswer(input: unknown, transcript: string): Brief | undefined {
  const parsed = answer.safeParse(input)
  if (!parsed.success) return undefined
  const { subject, tone, speakers, terms, keepEnglish, numbers, units } = parsed.data
  const kept = keepEnglish.map(english => ({ english, korean: english }))
  return {
    subject: remark(subject, 300),
    tone: remark(tone, 160),
    speakers: speakers
      .flatMap(one => briefSpeaker.safeParse(one).data ?? [])
      .filter(isHarmlessSpeaker)
      .slice(0, 12),
    terms: checkedTerms([...terms, ...kept], transcript),
    numbers,
    units,
  }
}

/** The terms that may be used, each English once, at most `BRIEF_TERMS`. */
function checkedTerms(found: readonly unknown[], transcript: string): BriefTerm[] {
  const terms = new Map<string, BriefTerm>()
  const spoken = spokenWords(transcript)
  for (const one of found) {
    const term = briefTerm.safeParse(withoutFaultyOthers(one)).data
    if (!term || terms.size === BRIEF_TERMS || terms.has(term.english.toLowerCase())) continue
    if (isSpoken(term.english, spoken) && englishFault(term.english) === undefined && isKoreanForm(term.korean))
      terms.set(term.english.toLowerCase(), { ...term, others: term.others.filter(isKoreanForm) })
  }
  return [...terms.values()]
}

const withOthers = z.looseObject({ others: z.array(z.unknown()) })

/** Other forms are only a help: a faulty one does not cost the term. */
function withoutFaultyOthers(term: unknown): unknown {
  const parsed = withOthers.safeParse(term)
  if (!parsed.success) return typeof term === 'object' ? { ...term, others: [] } : term
  const others = parsed.data.others.filter(other => briefTerm.shape.korean.safeParse(other).success)
  return { ...parsed.data, others: others.slice(0, 4) }
}

/** The words of a transcript with one space between them, for finding whole words. */
function spokenWords(transcript: string): string {
  return ` ${wordsOf(transcript).join(' ')} `
}

function isSpoken(english: string, spoken: string): boolean {
  const words = wordsOf(english).join(' ')
  return words !== '' && spoken.includes(` ${words} `)
}

function isKoreanForm(korean: string): boolean {
  return koreanFault(korean) === undefined
}

function isHarmlessSpeaker({ name, speaksTo = '' }: z.infer<typeof briefSpeaker>): boolean {
  return [name, speaksTo].every(text => remark(text, 80) === text)
}

/** A remark about the talk, on one line; empty if it reads as an order. */
function remark(text: string, length: number): string {
  const line = text.replace(/\s+/g, ' ').trim().slice(0, length)
  return REMARK.test(line) && !isOrder(line) ? line : ''
}

const REMARK = /^[\p{L}\p{M}\p{N} .,·'’"“”&+#/:;%()?!–—-]*$/u

/**
 * The brief of a talk from the briefs of its parts, in their order. The first part that names a term decides its form;
 * the longest remark about the subject is kept.
 */
export function mergedBrief(parts: readonly Brief[]): Brief {
  const terms = new Map<string, BriefTerm>()
  for (const term of parts.flatMap(part => part.terms)) {
    const key = term.english.toLowerCase()
    const known = terms.get(key)
    const others = new Set([...(known?.others ?? []), ...term.others, ...(known ? [term.korean] : [])])
    if (known) others.delete(known.korean)
    terms.set(key, { ...(known ?? term), others: [...others].slice(0, 4) })
  }
  const speakers = new Map(parts.flatMap(part => part.speakers).map(speaker => [speaker.name, speaker]))
  const longest = (texts: string[]) => texts.reduce((best, text) => (text.length > best.length ? text : best), '')
  return {
    subject: longest(parts.map(({ subject }) => subject)),
    tone: longest(parts.map(({ tone }) => tone)),
    speakers: [...speakers.values()].slice(0, 12),
    terms: [...terms.values()].slice(0, BRIEF_TERMS),
    numbers: parts[0]?.numbers ?? EMPTY_BRIEF.numbers,
    units: parts[0]?.units ?? EMPTY_BRIEF.units,
  }
}

/** The brief's terms as a glossary; none where there is no brief. */
export function briefGlossary({ terms }: Pick<Brief, 'terms'> = EMPTY_BRIEF): Glossary {
  return glossaryOf(terms.map(({ english, korean, others }) => [english, { korean, others, source: 'brief' }]))
}
