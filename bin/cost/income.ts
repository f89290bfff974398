import { PACKAGES, SECONDS_PER_TOKEN, SIGNUP_TOKENS } from '../../lambdas/contract/pricing.ts'

/** Korean value added tax, included in every price; Toss's card fee before tax, to be checked in the contract. */
export const VAT = 0.1
export const CARD_FEE = 0.033

const TOKENS_PER_MINUTE = 60 / SECONDS_PER_TOKEN

/** Won per minute of video for users, with the most and the least expensive package. */
export function wonPerMinute(): { most: number; least: number } {
  const won = PACKAGES.map(({ price, tokens }) => (price / tokens) * TOKENS_PER_MINUTE)
  return { most: Math.max(...won), least: Math.min(...won) }
}

/** Won left after tax and the card fee. */
export function kept(won: number): number {
  return won / (1 + VAT) - won * CARD_FEE * (1 + VAT)
}

/** Minutes that the sign-up tokens pay for. */
export const FREE_MINUTES = SIGNUP_TOKENS / TOKENS_PER_MINUTE
