import * as z from 'zod'
import type { ProjectWord } from './project.ts'

/** Between two words, and between a word and the punctuation after it. */
const BETWEEN = '\n'
const BEFORE_PUNCTUATION = '\t'
const SEPARATORS = /[\n\t]/g

/**
 * The words of a talk as the API sends them. A list per word takes twice the bytes, and on a slow computer receiving
 * them is the longest part of opening the editor.
 */
export interface WordColumns {
  /** One line per word: `text`, or `text\tpunctuation`. */
  texts: string
  /** Milliseconds from the end of the word before to the start of each. */
  pauses: number[]
  /** Milliseconds from the start to the end of each. */
  lengths: number[]
  /** Confidence of each, in thousandths. */
  confidences: number[]
  /** Absent if no word has a speaker; an empty string for a word without one. */
  speakers?: string[] | undefined
}

export function packWords(words: readonly ProjectWord[]): WordColumns {
  let end = 0
  const columns: WordColumns = { texts: '', pauses: [], lengths: [], confidences: [] }
  const texts = words.map(([text, startMs, endMs, confidence, after]) => {
    columns.pauses.push(startMs - end)
    columns.lengths.push(endMs - startMs)
    columns.confidences.push(Math.round(confidence * 1000))
    end = endMs
    return after === '' ? bare(text) : `${bare(text)}${BEFORE_PUNCTUATION}${bare(after)}`
  })
  columns.texts = texts.join(BETWEEN)
  if (words.some(word => word[5] !== undefined)) columns.speakers = words.map(word => word[5] ?? '')
  return columns
}

function bare(text: string): string {
  return text.replace(SEPARATORS, ' ')
}

/** Reads what `packWords` wrote; columns of different lengths are an error. Bounds were checked when the words were stored. */
export const wordColumns = z.custom<WordColumns>(isColumns).transform(unpackWords)

function unpackWords({ texts, pauses, lengths, confidences, speakers }: WordColumns): ProjectWord[] {
  if (pauses.length === 0) return []
  let end = 0
  return texts.split(BETWEEN).map((both, i): ProjectWord => {
    const startMs = end + (pauses[i] ?? 0)
    end = startMs + (lengths[i] ?? 0)
    const at = both.indexOf(BEFORE_PUNCTUATION)
    const text = at < 0 ? both : both.slice(0, at)
    const after = at < 0 ? '' : both.slice(at + 1)
    const confidence = (confidences[i] ?? 0) / 1000
    const speaker = speakers?.[i]
    return speaker ? [text, startMs, end, confidence, after, speaker] : [text, startMs, end, confidence, after]
  })
}

function isColumns(value: unknown): value is WordColumns {
  if (typeof value !== 'object' || value === null) return false
  const { texts, pauses, lengths, confidences, speakers }: Partial<Record<keyof WordColumns, unknown>> = value
  if (typeof texts !== 'string' || !isNumbers(pauses)) return false
  const words = pauses.length
  return (
    (words === 0 ? texts === '' : countLines(texts) === words) &&
    isNumbers(lengths, words) &&
    isNumbers(confidences, words) &&
    (speakers === undefined ||
      (Array.isArray(speakers) && speakers.length === words && speakers.every(each => typeof each === 'string')))
  )
}

function isNumbers(value: unknown, length?: number): value is number[] {
  return (
    Array.isArray(value) &&
    (length === undefined || value.length === length) &&
    value.every(each => typeof each === 'number')
  )
}

function countLines(text: string): number {
  let lines = 1
  for (let at = text.indexOf(BETWEEN); at >= 0; at = text.indexOf(BETWEEN, at + 1)) lines += 1
  return lines
}
