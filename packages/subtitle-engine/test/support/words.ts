import type { Sentence, Word } from '../../src/index.ts'

/**
 * Words of a text, 300 ms each without pauses; `{n}` before a word is a pause of n milliseconds.
 * Punctuation at a word's end becomes its `after`.
 */
export function wordsOf(text: string, startMs = 0): Word[] {
  const words: Word[] = []
  let at = startMs
  for (const token of text.split(' ')) {
    const pause = /^\{(\d+)\}$/.exec(token)?.[1]
    if (pause !== undefined) {
      at += Number(pause)
      continue
    }
    const after = /[.,?!;:…]+$/.exec(token)?.[0] ?? ''
    const bare = token.slice(0, token.length - after.length)
    words.push({ text: bare, startMs: at, endMs: at + 300, confidence: 0.98, after })
    at += 300
  }
  return words
}

/** One sentence of these words. */
export function sentenceOf(text: string, startMs = 0, id = 's1'): Sentence {
  const words = wordsOf(text, startMs)
  const spoken = words.map(word => word.text + word.after).join(' ')
  return { id, text: spoken, words, startMs: words[0]?.startMs ?? startMs, endMs: words.at(-1)?.endMs ?? startMs }
}
