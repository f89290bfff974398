import { filmSpan, filmTime, type Timeline } from '#mp4-sound'
import type { Transcript, Word } from '#subtitle-engine'

/**
 * Maps a transcript from the time of the sound, which counts frames back to back, to that of the film. Words that the
 * film does not show are dropped.
 */
export function toFilmTimes({ words, dropped, durationMs }: Transcript, timeline: Timeline): Transcript {
  const map = (word: Word): Word[] => {
    const span = filmSpan(timeline, word)
    return span ? [{ ...word, startMs: Math.round(span.startMs), endMs: Math.round(span.endMs) }] : []
  }
  return {
    words: words.flatMap(map),
    dropped: dropped.flatMap(map),
    durationMs: Math.round(filmTime(timeline, durationMs)),
  }
}
