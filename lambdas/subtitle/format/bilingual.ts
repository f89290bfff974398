import type { Cue, Sentence } from '../types.ts'
import { formatSrt } from './srt.ts'

/** SRT with the Korean over the English that is spoken while the cue is on. */
export function formatBilingualSrt(cues: readonly Cue[], sentences: readonly Sentence[]): string {
  const english = englishOf(cues, sentences)
  return formatSrt(
    cues.map((cue, i) => {
      const text = english[i] ?? ''
      return text === '' ? cue : { ...cue, lines: [...cue.lines, text] }
    }),
  )
}

/** The words of each cue's sentences, each word once: in the sentence's last cue that begins before the word ends. */
export function englishOf(cues: readonly Cue[], sentences: readonly Sentence[]): string[] {
  const cuesOf = new Map<string, number[]>()
  for (const [i, cue] of cues.entries()) {
    for (const id of cue.sentenceIds) cuesOf.set(id, [...(cuesOf.get(id) ?? []), i])
  }
  const texts = cues.map((): string[] => [])
  for (const sentence of sentences) {
    const own = cuesOf.get(sentence.id) ?? []
    let at = 0
    for (const word of sentence.words) {
      const middleMs = (word.startMs + word.endMs) / 2
      while (at + 1 < own.length && (cues[own[at + 1] ?? 0]?.startMs ?? 0) <= middleMs) at += 1
      texts[own[at] ?? -1]?.push(word.text + word.after)
    }
  }
  return texts.map(words => words.join(' '))
}
