import type { WantedRegister } from '../korean/register.ts'
import { tidy } from '../korean/tidy.ts'
import type { ScriptDifference } from '../script/with-script.ts'
import type { Unheard } from '../transcript/unheard.ts'
import type { Sentence, Word } from '../types.ts'

/** The user's decision about the space before eojeol `at` of a sentence. */
export interface Break {
  at: number
  /** A cue ends here, a line ends here, or neither may. */
  kind: 'cue' | 'line' | 'none'
  /** Start of the next cue, set by hand; only for `cue`. */
  ms?: number
}

/** Why the text may differ in meaning from the speech. */
export interface Finding {
  kind: 'negation' | 'roles' | 'quantity' | 'neighbour' | 'omission' | 'addition' | 'name' | 'misheard' | 'other'
  /** One Korean sentence. */
  reason?: string
  /** The words concerned. */
  words: string
}

/** A sentence in the editor: its words, its Korean and the user's decisions. Immutable. */
export interface DraftSentence {
  id: string
  /** Its words are `words[from]` to `words[to - 1]` of the draft. Empty for a sentence that the user added. */
  from: number
  to: number
  korean: string
  breaks: Break[]
  /** Indices of the eojeols before which a phrase ends, as the translator marked them. */
  ends?: number[]
  /** For each of `ends`, the index of the sentence's word with which the next phrase begins; 0 where it is unknown. */
  starts?: number[]
  /** Indices of the eojeols that continue a name or term: no line or cue ends before them if the name fits a line. */
  held?: number[]
  /** First in-time and last out-time, set by hand. */
  startMs?: number
  endMs?: number
  /** Moves the speech behind it, in milliseconds: the user shifted the subtitle against the media. */
  shiftMs?: number
  speaker?: string
  /** Overrides the subtitle's register for this sentence. */
  register?: WantedRegister
  /** A stretch during or after the sentence in which speech may be missing; flagged until the user confirms the sentence. */
  unheard?: Unheard
  /** Differences between the user's script and what was said; flagged until the user confirms the sentence. */
  script?: Pick<ScriptDifference, 'said' | 'written'>[]
  /** What a second model found about the meaning; removed once the user edits the text. */
  finding?: Finding
  /** Problems that the translator could not repair; empty once the user has written the text. */
  problems: string[]
  /** The user has confirmed it. */
  checked?: boolean
}

/** A subtitle in the editor. */
export interface Draft {
  words: readonly Word[]
  /** In the order of their starts (`inOrder`). */
  sentences: readonly DraftSentence[]
  /** Length of the media; 0 if unknown. */
  durationMs: number
  /** Register of the whole subtitle. */
  register: WantedRegister
}

/** Longest Korean text of a sentence, in UTF-16 code units. */
const MAX_KOREAN = 1000

/** Private character that replaces an unbreakable space while the engine cuts. `clean` removes it from every text. */
export const HELD_SPACE = '\ue000'

/** Normalizes a text for storage: tidied, without private-use or unpaired characters, at most `MAX_KOREAN` long. */
export function clean(text: string): string {
  return withoutForeign(withoutForeign(text.slice(0, MAX_KOREAN * 2)).slice(0, MAX_KOREAN))
}

function withoutForeign(text: string): string {
  return tidy(text.replace(/[\p{Co}\p{Cs}\ufffd]/gu, ''))
}

export function eojeolsOf(korean: string): string[] {
  const text = tidy(korean)
  return text === '' ? [] : text.split(' ')
}

/** In-time of a sentence in milliseconds. */
export function startOf(sentence: DraftSentence, words: readonly Word[]): number {
  const word = words[sentence.from]
  return sentence.startMs ?? (word ? Math.max(0, word.startMs + (sentence.shiftMs ?? 0)) : 0)
}

/** Sorts sentences by start, then by word and id, so that every device has the same order. */
export function inOrder(sentences: readonly DraftSentence[], words: readonly Word[]): DraftSentence[] {
  return [...sentences].sort(
    (a, b) => startOf(a, words) - startOf(b, words) || a.from - b.from || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0),
  )
}

/**
 * Words of a sentence, shifted to the in-time and out-time that the user set. A sentence without words gets one silent
 * word for its whole time.
 */
export function spokenWords(sentence: DraftSentence, words: readonly Word[]): Word[] {
  const own = shifted(words.slice(sentence.from, sentence.to), sentence.shiftMs)
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

function shifted(words: Word[], byMs = 0): Word[] {
  if (byMs === 0) return words
  return words.map(word => {
    const startMs = Math.max(0, word.startMs + byMs)
    return { ...word, startMs, endMs: Math.max(startMs, word.endMs + byMs) }
  })
}

/** Speech behind a draft sentence; without text if the user added the sentence. */
export function speechOf(sentence: DraftSentence, words: readonly Word[]): Sentence {
  return buildSentence(sentence.id, spokenWords(sentence, words), sentence.speaker)
}

export function englishOfWords(words: readonly Word[]): string {
  return words
    .map(word => word.text + word.after)
    .join(' ')
    .trim()
}

/** A transcribed sentence, its translation and the problems that the translator could not repair. */
export interface TranslatedSentence {
  sentence: Sentence
  korean: string
  problems: readonly string[]
  /** Phrase ends that the translator marked; see `DraftSentence.ends`. */
  ends?: readonly number[]
  /** Indices of the words with which the phrases after `ends` begin; see `DraftSentence.starts`. */
  starts?: readonly number[]
  /** Places inside names and terms; see `DraftSentence.held`. */
  held?: readonly number[]
  unheard?: Unheard | undefined
  finding?: Finding | undefined
  script?: readonly Pick<ScriptDifference, 'said' | 'written'>[] | undefined
}

/** Facts about the whole subtitle. */
export type Facts = Pick<Draft, 'durationMs' | 'register'>

/** Builds the machine's draft. Texts keep their length, however long. */
export function buildDraft(sentences: readonly TranslatedSentence[], facts: Facts): Draft {
  const words: Word[] = []
  const inText = sentences.map((each): DraftSentence => {
    const { sentence, korean, problems, ends = [], starts = [], held = [], unheard, finding, script } = each
    const from = words.length
    words.push(...sentence.words)
    const { id } = sentence
    const text = withoutForeign(korean)
    // Indices are valid only for the unchanged text.
    const marked = text === korean && ends.length > 0 && { ends: [...ends] }
    const begun = marked && starts.length === ends.length && { starts: [...starts] }
    const named = text === korean && held.length > 0 && { held: [...held] }
    return {
      id,
      from,
      to: words.length,
      korean: text,
      breaks: [],
      ...marked,
      ...begun,
      ...named,
      ...(unheard && { unheard }),
      ...(finding && { finding }),
      ...(script && { script: [...script] }),
      problems: [...problems],
    }
  })
  return { ...facts, words, sentences: inOrder(inText, words) }
}
