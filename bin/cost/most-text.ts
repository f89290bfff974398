import { MAX_DURATION_SECONDS, refundedSecondsADay } from '../../lambdas/contract/limits.ts'
import {
  PACKAGES,
  SECONDS_PER_TOKEN,
  SIGNUP_TOKENS,
  SUBTITLE_SECONDS_PER_TOKEN,
  subtitleCost,
} from '../../lambdas/contract/pricing.ts'
import { MODELS, PRICES } from '../../lib/prices.ts'
import {
  CHARACTERS_PER_SECOND,
  LONGEST_MS,
  MOST_CHARACTERS_PER_SECOND,
} from '../../packages/subtitle-engine/src/read/limits.ts'
import { modelUsd } from './bill.ts'
import { wonPerMinute } from './income.ts'
import { ASSUMED } from './usage.ts'

/** An amount of text that one user can have translated, what it costs us and what the user pays. */
export interface MostText {
  name: string
  characters: number
  tokens: number
  /** At the lowest price per token; 0 for sign-up tokens and refunded subtitles. */
  paidWon: number
  translateWon: number
  /** With the most expensive model, including its second look. */
  modelWon: number
}

/** The most characters that a subtitle may have for the price of a video of `videoSeconds`. */
const charactersFor = (videoSeconds: number) =>
  (videoSeconds / SECONDS_PER_TOKEN) * SUBTITLE_SECONDS_PER_TOKEN * CHARACTERS_PER_SECOND

/** The most text that is accepted, once and on a day of failures, with its cost to us at `wonPerDollar`. */
export function mostText(wonPerDollar: number): MostText[] {
  const day = (bought: number) => charactersFor(refundedSecondsADay(bought))
  const longest = (LONGEST_MS / 1000) * MOST_CHARACTERS_PER_SECOND
  // One character less than the least that costs two tokens.
  const least = 2 * SUBTITLE_SECONDS_PER_TOKEN * CHARACTERS_PER_SECOND - 1
  const rows: readonly (readonly [name: string, characters: number, isPaid: boolean])[] = [
    ['the most for one token', least, true],
    ['the most in one file', longest, true],
    ['all sign-up tokens', charactersFor(SIGNUP_TOKENS * SECONDS_PER_TOKEN), false],
    ['refunded a day, no purchase', day(0), false],
    ...PACKAGES.filter(({ tokens }) => tokens * SECONDS_PER_TOKEN >= MAX_DURATION_SECONDS / 2).map(
      ({ tokens }) => [`refunded a day, ${tokens} bought`, day(tokens), false] as const,
    ),
  ]
  return rows.map(([name, characters, isPaid]) => {
    const tokens = subtitleCost(characters / CHARACTERS_PER_SECOND)
    const minutes = characters / (ASSUMED.wordsPerMinute * ASSUMED.charactersPerWord)
    const modelUsds = MODELS.map(model => modelUsd(model, { minutes }, true))
    return {
      ...{ name, characters, tokens },
      paidWon: isPaid ? tokens * wonPerMinute().least * (SECONDS_PER_TOKEN / 60) : 0,
      translateWon: characters * (1 + ASSUMED.repaired) * PRICES.translateCharacter.usd * wonPerDollar,
      modelWon: Math.max(...modelUsds) * wonPerDollar,
    }
  })
}
