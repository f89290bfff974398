import { NOUN_CONSTRUCTIONS } from './noun-constructions.ts'
import { VERB_CONSTRUCTIONS } from './verb-constructions.ts'

/** Constructions that take precedence over the weights. A new one is a row with its examples, which are its test. */
export const CONSTRUCTIONS = [...VERB_CONSTRUCTIONS, ...NOUN_CONSTRUCTIONS]
