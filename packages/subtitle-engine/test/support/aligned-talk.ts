import { readFileSync } from 'node:fs'
import type { Sentence, Word } from '../../src/index.ts'

/** A sentence made of phrases that have the same order in both languages. */
export interface AlignedSentence {
  sentence: Sentence
  korean: string
  /** Eojeols before which a phrase ends, and the words with which the next phrases begin. */
  ends: number[]
  starts: number[]
}

type Phrase = { english: string[]; korean: string[] }

const PHRASES = readPhrases()
/** Pauses between phrases, as a talk has them: often none, seldom a long one. */
const PAUSE_SHARE = 0.45
const LONGEST_PAUSE_MS = 900

/** Makes a talk of sentences of two to five phrases. The same random numbers give the same talk. */
export function makeTalk(sentences: number, random: () => number): AlignedSentence[] {
  const made: AlignedSentence[] = []
  let atMs = 500
  for (let n = 1; n <= sentences; n += 1) {
    const pick = (from: readonly Phrase[]) => from[Math.floor(random() * from.length)] ?? { english: [], korean: [] }
    const middle = Array.from({ length: 1 + Math.floor(random() * 3) }, () => pick(PHRASES['+']))
    const phrases = [...(random() < 0.6 ? [pick(PHRASES['<'])] : []), ...middle, pick(PHRASES['>'])]
    const aligned = align(`s${n}`, phrases, atMs, random)
    made.push(aligned)
    atMs = aligned.sentence.endMs + 250 + Math.round(random() * 800)
  }
  return made
}

function align(id: string, phrases: readonly Phrase[], startMs: number, random: () => number): AlignedSentence {
  const words: Word[] = []
  const [eojeols, ends, starts]: [string[], number[], number[]] = [[], [], []]
  const pace = 0.85 + random() * 0.3
  let atMs = startMs
  for (const [i, { english, korean }] of phrases.entries()) {
    if (i > 0) {
      ends.push(eojeols.length)
      starts.push(words.length)
      if (random() < PAUSE_SHARE) atMs += Math.round(random() ** 2 * LONGEST_PAUSE_MS)
    }
    eojeols.push(...korean)
    const ownPace = pace * (0.85 + random() * 0.3)
    for (const [n, token] of english.entries()) {
      const isLast = n === english.length - 1
      const ms = Math.round((90 + 52 * token.length + random() * 60) * ownPace)
      const after = isLast ? (i === phrases.length - 1 ? '.' : random() < 0.6 ? ',' : '') : ''
      words.push({ text: token, startMs: atMs, endMs: atMs + ms, confidence: 1, after })
      atMs += ms
    }
  }
  const text = words.map(word => word.text + word.after).join(' ')
  const endMs = words.at(-1)?.endMs ?? startMs
  return { sentence: { id, text, words, startMs, endMs }, korean: `${eojeols.join(' ')}.`, ends, starts }
}

function readPhrases(): Record<'<' | '+' | '>', Phrase[]> {
  const found: Record<'<' | '+' | '>', Phrase[]> = { '<': [], '+': [], '>': [] }
  for (const line of readFileSync(new URL('../fixtures/aligned-phrases.txt', import.meta.url), 'utf8').split('\n')) {
    const [, kind, english = '', korean = ''] = /^([<+>]) (.*) = (.*)$/.exec(line) ?? []
    if (kind === '<' || kind === '+' || kind === '>')
      found[kind].push({ english: english.split(' '), korean: korean.split(' ') })
  }
  return found
}
