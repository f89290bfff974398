import type { Sentence, Transcript, Word } from '../types.ts'
import { stopBelongsToWord } from './abbreviations.ts'
import { splitOverlong } from './overlong.ts'

const sentencePauseMs = 1500

/** Divides the words into sentences; the words of all sentences, in order, are the transcript's words. */
export function sentencesFromTranscript(transcript: Transcript): Sentence[] {
  const sentences: Sentence[] = []
  const { words } = transcript
  let from = 0
  for (let i = 0; i < words.length; i += 1) {
    if (!endsSentence(words, i)) continue
    for (const part of splitOverlong(words.slice(from, i + 1)))
      sentences.push(sentence(`s${sentences.length + 1}`, part))
    from = i + 1
  }
  return sentences
}

function endsSentence(words: readonly Word[], at: number): boolean {
  const word = words[at]
  const next = words[at + 1]
  if (!word || !next) return true
  if (next.startMs - word.endMs >= sentencePauseMs) return true
  if (word.speaker !== undefined && next.speaker !== undefined && word.speaker !== next.speaker) return true
  if (/[?!]/.test(word.after)) return true
  if (/\.{2,}|…/.test(word.after)) return !/^\p{Ll}/u.test(next.text)
  return /\.(?!,)/.test(word.after) && !stopBelongsToWord(word, words[at - 1], next)
}

function sentence(id: string, words: Word[]): Sentence {
  const text = words.map(word => word.text + word.after).join(' ')
  const startMs = words[0]?.startMs ?? 0
  return { id, text, words, startMs, endMs: words.reduce((end, word) => Math.max(end, word.endMs), startMs) }
}
