import type { Word } from '../types.ts'

/** A pause this long, or the end of a sentence, ends a phrase; speakers change only between phrases. */
const PHRASE_PAUSE_MS = 500
/** Within a phrase, a label is trusted if this many consecutive words have it. */
const CERTAIN_WORDS = 5
/**
 * In a transcript without punctuation, where only labels separate question and answer, this many words suffice if no run
 * between two pauses is shorter.
 */
const CERTAIN_WITHOUT_MARKS = 3
/** Fewer words suffice if pauses this long separate them. */
const SET_APART_MS = 300

const STOP = /[.?!…]/

/** Consecutive words with the same label. */
interface Run {
  from: number
  to: number
  speaker: string | undefined
}

/**
 * Corrects speaker labels that flip inside a phrase. A transcriber labels single words by their sound, and gets the last
 * word of a question or every few words of a noisy passage wrong; a new speaker begins a new phrase.
 */
export function withSteadySpeakers(words: readonly Word[]): Word[] {
  const steady = [...words]
  const isPunctuated = words.some(({ after }) => STOP.test(after))
  for (let from = 0; from < words.length; ) {
    const to = phraseEnd(words, from)
    const runs = findRuns(words, from, to)
    const isSteady = runs.every(run => run.to - run.from >= CERTAIN_WITHOUT_MARKS)
    const certainWords = isSteady && !isPunctuated ? CERTAIN_WITHOUT_MARKS : CERTAIN_WORDS
    if (runs.length > 1) relabel(steady, words, runs, certainWords)
    from = to
  }
  return steady
}

function phraseEnd(words: readonly Word[], from: number): number {
  let to = from + 1
  while (to < words.length && !endsPhrase(words, to)) to += 1
  return to
}

function endsPhrase(words: readonly Word[], at: number): boolean {
  return STOP.test(words[at - 1]?.after ?? '') || pauseMs(words, at) >= PHRASE_PAUSE_MS
}

function pauseMs(words: readonly Word[], at: number): number {
  return (words[at]?.startMs ?? 0) - (words[at - 1]?.endMs ?? 0)
}

function findRuns(words: readonly Word[], from: number, to: number): Run[] {
  const runs: Run[] = []
  for (let i = from; i < to; i += 1) {
    const { speaker } = words[i] ?? {}
    const last = runs.at(-1)
    if (last && last.speaker === speaker) last.to = i + 1
    else runs.push({ from: i, to: i + 1, speaker })
  }
  return runs
}

/** Gives doubtful runs the label of the previous trusted run, else of the next, else of the longest run. */
function relabel(steady: Word[], words: readonly Word[], runs: readonly Run[], certainWords: number): void {
  const certain = runs.map((run, i) => {
    if (run.speaker === undefined) return false
    return run.to - run.from >= certainWords || isSetApart(words, run, runs[i + 1] === undefined)
  })
  let speaker = runs.find((_, i) => certain[i])?.speaker ?? mostTranscribed(words, runs)
  for (const [i, run] of runs.entries()) {
    if (certain[i]) speaker = run.speaker
    if (speaker === undefined) continue
    for (let at = run.from; at < run.to; at += 1) {
      const word = words[at]
      if (word && word.speaker !== speaker) steady[at] = { ...word, speaker }
    }
  }
}

function isSetApart(words: readonly Word[], { from, to }: Run, isLast: boolean): boolean {
  const opens = from === 0 || pauseMs(words, from) >= SET_APART_MS || endsPhrase(words, from)
  return opens && (isLast || pauseMs(words, to) >= SET_APART_MS)
}

function mostTranscribed(words: readonly Word[], runs: readonly Run[]): string | undefined {
  const transcribedMs = new Map<string, number>()
  for (const { from, to, speaker } of runs) {
    if (speaker === undefined) continue
    const ms = (words[to - 1]?.endMs ?? 0) - (words[from]?.startMs ?? 0)
    transcribedMs.set(speaker, (transcribedMs.get(speaker) ?? 0) + ms)
  }
  let most: string | undefined
  for (const [speaker, ms] of transcribedMs)
    if (most === undefined || ms > (transcribedMs.get(most) ?? 0)) most = speaker
  return most
}
