import { type Cue, weightedLength } from '#subtitle-engine'
import { randomFrom } from '../../../packages/subtitle-engine/test/support/speech.ts'

/** An eojeol with the times at which it is said. */
interface Said {
  text: string
  startMs: number
  endMs: number
}

/** Weighted characters per second: an ordinary talk. */
const SPEED = 7.5

/** Says sentences at an even speed, with breaths inside and pauses between them. */
export function said(sentences: readonly string[], seed: number): Said[] {
  const random = randomFrom(seed)
  const words: Said[] = []
  let at = 800
  for (const sentence of sentences) {
    for (const text of sentence.split(' ')) {
      const startMs = Math.round(at)
      at += ((weightedLength(text) + 0.5) / (SPEED * (0.85 + 0.3 * random()))) * 1000
      words.push({ text, startMs, endMs: Math.round(at) })
      if (/,$/.test(text)) at += 150 + random() * 250
    }
    at += random() < 0.15 ? 1600 + random() * 2000 : 300 + random() * 600
  }
  return words
}

const SPLIT_SPEAKERS_MS = 1500

/** Ways in which subtitles are cut without looking at the text; each breaks rules of its own. */
export const SPLITTERS: Readonly<Record<string, (words: readonly Said[]) => Cue[]>> = {
  /** Like captions of a speech model: a new cue every three seconds, in one line. */
  'every 3 s': words => {
    const cues = grouped(words, (open, next) => next.startMs - (open[0]?.startMs ?? 0) >= 3000)
    return cues.map(group => cueOf(group, group.at(-1)?.endMs ?? 0))
  },
  /** Like a word processor: lines of at most 22 characters, two to a cue, without full stops and commas. */
  'lines of 22, no marks': words => {
    const bare = words.map(word => ({ ...word, text: word.text.replace(/[.,]+$/, '') }))
    const cues = grouped(bare, (open, next) => lengthOf([...open, next]) > 44)
    return touching(cues).map(cue => ({ ...cue, lines: halved(cue.lines.join(' '), 22) }))
  },
  /** Like text pasted whole: one or two sentences to a cue, in one line of any length. */
  'whole sentences': words =>
    touching(grouped(words, open => /[.?!]"?$/.test(open.at(-1)?.text ?? '') && lengthOf(open) > 25)),
  /** Like short-form captions: four words at a time, without gaps, held until the next cue. */
  'four words': words =>
    touching(grouped(words, (open, next) => open.length >= 4 || pauseMs(open, next) > SPLIT_SPEAKERS_MS)),
}

function grouped(words: readonly Said[], isFull: (open: readonly Said[], next: Said) => boolean): Said[][] {
  const groups: Said[][] = []
  for (const word of words) {
    const open = groups.at(-1)
    if (open && !isFull(open, word)) open.push(word)
    else groups.push([word])
  }
  return groups
}

function pauseMs(open: readonly Said[], next: Said): number {
  return next.startMs - (open.at(-1)?.endMs ?? 0)
}

function lengthOf(words: readonly Said[]): number {
  return weightedLength(words.map(({ text }) => text).join(' '))
}

function cueOf(words: readonly Said[], endMs: number): Cue {
  return {
    startMs: words[0]?.startMs ?? 0,
    endMs,
    lines: [words.map(({ text }) => text).join(' ')],
    sentenceIds: [],
    flags: [],
  }
}

/** Cues that stay until the next one starts, or at most a second after their last word. */
function touching(groups: readonly Said[][]): Cue[] {
  return groups.map((words, i) => {
    const nextMs = groups[i + 1]?.[0]?.startMs ?? Number.POSITIVE_INFINITY
    return cueOf(words, Math.min(nextMs, (words.at(-1)?.endMs ?? 0) + 1000))
  })
}

/** Fills the first line with as many words as fit. */
function halved(text: string, limit: number): string[] {
  const words = text.split(' ')
  let first = 1
  while (first < words.length && weightedLength(words.slice(0, first + 1).join(' ')) <= limit) first += 1
  return [words.slice(0, first).join(' '), words.slice(first).join(' ')].filter(line => line !== '')
}
