import { endingLevel } from '../korean/speech-level.ts'
import type { Sentence, Word } from '../types.ts'
import type { TimedWord } from './timed-words.ts'

/** A pause this long ends a sentence. */
const PAUSE_MS = 1500
/** Cues that overlap by more than this are shown simultaneously and belong to different sentences. */
const AT_ONCE_MS = 200
/** A sentence without a recognizable end is ended at the first cue boundary after this time. */
const LONGEST_MS = 30_000
/** A file with at least this many full stops per cue marks the ends of its sentences. */
const STOPS_PER_CUE = 0.2
/** Number of trailing eojeols that show a sentence's ending. */
const ENDING_WORDS = 3

const CLOSERS = `["'”’)\\]」』]*`
const MARK = new RegExp(`[.?!。？！]${CLOSERS}$`)
const STOP = new RegExp(`[^.]\\.${CLOSERS}$`)
const ELLIPSIS = new RegExp(`(?:…|\\.\\.)${CLOSERS}$`)
/** `1.` before an item of a list. */
const ITEM = /^\d{1,3}\.$/
/** Endings that close a sentence even inside a line. */
const CLOSES =
  /(?:[습입합됩랍갑옵봅줍씁랍쌉십읍겁](?:니다|니까)|십시오|[아어여해예에세네지군돼봐줘와워려겨져쳐켜셔]요|[했였있없됐봤났셨렸졌쳤켰겠]다|[한된]다|이다|아니다|[가-힣]죠)$/

/** Joins the words of a subtitle into sentences across cue boundaries. Every word belongs to one sentence. */
export function joinSentences(words: readonly TimedWord[], cues: number): Sentence[] {
  const marksEnds = words.filter(({ text }) => STOP.test(text)).length >= cues * STOPS_PER_CUE
  const sentences: Sentence[] = []
  let open: TimedWord[] = []
  for (const [i, word] of words.entries()) {
    open.push(word)
    const next = words[i + 1]
    if (next && !endsSentence(open, next, marksEnds)) continue
    sentences.push(buildSentence(`s${sentences.length + 1}`, open))
    open = []
  }
  return sentences
}

function endsSentence(open: readonly TimedWord[], next: TimedWord, marksEnds: boolean): boolean {
  const [first, last] = [open[0], open.at(-1)]
  if (!first || !last) return true
  if (next.speaker !== last.speaker || next.isSound !== last.isSound || (next.isSound && next.line !== last.line))
    return true
  const pauseMs = next.startMs - last.endMs
  if (pauseMs >= PAUSE_MS || pauseMs < -AT_ONCE_MS) return true
  if (ELLIPSIS.test(last.text)) return next.cue !== last.cue && closesClause(open)
  if (MARK.test(last.text)) return !ITEM.test(last.text)
  if (next.cue !== last.cue && last.endMs - first.startMs > LONGEST_MS) return true
  if (marksEnds) return false
  return next.line !== last.line ? closesClause(open) : CLOSES.test(last.text)
}

/** True if the last words end like a predicate, in any speech level. */
function closesClause(open: readonly TimedWord[]): boolean {
  const ending = open.slice(-ENDING_WORDS).map(({ text }) => text)
  return endingLevel(ending.join(' ')) !== undefined
}

function buildSentence(id: string, timed: readonly TimedWord[]): Sentence {
  const words: Word[] = []
  for (const [i, { text, startMs, endMs, speaker }] of timed.entries()) {
    const after = /(?<![.,?!…])[.,?!…]+$/.exec(text)?.[0] ?? ''
    const from = Math.max(startMs, words.at(-1)?.startMs ?? 0)
    const to = Math.max(from, Math.min(endMs, timed[i + 1]?.startMs ?? endMs))
    const bare = after.length < text.length ? text.slice(0, text.length - after.length) : text
    const word = { text: bare, startMs: from, endMs: to, confidence: 1, after: bare === text ? '' : after }
    words.push(speaker === undefined ? word : { ...word, speaker })
  }
  const startMs = words[0]?.startMs ?? 0
  const text = timed.map(word => word.text).join(' ')
  return { id, text, words, startMs, endMs: words.reduce((end, word) => Math.max(end, word.endMs), startMs) }
}
