import type { SpeechEngine, SpokenWord } from './engine.ts'
import { LEVEL_MS } from './loudness.ts'
import { REHEARSAL_LINES } from './rehearsal-translation.ts'
import { createSpeechWorker, type WorkerOptions } from './speech-worker.ts'
import type { Span } from './voice-activity.ts'

/** Words per second of an unhurried speaker. */
const PACE = 2.5
/** A pause of this length ends a sentence. */
const PAUSE_MS = 550
/** Longest sentence that is spoken in one breath. */
const LONGEST_MS = 6500
/** Distance from an even cut within which the quietest point is searched. */
const CUT_REACH_MS = 700

const LINES = REHEARSAL_LINES.map(line => ({ line, words: line.english.split(' ') }))

/**
 * Replaces a missing speech model: detects where there is speech, but not the words. Its placeholder words are timed to
 * the real speech and say that no model is installed; for the shipped samples it can return the real words. Runs in
 * another process, like the real engine.
 */
export function createRehearsalSpeech(
  options: Pick<WorkerOptions, 'limits' | 'knowsSamples'> = {},
): SpeechEngine & { close(): Promise<void> } {
  const worker = createSpeechWorker(options)
  return {
    async transcribe(file, callOptions) {
      const { recorded, ...transcribed } = await worker.transcribe(file, callOptions)
      return { ...transcribed, language: 'en-US', languageScore: 1, ...(!recorded && { rehearsal: true }) }
    },
    close: () => worker.close(),
  }
}

/** Times the words of rehearsal lines to the spans. Each line ends where the speaker pauses. */
export function rehearsalWords(spans: Span[], levels: Float32Array): SpokenWord[] {
  const uses = LINES.map(() => 0)
  return groupUtterances(spans, levels).flatMap(utterance => timedWords(chooseLine(utterance, uses), utterance))
}

/** Chooses the line closest in length to the speech at a natural pace; among several, the least used. */
function chooseLine(utterance: Span[], uses: number[]): string[] {
  const wanted = Math.max(1, (speechMs(utterance) / 1000) * PACE)
  const distance = LINES.map(({ words }) => Math.abs(words.length - wanted))
  const nearest = Math.min(...distance)
  const fitting = LINES.map((_, i) => i).filter(i => (distance[i] ?? 0) <= nearest + 1.01)
  const chosen = fitting.reduce((best, i) => ((uses[i] ?? 0) < (uses[best] ?? 0) ? i : best))
  uses[chosen] = (uses[chosen] ?? 0) + 1
  return LINES[chosen]?.words ?? []
}

/** Spreads words over an utterance in proportion to their length. No word spans a pause. */
function timedWords(words: string[], utterance: Span[]): SpokenWord[] {
  const letters = words.map(word => word.length + 1)
  const perLetter = speechMs(utterance) / letters.reduce((sum, count) => sum + count, 0)
  let spoken = 0
  return words.map((word, i) => {
    const from = spoken
    spoken += (letters[i] ?? 0) * perLetter
    const span = utterance[spanAt(utterance, (from + spoken) / 2)] ?? { startMs: 0, endMs: 0 }
    const before = utterance.filter(other => other.endMs <= span.startMs)
    const offset = span.startMs - speechMs(before)
    const within = (at: number) => Math.round(Math.min(span.endMs, Math.max(span.startMs, at + offset)))
    const [, text = word, after = ''] = /^(.+?)([.,;]?)$/.exec(word) ?? []
    return { text, startMs: within(from), endMs: within(spoken), confidence: 0.99, after }
  })
}

/** Index of the span at a moment of speech time, which excludes pauses. */
function spanAt(utterance: Span[], moment: number): number {
  let end = 0
  for (const [i, span] of utterance.entries()) {
    end += span.endMs - span.startMs
    if (moment <= end) return i
  }
  return utterance.length - 1
}

function speechMs(spans: Span[]): number {
  return spans.reduce((sum, span) => sum + span.endMs - span.startMs, 0)
}

/** Groups speech into sentences: the spans between two real pauses, split further if they are long. */
function groupUtterances(spans: Span[], levels: Float32Array): Span[][] {
  const utterances: Span[][] = []
  for (const span of spans.flatMap(span => cutLong(span, levels))) {
    const current = utterances.at(-1)
    const first = current?.[0]
    const last = current?.at(-1)
    const isNew = !first || !last || span.startMs - last.endMs >= PAUSE_MS || span.endMs - first.startMs > LONGEST_MS
    if (isNew) utterances.push([span])
    else current?.push(span)
  }
  return utterances
}

function cutLong(span: Span, levels: Float32Array): Span[] {
  const parts = Math.ceil((span.endMs - span.startMs) / LONGEST_MS)
  const cuts = Array.from({ length: parts - 1 }, (_, i) =>
    quietest(levels, span.startMs + ((span.endMs - span.startMs) * (i + 1)) / parts),
  )
  const edges = [span.startMs, ...cuts, span.endMs]
  return edges.slice(1).map((endMs, i) => ({ startMs: edges[i] ?? span.startMs, endMs }))
}

function quietest(levels: Float32Array, aroundMs: number): number {
  const from = Math.round((aroundMs - CUT_REACH_MS) / LEVEL_MS)
  const to = Math.round((aroundMs + CUT_REACH_MS) / LEVEL_MS)
  let best = Math.round(aroundMs / LEVEL_MS)
  for (let i = from; i <= to; i += 1) if ((levels[i] ?? 0) < (levels[best] ?? 0)) best = i
  return best * LEVEL_MS
}
