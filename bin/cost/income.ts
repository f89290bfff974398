import { PACKAGES, SECONDS_PER_TOKEN, SIGNUP_TOKENS } from '../../lambdas/contract/pricing.ts'

/** Value added tax of Korea, contained in every price; the fee of Toss for cards before tax, to be checked in the contract. */
export const VAT = 0.1
export const CARD_FEE = 0.033

const TOKENS_PER_MINUTE = 60 / SECONDS_PER_TOKEN

/** Won that a minute of video costs people, with the dearest and with the cheapest package. */
export function wonPerMinute(): { most: number; least: number } {
  const won = PACKAGES.map(({ price, tokens }) => (price / tokens) * TOKENS_PER_MINUTE)
  return { most: Math.max(...won), least: Math.min(...won) }
}

/** What is left of a sum of won after tax and the card's fee. */
export function kept(won: number): number {
  return won / (1 + VAT) - won * CARD_FEE * (1 + VAT)
}

/** Minutes that the tokens of a first sign-in pay for. */
export const FREE_MINUTES = SIGNUP_TOKENS / TOKENS_PER_MINUTE
