import type { WantedRegister } from '../korean/register.ts'
import { tidy } from '../korean/tidy.ts'
import type { Sentence, Word } from '../types.ts'

/** A person's decision about the space before eojeol number `at` of a sentence. */
export interface Break {
  at: number
  /** A cue ends here, a line ends here, or neither may. */
  kind: 'cue' | 'line' | 'none'
  /** Start of the next cue, set by hand; only for `cue`. */
  ms?: number
}

/** One sentence under review: its words, its Korean, and what a person decided about it. Never changed in place. */
export interface DraftSentence {
  id: string
  /** Its words are `words[from]` to `words[to - 1]` of the draft; none for a sentence that a person added. */
  from: number
  to: number
  korean: string
  breaks: Break[]
  /** Numbers of the eojeols that a phrase ends before, as the translator marked them in its own text. */
  ends?: number[]
  /** First in-time and last out-time, set by hand. */
  startMs?: number
  endMs?: number
  speaker?: string
  /** Another register than the subtitle's, for this sentence alone. */
  register?: WantedRegister
  /** Problems that the translator's checks left; a person's own text has none. */
  problems: string[]
  /** A person has looked at it and agrees. */
  checked?: boolean
}

/** The text of one subtitle file as it is edited. */
export interface Draft {
  words: readonly Word[]
  /** In the order of their starts (`inOrder`). */
  sentences: readonly DraftSentence[]
  /** Length of the media; 0 if unknown. */
  durationMs: number
  /** Register of the whole subtitle. */
  register: WantedRegister
}

/** Longest Korean of one sentence, in UTF-16 units. */
const MAX_KOREAN = 1000

/** Stands for a space that must not be broken while the engine cuts; `clean` removes it from every text. */
export const HELD_SPACE = '\ue000'

/** A text as it is stored: tidy as the engine tidies, without private characters or half characters, not longer than allowed. */
export function clean(text: string): string {
  return withoutForeign(withoutForeign(text.slice(0, MAX_KOREAN * 2)).slice(0, MAX_KOREAN))
}

/** Tidy, without the characters that only this module may use and without halves of characters. */
function withoutForeign(text: string): string {
  return tidy(text.toWellFormed().replace(/[\p{Co}\ufffd]/gu, ''))
}

export function eojeolsOf(korean: string): string[] {
  const text = tidy(korean)
  return text === '' ? [] : text.split(' ')
}

/** In-time of a sentence in milliseconds. */
export function startOf(sentence: DraftSentence, words: readonly Word[]): number {
  return sentence.startMs ?? words[sentence.from]?.startMs ?? 0
}

/** Sentences by start; equal starts by word, then by id, so that every computer orders them alike. */
export function inOrder(sentences: readonly DraftSentence[], words: readonly Word[]): DraftSentence[] {
  return [...sentences].sort(
    (a, b) => startOf(a, words) - startOf(b, words) || a.from - b.from || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0),
  )
}

/**
 * The words of a sentence, moved where a person set its in-time or out-time: the speech is taken to begin and end there.
 * A sentence without words gets one silent word over its time.
 */
export function spokenWords(sentence: DraftSentence, words: readonly Word[]): Word[] {
  const own = words.slice(sentence.from, sentence.to)
  const first = own[0]
  const startMs = sentence.startMs ?? first?.startMs ?? 0
  const endMs = sentence.endMs ?? own.reduce((end, word) => Math.max(end, word.endMs), startMs)
  if (!first) return [{ text: '', startMs, endMs: Math.max(endMs, startMs + 1), confidence: 1, after: '' }]
  if (sentence.startMs === undefined && sentence.endMs === undefined) return own
  const lastMs = Math.max(startMs, endMs)
  return own.map((word, i) => {
    const from = i === 0 ? startMs : Math.min(Math.max(word.startMs, startMs), lastMs)
    const to = i === own.length - 1 ? lastMs : Math.min(Math.max(word.endMs, from), lastMs)
    return { ...word, startMs: from, endMs: to }
  })
}

/** The engine's sentence of these words. */
export function buildSentence(id: string, words: Word[], speaker: string | undefined): Sentence {
  const spoken = speaker === undefined ? words : words.map(word => ({ ...word, speaker }))
  const startMs = spoken[0]?.startMs ?? 0
  return {
    id,
    text: englishOfWords(spoken),
    words: spoken,
    startMs,
    endMs: spoken.reduce((end, word) => Math.max(end, word.endMs), startMs),
  }
}

/** The engine's sentence of a sentence; without text where a person added it. */
export function speechOf(sentence: DraftSentence, words: readonly Word[]): Sentence {
  return buildSentence(sentence.id, spokenWords(sentence, words), sentence.speaker)
}

export function englishOfWords(words: readonly Word[]): string {
  return words
    .map(word => word.text + word.after)
    .join(' ')
    .trim()
}

/** A sentence with its translation and the problems that the translator's checks left. */
export interface TranslatedSentence {
  sentence: Sentence
  korean: string
  problems: readonly string[]
  /** Phrase ends that the translator marked, as in a sentence. */
  ends?: readonly number[]
}

/** Facts about the whole subtitle. */
export type Facts = Pick<Draft, 'durationMs' | 'register'>

/** The machine's sentences and translations as a draft. No text is shortened, however long. */
export function buildDraft(sentences: readonly TranslatedSentence[], facts: Facts): Draft {
  const words: Word[] = []
  const inText = sentences.map(({ sentence, korean, problems, ends = [] }): DraftSentence => {
    const from = words.length
    words.push(...sentence.words)
    const { id } = sentence
    const text = withoutForeign(korean)
    // Numbers of another text would mark other places.
    const marked = text === korean && ends.length > 0 && { ends: [...ends] }
    return { id, from, to: words.length, korean: text, breaks: [], ...marked, problems: [...problems] }
  })
  return { ...facts, words, sentences: inOrder(inText, words) }
}
