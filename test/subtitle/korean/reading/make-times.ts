/**
 * Turns `talk.txt` and `conversation.txt` into what a recognizer would have heard: every word with its time.
 * Deterministic: the same text always gives the same times. Run with `node_modules/.bin/node test/subtitle/korean/reading/make-times.ts`.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import type { Word } from '../../../../lambdas/subtitle/index.ts'
import { randomFrom } from '../../support/speech.ts'

/** A sentence of the text; `speaker` only in the conversation. */
interface Line {
  speaker?: string
  english: string
  korean: string
}

/** Pauses and word lengths of a reading, in milliseconds. */
interface Pace {
  wordMs: number
  syllableMs: number
  commaMs: number
  sentenceMs: number
  turnMs: number
  seed: number
}

const TALK: Pace = { wordMs: 75, syllableMs: 172, commaMs: 260, sentenceMs: 860, turnMs: 0, seed: 11 }
const CONVERSATION: Pace = { wordMs: 75, syllableMs: 166, commaMs: 210, sentenceMs: 680, turnMs: 560, seed: 23 }

const START_MS = 1200
const STEP_MS = 10

for (const [title, pace] of [
  ['talk', TALK],
  ['conversation', CONVERSATION],
] as const) {
  const lines = readLines(readFileSync(new URL(`${title}.txt`, import.meta.url), 'utf8'))
  const words = timesOf(lines, pace)
  const durationMs = (words.at(-1)?.endMs ?? 0) + 2000
  const rows = words.map(word => `      ${JSON.stringify(word)}`).join(',\n')
  const pairs = lines.map(({ english, korean }) => `    ${JSON.stringify([plain(english), korean])}`).join(',\n')
  writeFileSync(
    new URL(`${title}.json`, import.meta.url),
    `{\n  "transcript": {\n    "durationMs": ${durationMs},\n    "dropped": [],\n    "words": [\n${rows}\n    ]\n  },\n  "sentences": [\n${pairs}\n  ]\n}\n`,
  )
}

/** Reads blocks of an English line (`A: ` names its speaker) and its Korean line. */
function readLines(text: string): Line[] {
  const blocks = text.split(/\n\s*\n/).map(block => block.split('\n').filter(line => line && !line.startsWith('#')))
  return blocks.flatMap(([first, korean]) => {
    if (!first || !korean) return []
    const [, label, english = first] = /^([A-Z]): (.*)$/.exec(first) ?? []
    return [label ? { speaker: `spk_${label === 'A' ? 0 : 1}`, english, korean } : { english, korean }]
  })
}

/** Words of all lines in order; the pace drifts from sentence to sentence, the last word before a pause is drawn out. */
function timesOf(lines: readonly Line[], pace: Pace): Word[] {
  const random = randomFrom(pace.seed)
  const words: Word[] = []
  let at = START_MS
  let before: string | undefined
  for (const { speaker, english } of lines) {
    const drift = 0.88 + random() * 0.26
    if (words.length > 0) at += (speaker === before ? pace.sentenceMs : pace.turnMs) * (0.6 + random() * 0.8)
    before = speaker
    for (const token of english.split(' ')) {
      const pause = /^\((\d+)\)$/.exec(token)?.[1]
      if (pause) {
        at += Number(pause)
        continue
      }
      const after = /[.,?!:]+$/.exec(token)?.[0] ?? ''
      const content = token.slice(0, token.length - after.length)
      const drawl = after ? 1.22 : 1
      const spoken = (pace.wordMs + pace.syllableMs * syllables(content)) * drift * drawl * (0.9 + random() * 0.2)
      const confidence = Math.round((0.9 + random() * 0.1) * 1000) / 1000
      const word = { text: content, startMs: rounded(at), endMs: rounded(at + spoken), confidence, after }
      words.push(speaker ? { ...word, speaker } : word)
      at += spoken + random() * 30
      if (after === ',' || after === ':') at += pace.commaMs * (0.5 + random())
    }
  }
  return words
}

/** Groups of vowels, without a silent final e. */
function syllables(word: string): number {
  const groups = word
    .toLowerCase()
    .replace(/e$/, '')
    .match(/[aeiouy]+/g)
  return Math.max(1, groups?.length ?? 0)
}

function rounded(ms: number): number {
  return Math.round(ms / STEP_MS) * STEP_MS
}

/** The sentence without its marks of pauses. */
function plain(english: string): string {
  return english.replace(/\(\d+\) ?/g, '')
}
