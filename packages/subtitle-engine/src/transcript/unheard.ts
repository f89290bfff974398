import type { Sentence, Transcript, Word } from '../types.ts'
import { soundEnd } from './sounds.ts'

/**
 * A stretch without a subtitle in which something may have been said, in milliseconds. `words` are the words dropped there as
 * invented or as repetitions, joined with spaces; '' if the transcriber wrote nothing.
 */
export interface Unheard {
  startMs: number
  endMs: number
  words: string
}

/** Shortest pause between two words in which the transcriber may have missed speech. */
const HOLE_MS = 8000
/** Longest list of dropped words, in characters. */
const MAX_UNHEARD = 200

/**
 * Returns the stretches that a user should listen to, in order: dropped words, and long pauses between two words in which the
 * transcriber named no sound such as `[MUSIC]`. A transcript does not say whether such a pause has sound.
 */
export function unheardIn({ words, dropped }: Pick<Transcript, 'words' | 'dropped'>): Unheard[] {
  const { sounds, invented } = divided(dropped)
  const found = invented.map(({ text, after, startMs, endMs }) => ({ startMs, endMs, words: text + after }))
  let endMs = words[0]?.endMs ?? 0
  let sound = 0
  for (const word of words) {
    while ((sounds[sound]?.endMs ?? Infinity) <= endMs) sound += 1
    const isNamed = (sounds[sound]?.startMs ?? Infinity) < word.startMs
    if (word.startMs - endMs >= HOLE_MS && !isNamed) found.push({ startMs: endMs, endMs: word.startMs, words: '' })
    endMs = Math.max(endMs, word.endMs)
  }
  return found.sort((a, b) => a.startMs - b.startMs)
}

/** Divides dropped words into those of sounds in brackets and the others. */
function divided(dropped: readonly Word[]): { sounds: Word[]; invented: Word[] } {
  const [sounds, invented]: [Word[], Word[]] = [[], []]
  for (let i = 0; i < dropped.length; ) {
    const end = Math.max(soundEnd(dropped, i), i)
    if (end === i) invented.push(...dropped.slice(i, i + 1))
    else sounds.push(...dropped.slice(i, end))
    i = Math.max(end, i + 1)
  }
  return { sounds, invented }
}

/**
 * Assigns the stretches to sentences, by id: each to the last sentence that begins before it, or else to the first one.
 * Stretches of one sentence become one. Expects both in order of their starts.
 */
export function unheardBySentence(
  stretches: readonly Unheard[],
  sentences: readonly Pick<Sentence, 'id' | 'startMs'>[],
): Map<string, Unheard> {
  const byId = new Map<string, Unheard>()
  let at = 0
  for (const stretch of stretches) {
    while ((sentences[at + 1]?.startMs ?? Infinity) <= stretch.startMs) at += 1
    const id = sentences[at]?.id
    if (id !== undefined) byId.set(id, together(byId.get(id), stretch))
  }
  return byId
}

/** Returns one stretch that contains both. */
export function together(first: Unheard | undefined, second: Unheard): Unheard {
  if (!first) return { ...second, words: second.words.slice(0, MAX_UNHEARD) }
  return {
    startMs: Math.min(first.startMs, second.startMs),
    endMs: Math.max(first.endMs, second.endMs),
    words: `${first.words} ${second.words}`.trim().slice(0, MAX_UNHEARD),
  }
}
