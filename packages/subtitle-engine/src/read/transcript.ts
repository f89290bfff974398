import { tidy } from '../korean/tidy.ts'
import { BESIDE, type Transcript, type Word } from '../types.ts'
import { withoutShouting } from './capitals.ts'
import { withoutSounds } from './sounds.ts'
import type { SourceCue } from './source.ts'
import { type TimedText, wordTimes } from './word-times.ts'

const MARKS = /(?<![.,?!;:…])[.,?!;:…]+$/

/**
 * Turns an English subtitle into a transcript, as if its words had been transcribed. Sounds in brackets and lone music
 * notes are `dropped`. Text in capitals becomes ordinary text, because its translation would shout.
 */
export function transcriptOfCues(cues: readonly SourceCue[]): Transcript {
  const words: Word[] = []
  const dropped: Word[] = []
  for (const cue of cues) {
    const { startMs } = cue
    const endMs = Math.max(startMs, cue.endMs)
    const { lines, sounds } = withoutSounds(cue)
    for (const text of sounds) dropped.push({ text, startMs, endMs, confidence: 1, after: '' })
    const timed = wordTimes(
      lines.flatMap(line => line.words),
      startMs,
      endMs,
    )
    let at = 0
    for (const { words: own, speaker } of lines) {
      for (const word of timed.slice(at, at + own.length)) addWord(words, word, cue.isAside ? BESIDE : speaker)
      at += own.length
    }
  }
  const durationMs = cues.reduce((end, cue) => Math.max(end, cue.endMs), 0)
  return { words: [...withoutShouting(words)], durationMs, dropped }
}

/** Adds a word with the punctuation after it; a lone sign belongs to the word before. */
function addWord(words: Word[], { text, startMs, endMs }: TimedText, speaker: string | undefined): void {
  // A sentence that continues another cue's begins with dots, which say nothing to a translator.
  const bare = tidy(text).replace(/^…/, '')
  const after = MARKS.exec(bare)?.[0] ?? ''
  const said = bare.slice(0, bare.length - after.length)
  if (said === '') {
    const last = words.at(-1)
    if (last && after !== '' && last.after === '') last.after = after
    return
  }
  const word = { text: said, startMs, endMs, confidence: 1, after }
  words.push(speaker === undefined ? word : { ...word, speaker })
}
