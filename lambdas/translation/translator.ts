import type { Sentence } from '#subtitle-engine'
import type { Register } from '../contract/archive-entry.ts'
import type { Brief, Correction } from '../contract/brief.ts'
import type { Glossary } from './terms.ts'

/** An earlier answer and what is wrong with it, in words for the translator. */
export interface Fault {
  korean: string
  problems: string[]
}

/** What a translator is told about the whole talk. */
export type Talk = Omit<Brief, 'terms' | 'corrections' | 'joins' | 'register'>

export interface TranslationRequest {
  /** Sentences to translate. */
  sentences: readonly Sentence[]
  /** The talk that they are part of, if there is a brief of it. */
  talk?: Talk
  /** Misheard words of the talk and what was said. */
  corrections?: readonly Correction[]
  /** English sentences before and after: context that is not translated. */
  before: readonly string[]
  after: readonly string[]
  /** Korean of the last sentences before, in their order, as far as it is known. */
  translated: readonly string[]
  register: Register
  glossary: Glossary
  /** By sentence id: weighted Korean characters that can be read in the sentence's time. */
  budgets: ReadonlyMap<string, number>
  /** By sentence id, for sentences that were translated before. */
  faults: ReadonlyMap<string, Fault>
  /** `review`: every text is looked at again; texts that stay as they are may be missing from the answer. */
  look: 'first' | 'review' | 'repair'
  /** Receives the ids of sentences whose English the translator could only guess. */
  guesses?: Set<string>
  /** True if a review of the same sentences follows. */
  isReviewed: boolean
  /** Epoch milliseconds from which on a model is not asked again. */
  giveUpAt: number
}

/** Translates whole sentences by id. It never sees or returns a time. */
export interface Translator {
  /**
   * True for a language model: it improves when told its faults, and marks where phrases end (`PHRASE_SIGN`). A machine
   * translator gives the same text again.
   */
  learns: boolean
  /**
   * Korean by sentence id. Ids may be missing, but only requested ids occur.
   * @throws ModelGoneError if it does not answer at all
   */
  translate(request: TranslationRequest): Promise<Map<string, string>>
}
