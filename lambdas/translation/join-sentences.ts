import type { Sentence } from '#subtitle-engine'
import type { SentenceFile } from '../contract/media-objects.ts'

/** Longer sentences are not joined, because they would be hard to translate and to read. */
const MOST_WORDS = 60
const MOST_MS = 25_000
/** After a pause this long, the full stop is correct. */
const PAUSE_MS = 1500

type Talk = Pick<SentenceFile, 'sentences' | 'batches'>

/**
 * Joins sentences with the next one if the full stop between them is wrong. The joined sentence keeps the first id;
 * batches keep their numbers, and one may become empty.
 * @param ids sentences that the next one continues
 */
export function joinSentences({ sentences, batches }: Talk, ids: readonly string[]): Talk {
  const wanted = new Set(ids)
  const joined: Sentence[] = []
  const batchSizes = batches.map(() => 0)
  let isOpen = false
  for (const [at, sentence] of sentences.entries()) {
    const last = joined.at(-1)
    if (isOpen && last && belongsTogether(last, sentence)) joined[joined.length - 1] = joinTwo(last, sentence)
    else {
      joined.push(sentence)
      const batch = batches.findIndex(({ first, count }) => at >= first && at < first + count)
      batchSizes[batch] = (batchSizes[batch] ?? 0) + 1
    }
    isOpen = wanted.has(sentence.id)
  }
  let first = 0
  const cut = batchSizes.map(count => {
    first += count
    return { first: first - count, count }
  })
  return { sentences: joined, batches: cut }
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
  const text = words.map(word => word.text + word.after).join(' ')
  return { ...one, text, words, endMs: Math.max(one.endMs, next.endMs) }
}
