import { readFileSync } from 'node:fs'
import type { SubtitleProfile } from '../../lambdas/contract/archive-entry.ts'
import type { TranslationEngine } from '../../local/engines/engine.ts'

/** A sentence of the recorded talks with its Korean and the time of each English word. */
export interface TimedSentence {
  english: string
  korean: string
  words: readonly TimedWord[]
}

interface TimedWord {
  text: string
  startMs: number
  endMs: number
}

interface EnglishCue {
  startMs: number
  endMs: number
  text: string
  /** Settings after a WebVTT cue's times. */
  settings?: string
}

/** A common way to write English subtitles. */
export interface SubtitleStyle {
  name: string
  minutes: number
  filename: string
  profile: SubtitleProfile
  write(sentences: readonly TimedSentence[]): string
}

/** 150 words a minute. */
const WORD_MS = 400
const PAUSE_MS = 700
/** Time before the first word, as after an opening title. */
const FIRST_MS = 20_000
const LINE = 42

const PAIRS = readFileSync(new URL('../fixtures/talks/recorded.txt', import.meta.url), 'utf8')
  .split('\n')
  .flatMap(line => {
    const [english = '', korean] = line.split(' | ')
    return korean === undefined ? [] : [{ english, korean }]
  })

/** Sentences of the recorded talks, repeated from the first until they last for `minutes`. */
export function timedSentences(minutes: number): TimedSentence[] {
  const sentences: TimedSentence[] = []
  let at = FIRST_MS
  for (let n = 0; ; n += 1) {
    const pair = PAIRS[n % PAIRS.length]
    const words = pair?.english.split(' ').map((text, i) => {
      return { text, startMs: at + i * WORD_MS, endMs: at + (i + 1) * WORD_MS - 30 }
    })
    const endMs = words?.at(-1)?.endMs ?? 0
    if (!pair || !words || endMs - FIRST_MS > minutes * 60_000) return sentences
    sentences.push({ ...pair, words })
    at = endMs + PAUSE_MS
  }
}

/** Translates by looking up the talks' Korean, by letters and digits alone, because one subtitle is in capitals. */
export function talksTranslation(): TranslationEngine & { unknown: string[] } {
  const korean = new Map(PAIRS.map(pair => [lettersOf(pair.english), pair.korean]))
  const unknown: string[] = []
  return {
    unknown,
    translate: async texts =>
      texts.map(text => {
        const found = korean.get(lettersOf(text))
        if (found === undefined) unknown.push(text)
        return found ?? '번역이 없는 문장이에요.'
      }),
  }
}

/** The letters and digits of a text in lower case. */
export function lettersOf(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
}

export const SUBTITLE_STYLES: readonly SubtitleStyle[] = [
  {
    name: 'italics',
    minutes: 4,
    filename: 'italics.srt',
    profile: 'standard',
    write: sentences => srt(sentenceCues(sentences).map((cue, n) => (n % 5 === 0 ? italic(cue) : cue))),
  },
  {
    name: 'capitals and positions',
    minutes: 5,
    filename: 'CAPITALS.vtt',
    profile: 'standard',
    write: sentences =>
      vtt(
        sentenceCues(sentences).map((cue, n) => {
          const settings = n % 4 === 0 ? 'line:0 position:20% align:start' : 'line:90%'
          return { ...cue, text: cue.text.toUpperCase(), settings }
        }),
      ),
  },
  {
    name: 'two speakers in a cue',
    minutes: 6,
    filename: 'dialogue.srt',
    profile: 'shorts',
    write: sentences => srt(dialogueCues(sentences)),
  },
  {
    name: 'sounds, music notes and names',
    minutes: 8,
    filename: 'sounds.srt',
    profile: 'sdh',
    write: sentences => srt(sentences.flatMap((sentence, n) => hearingCues(sentence, n))),
  },
  {
    name: 'pieces of three seconds',
    minutes: 30,
    filename: 'pieces.srt',
    profile: 'standard',
    write: sentences => srt(pieces(sentences.flatMap(({ words }) => words))),
  },
]

/** Cues that end at a sentence's end, or before a third line. */
function sentenceCues(sentences: readonly TimedSentence[]): EnglishCue[] {
  return sentences.flatMap(({ words }) => cuesOf(words, open => linesOf(open.map(({ text }) => text)).length > 2))
}

/** Cues of at most three seconds, regardless of sentences. */
function pieces(words: readonly TimedWord[]): EnglishCue[] {
  return cuesOf(words, open => (open.at(-1)?.endMs ?? 0) - (open[0]?.startMs ?? 0) > 3000)
}

/** Two sentences per cue, each with the dash of its speaker. */
function dialogueCues(sentences: readonly TimedSentence[]): EnglishCue[] {
  const pairs = sentences.flatMap((sentence, n) => (n % 2 === 0 ? [[sentence, sentences[n + 1]]] : []))
  return pairs.map(pair => {
    const said = pair.flatMap(sentence => sentence ?? [])
    const text = said.map(({ english }) => `- ${linesOf(english.split(' ')).join('\n')}`).join('\n')
    return { ...cueOf(said.flatMap(({ words }) => words)), text }
  })
}

const SOUNDS = ['[APPLAUSE]', '[laughter]', '(door slams)', '♪♪'] as const

/** A sentence's cues with a sound before it, as lyrics, with its speaker's name, or plain. */
function hearingCues(sentence: TimedSentence, n: number): EnglishCue[] {
  const [first, ...others] = sentenceCues([sentence])
  if (!first) return []
  const { startMs } = first
  if (n % 10 === 3) {
    const sound = { startMs: startMs - 650, endMs: startMs - 50, text: SOUNDS[((n / 10) % 4) | 0] ?? '' }
    return [sound, first, ...others]
  }
  if (n % 12 === 5) return [first, ...others].map(cue => ({ ...cue, text: `♪ ${cue.text} ♪` }))
  if (n % 8 === 1) return [{ ...first, text: `[sighs] ${first.text}` }, ...others]
  return n % 6 === 2 ? [{ ...first, text: `MARTHA: ${first.text}` }, ...others] : [first, ...others]
}

function cuesOf(words: readonly TimedWord[], isTooLong: (open: readonly TimedWord[]) => boolean): EnglishCue[] {
  const groups: TimedWord[][] = []
  for (const word of words) {
    const open = groups.at(-1)
    if (open && !isTooLong([...open, word])) open.push(word)
    else groups.push([word])
  }
  return groups.map(cueOf)
}

function cueOf(words: readonly TimedWord[]): EnglishCue {
  return {
    startMs: words[0]?.startMs ?? 0,
    endMs: words.at(-1)?.endMs ?? 0,
    text: linesOf(words.map(({ text }) => text)).join('\n'),
  }
}

function linesOf(words: readonly string[]): string[] {
  const lines: string[] = []
  for (const word of words) {
    const last = lines.at(-1)
    if (last !== undefined && last.length + 1 + word.length <= LINE) lines[lines.length - 1] = `${last} ${word}`
    else lines.push(word)
  }
  return lines
}

const italic = (cue: EnglishCue): EnglishCue => ({ ...cue, text: `<i>${cue.text}</i>` })

const srtTime = (ms: number): string => new Date(ms).toISOString().slice(11, 23).replace('.', ',')
const vttTime = (ms: number): string => new Date(ms).toISOString().slice(11, 23)

function srt(cues: readonly EnglishCue[]): string {
  return cues
    .map(({ startMs, endMs, text }, n) => `${n + 1}\n${srtTime(startMs)} --> ${srtTime(endMs)}\n${text}\n`)
    .join('\n')
}

function vtt(cues: readonly EnglishCue[]): string {
  const blocks = cues.map(
    ({ startMs, endMs, text, settings = '' }) => `${vttTime(startMs)} --> ${vttTime(endMs)} ${settings}\n${text}\n`,
  )
  return ['WEBVTT\n', 'STYLE\n::cue { color: yellow }\n', 'NOTE written for a test\n', ...blocks].join('\n')
}
