import { readFileSync } from 'node:fs'

/** What may end between two eojeols: a cue, a line, or nothing without making the reader stumble. */
export type Label = 'good' | 'acceptable' | 'bad'

/** A sentence of `test/subtitle/korean/breaks`; `labels[i]` stands between `words[i]` and `words[i + 1]`. */
export interface LabelledSentence {
  words: string[]
  labels: Label[]
}

/** The files that rules and weights may be made from; `held-out` is only for the final measurement. */
export const TRAINING_FILES = ['talks', 'interviews', 'lessons', 'dialogue', 'news'] as const
/** Of each training file, every fifth sentence is kept from the training and compares one attempt with another. */
const DEVELOPMENT_STEP = 5

export type Part = 'training' | 'development' | 'all'

/** Reads one file of labelled sentences, or the part of it for training or for comparing attempts. */
export function labelledSentences(file: string, part: Part = 'all'): LabelledSentence[] {
  const text = readFileSync(new URL(`../korean/breaks/${file}.txt`, import.meta.url), 'utf8')
  const sentences = text
    .split('\n')
    .filter(line => line !== '' && !line.startsWith('#'))
    .map(labelledSentence)
  if (part === 'all') return sentences
  return sentences.filter((_, i) => (i % DEVELOPMENT_STEP === DEVELOPMENT_STEP - 1) === (part === 'development'))
}

/** Reads `제가 주문한 / 로봇이었는데요, | 저는 …`. */
export function labelledSentence(line: string): LabelledSentence {
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
