import { type Cue, weightedLength } from '#subtitle-engine'
import { randomFrom } from '../../../packages/subtitle-engine/test/support/speech.ts'

/** An eojeol with the times at which it is spoken. */
interface Said {
  text: string
  startMs: number
  endMs: number
}

/** Weighted characters per second of an ordinary talk. */
const SPEED = 7.5

/** Times sentences at an even speed, with breaths inside them and pauses between them. */
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

/** Splitters that ignore the text; each breaks different rules. */
export const SPLITTERS: Readonly<Record<string, (words: readonly Said[]) => Cue[]>> = {
  /** Like a speech model's captions: a new cue every three seconds, one line each. */
  'every 3 s': words => {
    const cues = grouped(words, (open, next) => next.startMs - (open[0]?.startMs ?? 0) >= 3000)
    return cues.map(group => cueOf(group, group.at(-1)?.endMs ?? 0))
  },
  /** Like text from a word processor: lines of at most 22 characters, two per cue, without full stops and commas. */
  'lines of 22, no marks': words => {
    const bare = words.map(word => ({ ...word, text: word.text.replace(/[.,]+$/, '') }))
    const cues = grouped(bare, (open, next) => lengthOf([...open, next]) > 44)
    return touching(cues).map(cue => ({ ...cue, lines: halved(cue.lines.join(' '), 22) }))
  },
  /** Like pasted text: one or two sentences per cue, in one line of any length. */
  'whole sentences': words =>
    touching(grouped(words, open => /[.?!]"?$/.test(open.at(-1)?.text ?? '') && lengthOf(open) > 25)),
  /** Like captions of short videos: four words at a time, without gaps, held until the next cue. */
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

/** Cues that stay until the next one starts, but at most a second after their last word. */
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
