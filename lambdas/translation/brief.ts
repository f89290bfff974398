import * as z from 'zod'
import {
  BRIEF_CORRECTIONS,
  BRIEF_JOINS,
  BRIEF_SPLITS,
  BRIEF_TERMS,
  type Brief,
  type BriefTerm,
  briefSpeaker,
  briefTerm,
  type Correction,
  correction,
  split,
} from '../contract/brief.ts'
import { englishFault, koreanFault, splitWords } from '../contract/term.ts'
import { log } from '../runtime/log.ts'
import { isCommonKorean } from './common-korean.ts'
import { cleanRemark, isInstruction } from './remarks.ts'
import { buildGlossary, type Glossary, type Term } from './terms.ts'

/** A brief that contains nothing. */
export const EMPTY_BRIEF: Brief = {
  subject: '',
  tone: '',
  speakers: [],
  terms: [],
  numbers: 'digits',
  units: 'asSpoken',
}

/** A model's response, parsed field by field: invalid fields and terms are dropped, the rest is kept. */
const answer = z.looseObject({
  subject: z.string().catch(''),
  tone: z.string().catch(''),
  about: z.string().catch(''),
  speakers: z.array(z.unknown()).catch([]),
  terms: z.array(z.unknown()).catch([]),
  keepEnglish: z.array(z.unknown()).catch([]),
  corrections: z.array(z.unknown()).catch([]),
  joins: z.array(z.unknown()).catch([]),
  splits: z.array(z.unknown()).catch([]),
  numbers: z.enum(['digits', 'mixed']).catch('digits'),
  units: z.enum(['asSpoken', 'metric']).catch('asSpoken'),
  register: z.enum(['haeyo', 'hapnida']).optional().catch(undefined),
})

/**
 * Parses and checks the brief in a model's response; `undefined` if it has another shape. The model has read what
 * speakers said, so nothing in its response is trusted: a term, or the words for which it was misheard, must occur in
 * the transcript, and it must be a name or an expression, not a sentence or an instruction.
 */
export function briefFromAnswer(input: unknown, transcript: string): Brief | undefined {
  const parsed = answer.safeParse(input)
  if (!parsed.success) return undefined
  const { subject, tone, speakers, terms, keepEnglish, numbers, units, register } = parsed.data
  const about = remark('about', parsed.data.about, 200)
  const kept = keepEnglish.map(english => ({ english, korean: english }))
  const spoken = spokenWords(transcript)
  const corrections = checkedCorrections(parsed.data.corrections, spoken)
  const joins = parsed.data.joins.filter(isSentenceId)
  const splits = parsed.data.splits.flatMap(one => split.safeParse(one).data ?? []).filter(({ id }) => isSentenceId(id))
  return {
    subject: remark('subject', subject, 300),
    tone: remark('tone', tone, 160),
    ...(about !== '' && { about }),
    speakers: speakers.flatMap(speaker => cleanSpeaker(speaker) ?? []).slice(0, 12),
    terms: checkedTerms([...terms, ...kept], spoken),
    numbers,
    units,
    ...(register && { register }),
    ...(corrections.length > 0 && { corrections }),
    ...(joins.length > 0 && { joins: [...new Set(joins)].slice(0, BRIEF_JOINS) }),
    ...(splits.length > 0 && { splits: splits.slice(0, BRIEF_SPLITS) }),
  }
}

function isSentenceId(id: unknown): id is string {
  return typeof id === 'string' && /^s\d{1,6}$/.test(id)
}

/** The acceptable terms, without duplicates, at most `BRIEF_TERMS`. */
function checkedTerms(found: readonly unknown[], spoken: string): BriefTerm[] {
  const terms = new Map<string, BriefTerm>()
  for (const one of found) {
    const parsed = briefTerm.safeParse(withoutFaultyLists(one)).data
    if (!parsed || terms.size === BRIEF_TERMS || terms.has(parsed.english.toLowerCase())) continue
    const { heardAs: offered = [], ...term } = parsed
    const heardAs = offered.filter(words => isSpoken(words, spoken) && englishFault(words) === undefined)
    const isKnown = isSpoken(term.english, spoken) || heardAs.length > 0
    if (!isKnown || englishFault(term.english) !== undefined || !isKoreanForm(term.korean)) continue
    const others = term.others.filter(other => isKoreanForm(other) && !isCommonKorean(other))
    terms.set(term.english.toLowerCase(), { ...term, others, ...(heardAs.length > 0 && { heardAs }) })
  }
  return [...terms.values()]
}

/** The corrections of words that occur in the transcript and whose replacement is no instruction. */
function checkedCorrections(found: readonly unknown[], spoken: string): Correction[] {
  return found
    .flatMap(one => correction.safeParse(one).data ?? [])
    .filter(({ heardAs, meant }) => isSpoken(heardAs, spoken) && PLAIN_ENGLISH.test(meant) && !isInstruction(meant))
    .filter(({ heardAs, meant }) => heardAs.toLowerCase() !== meant.toLowerCase())
    .slice(0, BRIEF_CORRECTIONS)
}

const PLAIN_ENGLISH = /^[\p{L}\p{M}\p{N} .,'’&+#%$€£-]+$/u

const withLists = z.looseObject({ others: z.array(z.unknown()).catch([]), heardAs: z.array(z.unknown()).catch([]) })

/** Other forms and misheard spellings are optional: an invalid one is dropped without dropping the term. */
function withoutFaultyLists(term: unknown): unknown {
  const parsed = withLists.safeParse(term)
  if (!parsed.success) return term
  const { others, heardAs } = parsed.data
  return {
    ...parsed.data,
    others: others.filter(other => briefTerm.shape.korean.safeParse(other).success).slice(0, 4),
    heardAs: heardAs.filter(words => briefTerm.shape.english.safeParse(words).success).slice(0, 4),
  }
}

/** The words of a transcript separated by single spaces, for finding whole words. */
function spokenWords(transcript: string): string {
  return ` ${splitWords(transcript).join(' ')} `
}

function isSpoken(english: string, spoken: string): boolean {
  const words = splitWords(english).join(' ')
  return words !== '' && spoken.includes(` ${words} `)
}

function isKoreanForm(korean: string): boolean {
  return koreanFault(korean) === undefined
}

const offeredSpeaker = z.looseObject({
  name: z.string(),
  speaksTo: z.string().nullish().catch(undefined),
  register: briefSpeaker.shape.register.nullable().catch(undefined),
})

/** A speaker as described by a model, under a name or the transcript's label (`spk_0`). */
function cleanSpeaker(offered: unknown): z.infer<typeof briefSpeaker> | undefined {
  const parsed = offeredSpeaker.safeParse(offered).data
  if (!parsed || /[<>{}`|\\]/.test(parsed.name)) return undefined
  // `Peter Bowman [spk_1]`: brackets are code characters elsewhere.
  const name = cleanRemark(parsed.name.replace(/\[([^[\]]*)\]/g, '($1)'), 60)
  const speaksTo = cleanRemark(parsed.speaksTo ?? '', 80)
  if (name === '') return undefined
  return { name, ...(speaksTo !== '' && { speaksTo }), ...(parsed.register && { register: parsed.register }) }
}

/** Cleans a remark; logs if it consisted only of instructions. */
function remark(field: string, text: string, length: number): string {
  const cleaned = cleanRemark(text, length)
  if (cleaned === '' && text.trim() !== '') log('warn', 'model', 'a remark of the brief was an instruction', { field })
  return cleaned
}

/**
 * Merges the briefs of a talk's parts, in order. The first part that names a term determines its form; the longest
 * remark about the subject is kept.
 */
export function mergedBrief(parts: readonly Brief[]): Brief {
  const terms = new Map<string, BriefTerm>()
  for (const term of parts.flatMap(part => part.terms)) {
    const key = term.english.toLowerCase()
    const known = terms.get(key)
    const others = new Set([...(known?.others ?? []), ...term.others, ...(known ? [term.korean] : [])])
    if (known) others.delete(known.korean)
    const heardAs = [...new Set([...(known?.heardAs ?? []), ...(term.heardAs ?? [])])].slice(0, 4)
    const found = { ...(known ?? term), others: [...others].slice(0, 4) }
    terms.set(key, heardAs.length > 0 ? { ...found, heardAs } : found)
  }
  const speakers = new Map(parts.flatMap(part => part.speakers).map(speaker => [speaker.name, speaker]))
  const corrections = parts.flatMap(part => part.corrections ?? []).slice(0, BRIEF_CORRECTIONS)
  const joins = parts.flatMap(part => part.joins ?? []).slice(0, BRIEF_JOINS)
  const splits = parts.flatMap(part => part.splits ?? []).slice(0, BRIEF_SPLITS)
  const register = parts.find(part => part.register)?.register
  const longest = (texts: string[]) => texts.reduce((best, text) => (text.length > best.length ? text : best), '')
  const about = longest(parts.map(part => part.about ?? ''))
  return {
    subject: longest(parts.map(({ subject }) => subject)),
    tone: longest(parts.map(({ tone }) => tone)),
    ...(about !== '' && { about }),
    speakers: [...speakers.values()].slice(0, 12),
    terms: [...terms.values()].slice(0, BRIEF_TERMS),
    numbers: parts[0]?.numbers ?? EMPTY_BRIEF.numbers,
    units: parts[0]?.units ?? EMPTY_BRIEF.units,
    ...(register && { register }),
    ...(corrections.length > 0 && { corrections }),
    ...(joins.length > 0 && { joins }),
    ...(splits.length > 0 && { splits }),
  }
}

/** The brief's terms as a glossary, also under their misheard spellings; empty without a brief. */
export function briefGlossary({ terms }: Pick<Brief, 'terms'> = EMPTY_BRIEF): Glossary {
  return buildGlossary(
    terms.flatMap(({ english, korean, others, heardAs = [] }) =>
      [english, ...heardAs].map((words): [string, Term] => [words, { korean, others, source: 'brief' }]),
    ),
  )
}
