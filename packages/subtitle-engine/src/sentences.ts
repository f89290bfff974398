import { isBeside } from './tracks.ts'
import type { Sentence, Transcript, Word } from './types.ts'

interface Limits {
  /** A pause that ends a sentence. */
  pauseMs: number
  /** Longest sentence. */
  words: number
  ms: number
}
const USUAL: Limits = { pauseMs: 1500, words: 45, ms: 15_000 }
/** Limits for speech without punctuation, in which only pauses and the starts of clauses show where a sentence ends. */
const UNPUNCTUATED: Limits = { pauseMs: 700, words: 22, ms: 8_000 }
/** Punctuated speech has at least one full stop in this many words. */
const WORDS_PER_STOP = 80

function isPunctuated(words: readonly Word[]): boolean {
  const stops = words.filter(({ after }) => /[.?!]/.test(after)).length
  return (stops + 1) * WORDS_PER_STOP > words.length
}

/** Divides a transcript into sentences. Their words are exactly the words of the transcript, in order
 * on each track. */
export function sentencesFromTranscript(transcript: Transcript): Sentence[] {
  const { words } = transcript
  const parts = dividedWords(words.filter(word => !isBeside(word)))
  const beside = words.filter(isBeside)
  if (beside.length > 0) {
    for (const part of dividedWords(beside)) parts.push(part)
    parts.sort((a, b) => (a[0]?.startMs ?? 0) - (b[0]?.startMs ?? 0))
  }
  return parts.map((part, i) => sentence(`s${i + 1}`, part))
}

/** The words of each sentence of one track. */
function dividedWords(words: readonly Word[]): Word[][] {
  const parts: Word[][] = []
  const limits = isPunctuated(words) ? USUAL : UNPUNCTUATED
  let from = 0
  for (let i = 0; i < words.length; i += 1) {
    if (!endsSentence(words, i, limits.pauseMs)) continue
    for (const part of splitOverlong(words.slice(from, i + 1), limits)) parts.push(part)
    from = i + 1
  }
  return parts
}

function endsSentence(words: readonly Word[], at: number, pauseMs: number): boolean {
  const word = words[at]
  const next = words[at + 1]
  if (!word || !next) return true
  if (next.startMs - word.endMs >= pauseMs) return true
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

/** Abbreviations that never end a sentence. */
const TITLES = new Set(
  'mr mrs ms dr prof st gen sen rep gov lt col sgt capt maj cmdr rev hon pres supt fig vol vs e.g i.e approx cf'.split(
    ' ',
  ),
)
/** Abbreviations that end a sentence only if the next word starts one. */
const AMBIGUOUS = new Set(
  'jr sr inc ltd co corp dept univ est ave blvd rd etc a.m p.m ph.d b.a m.a m.d d.c u.s u.k u.n e.u u.s.a b.c a.d'.split(
    ' ',
  ),
)
/** Abbreviations only before a number: `No. 5`, `p. 12`. */
const BEFORE_NUMBER = new Set(['no', 'nos', 'p', 'pp', 'ch', 'sec', 'art'])
/** A capital letter after one of these words belongs to a name and is not an initial: `Plan B.` */
const LABELS = new Set(
  'plan vitamin grade type hepatitis option class section appendix part team group model point exhibit schedule'.split(
    ' ',
  ),
)
const SENTENCE_OPENER =
  /^(?:I|I'm|I've|I'll|We|We're|You|You're|He|She|It|It's|They|The|A|An|This|That|That's|These|Those|There|There's|And|But|So|Or|In|On|At|If|When|What|Who|Why|How|Then|Now|My|Our|Your|His|Her|Their|Its|After|Before|As|For|Because|While|Some|Many|Most|Yes|No|Well|Let|Let's|One|Here|Today|Yesterday|Tomorrow)$/
const INITIALS = /^(?:\p{L}\.)+\p{L}$/u
/** After a silence this long, even an abbreviation ends its sentence. */
const CLEAR_PAUSE_MS = 500
/** `3`, `.` and `5` in three items are one number if the pause between them is shorter than this. */
const DECIMAL_PAUSE_MS = 50

/**
 * Whether the full stop after `word` belongs to an abbreviation, a decimal or an initial, and so does not end a
 * sentence.
 */
function stopBelongsToWord(word: Word, before: Word | undefined, next: Word | undefined): boolean {
  if (!next) return false
  const text = word.text.toLowerCase().replace(/^["'“‘([]+/, '')
  const pauseMs = next.startMs - word.endMs
  if (TITLES.has(text)) return true
  if (BEFORE_NUMBER.has(text) && /^\d/.test(next.text)) return true
  if (/^\d{1,3}$/.test(text) && /^\d+$/.test(next.text) && pauseMs < DECIMAL_PAUSE_MS) return true
  if (pauseMs >= CLEAR_PAUSE_MS) return false
  if (AMBIGUOUS.has(text) || INITIALS.test(word.text)) return !SENTENCE_OPENER.test(next.text)
  if (/^\p{Lu}$/u.test(word.text)) {
    if (word.text === 'I' || LABELS.has(before?.text.toLowerCase() ?? '')) return false
    return /^\p{Lu}/u.test(next.text) && (!SENTENCE_OPENER.test(next.text) || /^[AI]$/.test(next.text))
  }
  return false
}

/** A sentence with more words is cut well inside, because words without a span of time would lose only one word at each cut. */
const MANY_WORDS = 8 * USUAL.words

const CONJUNCTION =
  /^(?:and|but|or|so|because|although|though|while|whereas|since|unless|until|if|when|where|which|who|whose|that|then|however|therefore|after|before|as)$/i
/** Words with which a new sentence usually begins if nothing else shows it. */
const OPENS_CLAUSE =
  /^(?:I|I'm|I've|we|we're|you|he|she|it|it's|they|there|there's|this|that's|so|but|and|now|then|what|why|how|if|when)$/i
/** Words that should not end a part, because their noun or verb follows. */
const NEVER_LAST =
  /^(?:a|an|the|my|your|his|her|its|our|their|this|these|those|of|to|in|on|at|by|for|from|with|into|about|than|very|more|most|not|no|every|each|some|any|is|are|was|were|be|been|am|do|does|did|don't|has|have|had|will|would|can|could|should|may|might|must|I'm|we're|you're|and|or|but)$/i
const ARTICLE = /^(?:a|an|the)$/i

/** Splits a sentence at its best clause boundaries into parts within the limits: 45 words and 15 seconds with punctuation. */
function splitOverlong(words: Word[], limits: Limits): Word[][] {
  const parts: Word[][] = []
  const open: Word[][] = [words]
  for (let part = open.pop(); part; part = open.pop()) {
    const cut = isOverlong(part, limits) ? bestCut(part, limits === UNPUNCTUATED) : 0
    if (cut === 0) parts.push(part)
    else open.push(part.slice(cut), part.slice(0, cut))
  }
  return parts
}

function isOverlong(words: readonly Word[], limits: Limits): boolean {
  const first = words[0]
  const last = words[words.length - 1]
  return (
    words.length > limits.words || (!!first && !!last && words.length > 1 && last.endMs - first.startMs > limits.ms)
  )
}

/** Index of the best clause boundary near the middle, by time and by number of words. */
function bestCut(words: readonly Word[], seeksClause: boolean): number {
  let best = 0
  let lowest = Number.POSITIVE_INFINITY
  const startMs = words[0]?.startMs ?? 0
  const spanMs = (words[words.length - 1]?.endMs ?? 0) - startMs
  const margin = words.length > MANY_WORDS ? words.length >> 2 : 0
  for (let at = margin + 1; at < words.length - margin; at += 1) {
    const byWords = at / words.length
    const byTime = spanMs > 0 ? ((words[at]?.startMs ?? 0) - startMs) / spanMs : byWords
    const place = (byWords + byTime) / 2
    const opens = seeksClause && OPENS_CLAUSE.test(words[at]?.text ?? '') ? 20 : 0
    const cost = boundaryCost(words[at - 1], words[at]) - opens + 60 * (2 * place - 1) ** 2
    if (cost < lowest) {
      lowest = cost
      best = at
    }
  }
  return best
}

function boundaryCost(last: Word | undefined, next: Word | undefined): number {
  if (!last || !next) return 0
  let cost = 40 - Math.min(30, Math.max(0, next.startMs - last.endMs) / 20)
  if (/[;:]/.test(last.after)) cost -= 25
  else if (last.after !== '') cost -= 18
  if (CONJUNCTION.test(next.text)) cost -= 10
  if (ARTICLE.test(last.text)) cost += 1000
  else if (NEVER_LAST.test(last.text) && last.after === '') cost += 25
  return cost
}
