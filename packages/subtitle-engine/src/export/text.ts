import type { Profile } from '../profile.ts'
import type { Cue, Sentence } from '../types.ts'
import { wholeSentences } from './transcript.ts'

/** Writes the text alone: one sentence a line. */
export function formatText(cues: readonly Cue[]): string {
  return wholeSentences(cues)
    .map(({ text }) => `${text}\n`)
    .join('')
}

/** Writes cues and the words that were spoken, with times in milliseconds. */
export function formatJson(cues: readonly Cue[], sentences: readonly Sentence[], profile: Profile): string {
  const content = {
    format: 'korean-subtitle',
    version: 1,
    language: 'ko',
    profile: profile.name,
    cues: cues.map(({ startMs, endMs, lines, sentenceIds, flags, place }) => {
      return { startMs, endMs, lines, sentences: sentenceIds, flags, place }
    }),
    sentences: sentences.map(({ id, text, words }) => ({
      id,
      text,
      words: words.map(word => ({ text: word.text + word.after, startMs: word.startMs, endMs: word.endMs })),
    })),
  }
  return `${JSON.stringify(content, null, 1)}\n`
}
