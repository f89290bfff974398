import { type SpokenWord, UNDETERMINED } from './engine.ts'

/** The words that hold English together; four to five of ten words in ordinary speech are among them. */
const FUNCTION_WORDS = new Set(
  (
    'the be to of and a in that have i it for not on with he as you do at this but his by from they we say her she or ' +
    'an will my one all would there their what so up out if about who get which go me when make can like no just him ' +
    "know is are was were been has had did does don't it's i'm that's we're you're its our your them us then than"
  ).split(' '),
)

/** Fewer words say nothing about a language. */
const ENOUGH_WORDS = 20
/** English speech lies far above this share, words made up for another language below it. */
const LEAST_SHARE = 0.1

/**
 * Whether what an English-only recognizer wrote is English. It cannot hear another language: it writes English-looking
 * words for any sound. Real English is full of function words, so a text of 20 words or more with hardly any is taken for
 * speech in a language that cannot be named. A rule of thumb without figures from real speech, hence its low bar.
 */
export function languageOf(words: readonly SpokenWord[]): { language: string; languageScore: number } {
  const known = words.filter(({ text }) => FUNCTION_WORDS.has(text.toLowerCase().replace('’', "'"))).length
  const share = known / Math.max(1, words.length)
  if (words.length >= ENOUGH_WORDS && share < LEAST_SHARE) return { language: UNDETERMINED, languageScore: 0.5 }
  return { language: 'en-US', languageScore: Math.min(0.99, 0.6 + share) }
}
