import { BESIDE, type Cue, type Sentence, type Word } from './types.ts'

/** True for words that are shown beside the dialogue. */
export function isBeside({ speaker }: Pick<Word, 'speaker'>): boolean {
  return speaker === BESIDE
}

/** The sentences of the dialogue, and those that are shown beside it, if there are any. */
export function sentencesByTrack(sentences: readonly Sentence[]): (readonly Sentence[])[] {
  const beside = sentences.filter(({ words }) => words.some(isBeside))
  if (beside.length === 0 || beside.length === sentences.length) return [sentences]
  const others = new Set(beside)
  return [sentences.filter(sentence => !others.has(sentence)), beside]
}

/** Maps the cues of each track separately, because only cues of one track must not overlap. */
export function onEachTrack<Result>(
  cues: readonly Cue[],
  work: (track: readonly Cue[]) => readonly Result[],
): readonly Result[] {
  if (cues.every(({ place }) => place === undefined)) return work(cues)
  const results: Result[] = []
  for (const place of [undefined, 'top'] as const) {
    const indexes = [...cues.keys()].filter(i => cues[i]?.place === place)
    for (const [n, result] of work(indexes.flatMap(i => cues[i] ?? [])).entries()) results[indexes[n] ?? 0] = result
  }
  return results
}

/** Orders the cues of several tracks by their starts. */
export function mergeTracks(tracks: readonly (readonly Cue[])[]): Cue[] {
  return tracks.flat().sort((a, b) => a.startMs - b.startMs)
}
