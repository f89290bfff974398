import type { Register } from '../contract/archive-entry.ts'
import type { Sentence } from '../subtitle/index.ts'

/** English term -> Korean. */
export type Glossary = ReadonlyMap<string, string>

/** What is wrong with an earlier answer, in words for the translator. */
export interface Fault {
  korean: string
  problems: string[]
}

export interface TranslationRequest {
  /** To be translated: the answer has these ids. */
  sentences: readonly Sentence[]
  /** English before and after, to understand by. */
  before: readonly string[]
  after: readonly string[]
  register: Register
  glossary: Glossary
  /** Weighted characters of Korean that can be read in the sentence's time, by id. */
  budgets: ReadonlyMap<string, number>
  /** By id, where it was asked before. */
  faults: ReadonlyMap<string, Fault>
}

/** Translates whole sentences by their ids: it never sees a time, and never returns one. */
export interface Translator {
  /** Told what was wrong, it answers otherwise; a machine translator gives the same text again. */
  learns: boolean
  /** Korean by id. An id may be missing where nothing came for it; no other id is ever in it. */
  translate(request: TranslationRequest): Promise<Map<string, string>>
}
