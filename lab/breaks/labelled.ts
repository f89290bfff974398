import { readFileSync } from 'node:fs'

/** What may end between two eojeols without making the reader stumble: a cue, a line, or neither. */
export type Label = 'good' | 'acceptable' | 'bad'

/**
 * A sentence of `lab/breaks/text` as labelled by two readers: `labels[i]` is for the place between `words[i]` and
 * `words[i + 1]`.
 */
export interface LabelledSentence {
  words: string[]
  /** The first reader's labels. */
  labels: Label[]
  second: Label[]
}

/** The files from which rules and weights may be derived; `held-out` is only for the final measurement. */
export const TRAINING_FILES = ['talks', 'interviews', 'lessons', 'dialogue', 'news'] as const
/** Kinds of text other than speech, labelled only by their writer and never used for training. */
export const REGISTERS = ['news', 'law', 'dialect', 'games', 'lyrics'] as const
/**
 * Number of parts among which a file's sentences are distributed in turn; each part is cut with weights learned from
 * the others.
 */
export const PARTS = 5

/** Which of the `PARTS` to read: a single one, or all but one. */
export type Part = { only: number } | { without: number }

/** Reads one file of labelled sentences, or a part of it. */
export function labelledSentences(file: string, part?: Part): LabelledSentence[] {
  const second = marked(`second/${file}`)
  const sentences = marked(file).map(({ words, labels }, i): LabelledSentence => {
    const other = second[i]
    if (other?.words.join(' ') !== words.join(' ')) throw new Error(`the second reading differs: ${words.join(' ')}`)
    return { words, labels, second: other.labels }
  })
  if (part === undefined) return sentences
  return sentences.filter((_, i) => ('only' in part ? i % PARTS === part.only : i % PARTS !== part.without))
}

/** Sentences labelled only by their writers: used for training, never for measuring. */
export function writersSentences(): Marked[] {
  return TRAINING_FILES.flatMap(file => marked(`more/${file}`))
}

/**
 * The writers' sentences, labelled again by others from unmarked text, following the habits of one of the two readers.
 */
export function rereadSentences(reader: 'first' | 'second'): Marked[] {
  return marked(`read/as-${reader}`)
}

/**
 * The sentences that somebody who played the translator marked as its instructions ask: by their text, the indexes of the
 * words before which a line may end. Used only for measuring.
 */
export function translatorsMarks(): ReadonlyMap<string, readonly number[]> {
  return new Map(
    marked('translator').map(({ words, labels }) => [
      words.join(' '),
      labels.flatMap((label, i) => (label === 'bad' ? [] : i + 1)),
    ]),
  )
}

/** The sentences of a register; its only reader's labels stand for both. */
export function registerSentences(register: (typeof REGISTERS)[number]): LabelledSentence[] {
  return marked(`registers/${register}`).map(({ words, labels }) => ({ words, labels, second: labels }))
}

function marked(file: string): Marked[] {
  return readFileSync(new URL(`text/${file}.txt`, import.meta.url), 'utf8')
    .split('\n')
    .filter(line => line !== '' && !line.startsWith('#'))
    .map(markedSentence)
}

/** A sentence as labelled by one reader. */
export interface Marked {
  words: string[]
  labels: Label[]
}

/** Parses `제가 주문한 / 로봇이었는데요, | 저는 …`. */
function markedSentence(line: string): Marked {
  const words: string[] = []
  const labels: Label[] = []
  let label: Label = 'bad'
  for (const token of line.trim().split(/\s+/)) {
    if (token === '|') label = 'good'
    else if (token === '/') label = 'acceptable'
    else {
      if (words.length > 0) labels.push(label)
      words.push(token)
      label = 'bad'
    }
  }
  return { words, labels }
}
