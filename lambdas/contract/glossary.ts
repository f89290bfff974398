import * as z from 'zod'
import { lazy, lazyObject } from './lazy.ts'
import { type EnglishFault, englishFault, isOrder, type KoreanFault, koreanFault } from './term.ts'

/** Maximum terms per user. With the longest texts they take a quarter of a megabyte; DynamoDB allows 400 KB per row. */
export const GLOSSARY_TERMS = 500
/** Maximum terms per request; the page splits larger changes. */
export const GLOSSARY_CHANGES = 100

/** Maximum length of a term's texts, in characters. */
export const TERM_LENGTHS = { english: 60, korean: 40, note: 100 } as const

/** A user's term: an English name or expression and the one Korean form for it in the user's subtitles. */
export const glossaryTerm = lazyObject(() => ({
  english: z.string().max(200),
  korean: z.string().max(200),
  /** For the user only; translators never see it. */
  note: z.string().max(400).optional(),
}))
export type GlossaryTerm = z.infer<typeof glossaryTerm>

/** A user's terms, sorted by their English. */
export const glossary = lazyObject(() => ({ terms: z.array(glossaryTerm) }))

/** Terms to put, replacing those with the same English in any case, and the English of terms to remove. */
export const glossaryChange = lazy(() =>
  z
    .object({
      put: z.array(glossaryTerm).max(GLOSSARY_CHANGES).default([]),
      remove: z.array(z.string().max(200)).max(GLOSSARY_TERMS).default([]),
    })
    .refine(({ put, remove }) => put.length + remove.length > 0, 'there is nothing to change'),
)
export type GlossaryChange = z.output<typeof glossaryChange>

/** Key of a term: its English regardless of case. */
export function termKey(english: string): string {
  return english.toLowerCase()
}

/** Normalizes a term for storage: composed Hangul, single spaces, no empty note. */
export function tidyTerm({ english, korean, note = '' }: GlossaryTerm): GlossaryTerm {
  const [tidyEnglish, tidyKorean, tidyNote] = [english, korean, note].map(text =>
    text.normalize('NFC').replace(/\s+/gu, ' ').trim(),
  )
  return { english: tidyEnglish ?? '', korean: tidyKorean ?? '', ...(tidyNote && { note: tidyNote }) }
}

type TermFault =
  | 'noEnglish'
  | 'noKorean'
  | 'longEnglish'
  | 'longKorean'
  | 'longNote'
  | 'noteSign'
  | `english-${EnglishFault}`
  | `korean-${KoreanFault}`

/** Text for the user about a refused term. */
export const TERM_FAULT_TEXT: Record<TermFault, string> = {
  noEnglish: '영어를 적어 주세요.',
  noKorean: '한국어를 적어 주세요.',
  longEnglish: `영어는 ${TERM_LENGTHS.english}자까지 쓸 수 있어요.`,
  longKorean: `한국어는 ${TERM_LENGTHS.korean}자까지 쓸 수 있어요.`,
  longNote: `메모는 ${TERM_LENGTHS.note}자까지 쓸 수 있어요.`,
  noteSign: '메모에는 글자와 숫자, 문장 부호만 쓸 수 있어요.',
  'english-noWord': '영어에 글자나 숫자가 있어야 해요.',
  'english-tooManyWords': '영어는 여섯 단어까지 쓸 수 있어요.',
  'english-sign': '영어에는 글자와 숫자, 이름에 쓰는 부호만 쓸 수 있어요.',
  'english-contact': '영어에 전화번호나 주소가 있어요. 이름이나 용어만 적어 주세요.',
  'english-order': '영어가 문장처럼 읽혀요. 이름이나 용어만 적어 주세요.',
  'english-common': '너무 흔한 말이라 용어로 쓸 수 없어요.',
  'korean-sign': '한국어에는 글자와 숫자, 이름에 쓰는 부호만 쓸 수 있어요.',
  'korean-contact': '한국어에 전화번호나 주소가 있어요. 이름이나 용어만 적어 주세요.',
  'korean-sentence': '한국어가 문장처럼 읽혀요. 이름이나 용어만 적어 주세요.',
  'korean-order': '한국어가 문장처럼 읽혀요. 이름이나 용어만 적어 주세요.',
}

/** No markup, and no first character that a spreadsheet would read as the start of a formula. */
const NOTE = /^[\p{L}\p{M}\p{N}("'“‘#][\p{L}\p{M}\p{N} .,·'’"“”‘&+#/:;%()?!~–—-]*$/u
const FORMULA = /^[+-]/

/** The fault of a normalized term, as text for the user, or `undefined`. */
export function faultOfTerm({ english, korean, note }: GlossaryTerm): string | undefined {
  const fault = findCode(english, korean, note)
  return fault && TERM_FAULT_TEXT[fault]
}

function findCode(english: string, korean: string, note: string | undefined): TermFault | undefined {
  if (english === '') return 'noEnglish'
  if (korean === '') return 'noKorean'
  if (english.length > TERM_LENGTHS.english) return 'longEnglish'
  if (korean.length > TERM_LENGTHS.korean) return 'longKorean'
  const inEnglish = FORMULA.test(english) ? 'sign' : englishFault(english)
  if (inEnglish) return `english-${inEnglish}`
  const inKorean = FORMULA.test(korean) ? 'sign' : koreanFault(korean)
  if (inKorean) return `korean-${inKorean}`
  if (note === undefined) return undefined
  if (note.length > TERM_LENGTHS.note) return 'longNote'
  return NOTE.test(note) && !isOrder(note) ? undefined : 'noteSign'
}
