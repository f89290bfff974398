import * as z from 'zod'
import { checkTranslation, findContacts } from '#subtitle-engine'
import {
  LONGEST_CHAPTER_TITLE,
  LONGEST_YOUTUBE_TITLE,
  MOST_DESCRIPTION_BYTES,
  type YoutubeText,
} from '../contract/youtube-text.ts'
import { chooseChapters, type OfferedChapter, SHORTEST_WITH_CHAPTERS } from './chapters.ts'
import { isInstruction } from './remarks.ts'
import type { NumberedSentence } from './youtube-request.ts'

/** What a response is checked against. */
export interface Source {
  sentences: readonly NumberedSentence[]
  /** What was said in English; an address may be spelled out only there. */
  english: string
  durationSeconds: number
}

const answer = z.looseObject({
  title: z.string(),
  description: z.string(),
  chapters: z.array(z.unknown()).catch([]),
})
/** Some models write numbers as strings. */
const offeredChapter = z.looseObject({ sentence: z.union([z.int(), z.string().transform(Number)]), title: z.string() })

/**
 * Reads the text for YouTube in a model's response; `undefined` if it has no usable title or description. The model has read
 * what speakers said, so nothing is trusted. Dropped are lines with an address, account or telephone number that is not in
 * the subtitle, instructions, remarks about the task, and chapters of sentences that do not exist.
 */
export function readYoutubeAnswer(input: unknown, source: Source): YoutubeText | undefined {
  const parsed = answer.safeParse(input)
  if (!parsed.success) return undefined
  const isAllowed = buildFilter(source)
  const title = cleanLine(parsed.data.title, LONGEST_YOUTUBE_TITLE)
  const description = cleanDescription(parsed.data.description, isAllowed)
  if (!isKorean(title) || !isAllowed(title) || !isKorean(description)) return undefined
  const chapters = chooseChapters(readChapters(parsed.data.chapters, source, isAllowed), {
    firstMs: source.sentences[0]?.startMs ?? 0,
    durationSeconds: source.durationSeconds,
  })
  if (chapters.length > 0) return { title, description, chapters }
  const withoutChapters = source.durationSeconds < SHORTEST_WITH_CHAPTERS ? 'short' : 'few'
  return { title, description, chapters, withoutChapters }
}

/** The chapters that begin with a sentence of the subtitle, each sentence and each title once. */
function readChapters(
  offered: readonly unknown[],
  { sentences }: Source,
  isAllowed: (line: string) => boolean,
): OfferedChapter[] {
  const starts = new Map(sentences.map(({ number, startMs }) => [number, startMs]))
  const chapters = new Map<string, OfferedChapter>()
  for (const one of offered) {
    const { sentence = 0, title = '' } = offeredChapter.safeParse(one).data ?? {}
    const startMs = starts.get(sentence)
    const line = cleanLine(title, LONGEST_CHAPTER_TITLE)
    const isUsable = /[\p{L}\p{N}]/u.test(line) && !TIME.test(line) && isAllowed(line)
    if (startMs === undefined || !isUsable || chapters.has(line)) continue
    chapters.set(line, { startMs, title: line })
  }
  return [...chapters.values()]
}

/** Builds the check for lines that may be published: no contact that the subtitle lacks, no instruction, no refusal. */
function buildFilter({ sentences, english }: Source): (line: string) => boolean {
  const texts = [...sentences.map(({ korean }) => korean), english]
  const known = new Set(texts.flatMap(cutIntoPieces).flatMap(findContacts).map(lettersOf))
  return line =>
    findContacts(line).every(contact => known.has(lettersOf(contact))) && !isInstruction(line) && !isAboutTask(line)
}

/**
 * Contacts are searched in pieces of this length, because the search takes quadratic time. Neighbouring pieces overlap.
 */
const PIECE = 1000
const OVERLAP = 100
/** Longer than any word or contact of a talk, in characters. */
const ENDLESS_WORD = 200

function cutIntoPieces(text: string): string[] {
  const words = text
    .split(/\s/)
    .filter(word => word.length < ENDLESS_WORD)
    .join(' ')
  return Array.from({ length: Math.ceil(words.length / PIECE) }, (_, i) =>
    words.slice(i * PIECE, (i + 1) * PIECE + OVERLAP),
  )
}

/** Letters and digits of a contact, without the Korean particle or ending after a handle. */
function lettersOf(contact: string): string {
  return contact
    .toLowerCase()
    .replace(/(?<=[a-z\d_])[가-힣]+$/, '')
    .replace(/[^\p{L}\p{N}]+/gu, '')
}

const NO_SENTENCE = { id: '', text: '', words: [] }
const ABOUT_TASK: ReadonlySet<string> = new Set(['refusal', 'markup', 'repeated'])

/** Whether a model writes about itself or its task, repeats itself without end, or writes JSON. */
function isAboutTask(line: string): boolean {
  return checkTranslation(NO_SENTENCE, line).some(({ code }) => ABOUT_TASK.has(code))
}

function isKorean(text: string): boolean {
  return /[가-힣]/.test(text)
}

/** YouTube would read a time in a description as a chapter. */
const TIME = /\d:\d\d/
/** Characters that YouTube refuses, and those of code. */
const SIGNS = /[<>{}`|\\]+/gu
const WHITE = /[\s\p{Cc}\p{Cf}\p{Co}\p{Cs}]+/gu

/** One line without code signs, cut at a space if it is longer than `longest` UTF-16 code units. */
function cleanLine(text: string, longest: number): string {
  const line = text.replace(SIGNS, ' ').replace(WHITE, ' ').trim()
  if (line.length <= longest) return line
  const head = line.slice(0, longest)
  const space = head.lastIndexOf(' ')
  // If the cut splits a surrogate pair, `toWellFormed` replaces the half that is left.
  return (space > longest / 2 ? head.slice(0, space) : head.toWellFormed().replaceAll('\ufffd', '')).trim()
}

/** The allowed Korean sentences, line by line, up to `MOST_DESCRIPTION_BYTES`. */
function cleanDescription(text: string, isAllowed: (line: string) => boolean): string {
  let description = ''
  for (const line of text.split(/\r\n|[\r\n]/)) {
    let joint = description === '' ? '' : '\n'
    for (const sentence of cleanLine(line, line.length).split(/(?<=[.!?…]) /)) {
      const next = `${description}${joint}${sentence}`
      if (!isKorean(sentence) || TIME.test(sentence) || !isAllowed(sentence)) continue
      if (Buffer.byteLength(next) > MOST_DESCRIPTION_BYTES) return description
      description = next
      joint = ' '
    }
  }
  return description
}
