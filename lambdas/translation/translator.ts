import type { Sentence } from '#subtitle-engine'
import type { Register } from '../contract/archive-entry.ts'
import type { Brief, Correction } from '../contract/brief.ts'
import type { Glossary } from './terms.ts'

/** An earlier text and its faults, described for the translator. */
export interface Fault {
  korean: string
  problems: string[]
  /** The text with ` / ` where its lines end, if one of these places is in doubt. */
  cut?: string
}

/** What a translator knows about the whole talk. */
export type Talk = Omit<Brief, 'terms' | 'corrections' | 'joins' | 'splits' | 'register'>

export interface TranslationRequest {
  /** Sentences to translate. */
  sentences: readonly Sentence[]
  /** The talk that they belong to, if it has a brief. */
  talk?: Talk
  /** Misheard words of the talk, with what was actually said. */
  corrections?: readonly Correction[]
  /** English sentences before and after, as context only. */
  before: readonly string[]
  after: readonly string[]
  /** Korean of the preceding sentences, in order, as far as it is known. */
  translated: readonly string[]
  register: Register
  glossary: Glossary
  /** Weighted Korean characters readable in the sentence's time, by sentence id. */
  budgets: ReadonlyMap<string, number>
  /** Characters that a line of the subtitle holds. */
  lineCharacters: number
  /** For sentences that were translated before, by sentence id. */
  faults: ReadonlyMap<string, Fault>
  /** `review`: every text is checked again; unchanged texts may be omitted from the response. */
  look: 'first' | 'review' | 'repair'
  /** Receives the ids of sentences whose English the translator had to guess. */
  guesses?: Set<string>
  /** Receives the reason of each changed text, by sentence id, if the translator gives one. */
  reasons?: Map<string, string>
  /**
   * Receives the indexes of the English words with which the phrases after a text's signs begin, by sentence id, if the
   * translator states them.
   */
  starts?: Map<string, readonly number[]>
  /** True if a review of the same sentences follows. */
  isReviewed: boolean
  /** Epoch milliseconds after which a model is not called again. */
  giveUpAt: number
}

/** Translates whole sentences by id. It never sees or returns a time. */
export interface Translator {
  /**
   * True for a language model: it improves when given its faults and marks phrase ends (`PHRASE_SIGN`). A machine
   * translator would return the same text.
   */
  learns: boolean
  /**
   * Returns Korean by sentence id. Ids may be missing, but only requested ids occur.
   * @throws ModelGoneError if it does not respond at all
   */
  translate(request: TranslationRequest): Promise<Map<string, string>>
}
