/**
 * Texts for checking cues by eye, with times as a transcriber would report them. To print the cues of one:
 * `node_modules/.bin/node lab/breaks/reading/reading.ts second-talk`.
 */
import { readFileSync } from 'node:fs'
import {
  type Cue,
  cuesFromSentences,
  koreanProfile,
  sentencesFromTranscript,
  type Transcript,
  type Word,
} from '#subtitle-engine'
import { randomFrom } from '../../../packages/subtitle-engine/test/support/speech.ts'

export const TITLES = [
  'talk',
  'conversation',
  'second-talk',
  'second-conversation',
  'third-talk',
  'fourth-talk',
  'third-conversation',
] as const
export type Title = (typeof TITLES)[number]

/** A sentence of the text; only the conversation has a `speaker`. */
interface Line {
  speaker?: string
  english: string
  korean: string
}

/** Pauses and word lengths of a speaker, in milliseconds. */
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

/** A text with the times of its words, as a transcriber would report them, and its pairs of English and Korean. */
export interface Reading {
  transcript: Transcript
  sentences: readonly (readonly [english: string, korean: string])[]
}

/** Reads the text in `{title}.txt` next to this file. The same text always gets the same times. */
export function readingOf(title: Title): Reading {
  const lines = readLines(readFileSync(new URL(`${title}.txt`, import.meta.url), 'utf8'))
  const words = timesOf(lines, title.endsWith('talk') ? TALK : CONVERSATION)
  const durationMs = (words.at(-1)?.endMs ?? 0) + 2000
  return {
    transcript: { durationMs, dropped: [], words },
    sentences: lines.map(({ english, korean }) => [plain(english), korean]),
  }
}

/** The cues that the engine cuts from a text. */
export function cuesOfReading(title: Title): Cue[] {
  const { transcript, sentences } = readingOf(title)
  const said = sentencesFromTranscript(transcript)
  if (said.length !== sentences.length) throw new Error(`${title}: ${said.length} of ${sentences.length} sentences`)
  const korean = new Map(said.map(({ id }, i) => [id, sentences[i]?.[1] ?? '']))
  return cuesFromSentences(said, korean, koreanProfile)
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

/**
 * Times the words of all lines in order: the speed drifts from sentence to sentence, and the last word before a pause
 * is longer.
 */
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

/** The sentence without its pause marks. */
function plain(english: string): string {
  return english.replace(/\(\d+\) ?/g, '')
}

if (import.meta.main) {
  const title = TITLES.find(each => each === process.argv[2])
  if (!title) throw new Error(`name one of ${TITLES.join(', ')}`)
  for (const [i, { lines }] of cuesOfReading(title).entries()) console.log(`${i + 1}\t${lines.join(' / ')}`)
}
