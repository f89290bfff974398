import type { Sentence, Word } from '#subtitle-engine'
import type { Brief } from '../contract/brief.ts'
import type { SentenceFile } from '../contract/media-objects.ts'
import { splitWords } from '../contract/term.ts'

/** Sentences that would become longer are not joined, because they would be hard to translate and read. */
const MOST_WORDS = 60
const MOST_MS = 25_000
/** After a pause this long, the full stop is correct. */
const PAUSE_MS = 1500
/** Minimum words of a sentence that the brief splits off. */
const FEWEST_WORDS = 2

type Talk = Pick<SentenceFile, 'sentences' | 'batches'>

/**
 * Corrects full stops: divides sentences where one is missing, then joins sentences with the next one if the full stop
 * between them is wrong. The first part of a divided sentence keeps the id, and each further part gets an unused id.
 * Batches keep their numbers, and a batch may become empty.
 */
export function correctFullStops(talk: Talk, { joins = [], splits = [] }: Pick<Brief, 'joins' | 'splits'>): Talk {
  const isWrong = new Set(joins)
  const corrected: Sentence[] = []
  const batchSizes = talk.batches.map(() => 0)
  let ids = talk.sentences.length
  let isOpen = false
  for (const [at, sentence] of talk.sentences.entries()) {
    const places = splits.filter(({ id }) => id === sentence.id).map(({ next }) => startOf(next, sentence))
    const batch = talk.batches.findIndex(({ first, count }) => at >= first && at < first + count)
    for (const [i, part] of divided(sentence, places).entries()) {
      const last = corrected.at(-1)
      if (isOpen && last && belongsTogether(last, part)) corrected[corrected.length - 1] = joinTwo(last, part)
      else {
        if (i > 0) ids += 1
        corrected.push(i > 0 ? { ...part, id: `s${ids}` } : part)
        batchSizes[batch] = (batchSizes[batch] ?? 0) + 1
      }
      isOpen = false
    }
    isOpen = isWrong.has(sentence.id)
  }
  let first = 0
  const batches = batchSizes.map(count => {
    first += count
    return { first: first - count, count }
  })
  return { sentences: corrected, batches }
}

/** Index of the words that begin a new sentence; 0 unless they occur exactly once, with a few words on both sides. */
function startOf(next: string, { words }: Sentence): number {
  const wanted = splitWords(next)
  const said = words.map(({ text }) => splitWords(text).join(''))
  const places = said.keys().filter(at => wanted.every((word, i) => said[at + i] === word))
  const [place = 0, second] = [...places]
  return second === undefined && place >= FEWEST_WORDS && place <= words.length - FEWEST_WORDS ? place : 0
}

function divided(sentence: Sentence, places: readonly number[]): Sentence[] {
  const cuts = [...new Set([0, ...places])].sort((a, b) => a - b)
  if (cuts.length === 1) return [sentence]
  return cuts.map((from, i) => {
    const words = sentence.words.slice(from, cuts[i + 1])
    if (i < cuts.length - 1) endSentence(words)
    return withWords(sentence, words)
  })
}

/** Adds the missing full stop. */
function endSentence(words: Word[]): void {
  const last = words.at(-1)
  if (last) words[words.length - 1] = { ...last, after: `${last.after.replace(/[,;:]+/, '')}.` }
}

function belongsTogether(one: Sentence, next: Sentence): boolean {
  const [last, first] = [one.words.at(-1), next.words[0]]
  if (!last || !first || first.startMs - last.endMs >= PAUSE_MS || last.speaker !== first.speaker) return false
  return one.words.length + next.words.length <= MOST_WORDS && next.endMs - one.startMs <= MOST_MS
}

function joinTwo(one: Sentence, next: Sentence): Sentence {
  const words = [
    ...one.words.map((word, i) =>
      i === one.words.length - 1 ? { ...word, after: word.after.replace(/[.]+/, '') } : word,
    ),
    ...next.words,
  ]
  return withWords(one, words)
}

function withWords(sentence: Sentence, words: Word[]): Sentence {
  const text = words.map(word => word.text + word.after).join(' ')
  const startMs = words[0]?.startMs ?? sentence.startMs
  return { ...sentence, text, words, startMs, endMs: words.reduce((end, word) => Math.max(end, word.endMs), startMs) }
}
