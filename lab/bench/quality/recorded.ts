import { readFileSync } from 'node:fs'
import { type Cue, cuesFromSentences, koreanProfile } from '#subtitle-engine'
import { register as registerOf } from '../../../lambdas/contract/archive-entry.ts'
import { sentenceOf } from '../../../test/translation/talk.ts'

/** Ordinary speech: about 150 words per minute. */
export const WORD_MS = 400
const PAUSE_MS = 700

const text = readFileSync(new URL('../../../test/fixtures/talks/recorded.txt', import.meta.url), 'utf8')
const blocks = text.split(/^= /m).slice(1)

/** The register of each recorded talk, from its title. */
export const recordedRegisters = blocks.map(block => registerOf.catch('haeyo').parse(/^.*\[(\w+)\]/.exec(block)?.[1]))

/** The recorded talks: English sentences as spoken, and their Korean. */
export const recordedTalks = blocks.map(block => {
  let at = 1000
  return block
    .trim()
    .split('\n')
    .slice(1)
    .map((line, i) => {
      const [english = '', korean = ''] = line.split(' | ')
      const sentence = sentenceOf(`s${i + 1}`, english)
      const words = sentence.words.map((word, n) => ({
        ...word,
        startMs: at + n * WORD_MS,
        endMs: at + (n + 1) * WORD_MS - 30,
      }))
      const [startMs, endMs] = [at, at + words.length * WORD_MS - 30]
      at = endMs + PAUSE_MS
      return { sentence: { ...sentence, words, startMs, endMs }, korean }
    })
})

/** The cues of each talk, with its Korean changed by `change`. */
export function recordedCues(change: (korean: string) => string = korean => korean): Cue[][] {
  return recordedTalks.map(talk =>
    cuesFromSentences(
      talk.map(({ sentence }) => sentence),
      new Map(talk.map(({ sentence, korean }) => [sentence.id, change(korean)])),
      koreanProfile,
    ),
  )
}

/** Degradations of Korean that every quality metric must detect. */
export const SPOILT: Readonly<Record<string, (korean: string) => string>> = {
  'lost words': korean => korean.split(' ').slice(1).join(' '),
  'swapped words': korean => korean.split(' ').reverse().join(' '),
  'other particles': korean => korean.replace(/[은는이가] /g, '도 '),
}
