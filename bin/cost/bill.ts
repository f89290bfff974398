import { MODELS, type ModelPrice, PRICES, PROFILE_PREMIUM, type Price, type PriceName } from '../../lib/prices.ts'
import {
  ASSUMED,
  type Month,
  modelTokens,
  modelTokensByLook,
  ownGigabyteSeconds,
  quantities,
  type Tokens,
  transcribedMinutes,
  translatedCharacters,
  youtubeTextTokens,
} from './usage.ts'

export interface Line {
  name: PriceName
  price: Price
  /** Units of the month, and how many of them are billed. */
  units: number
  billed: number
  usd: number
}

/** Cost of a translator, and of the whole month with it. */
export interface Choice {
  name: string
  usd: number
  total: number
  /** One more minute of video, without free units. */
  minuteUsd: number
  /** The same deployment with `HEARING=own`. */
  ownMinuteUsd: number
}

export interface Bill {
  /** Everything except the translator, most expensive first, without lines that cost nothing. */
  lines: Line[]
  sharedUsd: number
  choices: Choice[]
}

const NAMES = Object.keys(PRICES).filter((name): name is PriceName => name in PRICES)

/** The bill of a month for each choice of engine. */
export function computeBill(month: Month): Bill {
  const units = quantities(month)
  const lines = NAMES.map(name => computeLine(name, units[name] ?? 0))
    .filter(({ usd }) => usd >= 0.005)
    .sort((one, other) => other.usd - one.usd)
  const sharedUsd = lines.reduce((sum, { usd }) => sum + usd, 0)
  const shared = sharedMinuteUsd(month)
  const hearing = hearingMinuteUsd(month)
  const saved = hearing.transcribe - hearing.own
  const one = { ...month, minutes: 1 }
  const choices = [
    { name: 'Transcribe + Translate', usd: translateUsd(month), of: translateUsd(one) },
    ...[...MODELS, ...MODELS.filter(hasPremium).map(withPremium)].flatMap(model =>
      [true, false].map(secondLook => ({
        name: `Transcribe + ${model.name}${secondLook ? '' : ', SECOND_LOOK=off'}`,
        usd: modelUsd(model, month, secondLook),
        of: modelUsd(model, one, secondLook),
      })),
    ),
    ...MODELS.map(model => ({
      name: `MEANING_CHECK_MODEL: ${model.name}, in addition`,
      usd: checkUsd(model, month),
      of: checkUsd(model, one),
    })),
    ...MODELS.map(model => ({
      name: `Text for YouTube with ${model.name}, in addition`,
      usd: tokensUsd(model, youtubeTextTokens(month)),
      of: tokensUsd(model, youtubeTextTokens(one)),
    })),
  ]
  return {
    lines,
    sharedUsd,
    choices: choices.map(({ name, usd, of }) => ({
      name,
      usd,
      total: sharedUsd + usd,
      minuteUsd: shared + of,
      ownMinuteUsd: shared + of - saved,
    })),
  }
}

function computeLine(name: PriceName, units: number): Line {
  const price: Price = PRICES[name]
  const billed = Math.max(0, units - (price.free ?? 0))
  return { name, price, units, billed, usd: billed * price.usd }
}

/** Cost of one more minute besides its translation, without free units. */
function sharedMinuteUsd(month: Month): number {
  const [more, less] = [1001, 1].map(minutes => quantities({ ...month, minutes }))
  return NAMES.reduce((sum, name) => sum + (((more?.[name] ?? 0) - (less?.[name] ?? 0)) / 1000) * PRICES[name].usd, 0)
}

/**
 * Cost of transcribing one more minute with Amazon Transcribe, and with our recognizer. The second includes the share
 * that our recognizer leaves to Transcribe.
 */
export function hearingMinuteUsd(month: Month): { transcribe: number; own: number } {
  const one = { ...month, minutes: 1 }
  const transcribe = transcribedMinutes(one) * PRICES.transcribeMinute.usd
  const own = ownGigabyteSeconds(one) * PRICES.lambdaGigabyteSecond.usd
  return { transcribe, own: own + ASSUMED.ownLeft * transcribe }
}

function translateUsd(month: Month): number {
  return translatedCharacters(month) * PRICES.translateCharacter.usd
}

/** Geographic profiles of Claude cost more than the global one. */
function hasPremium({ name }: ModelPrice): boolean {
  return name === 'Claude Haiku 5.5'
}

function withPremium(model: ModelPrice): ModelPrice {
  const { factor } = PROFILE_PREMIUM
  return {
    ...model,
    name: `${model.name}, geographic profile`,
    inputUsd: model.inputUsd * factor,
    outputUsd: model.outputUsd * factor,
  }
}

/** Cost of a model for minutes of speech. */
export function modelUsd(model: ModelPrice, month: Pick<Month, 'minutes'>, secondLook: boolean): number {
  return tokensUsd(model, modelTokens(month, { secondLook }))
}

/** Cost of having a model check the meaning of this many minutes of speech. */
export function checkUsd(model: ModelPrice, { minutes }: Pick<Month, 'minutes'>): number {
  return tokensUsd(model, modelTokensByLook(minutes).check)
}

function tokensUsd({ inputUsd, outputUsd, tokenFactor = 1 }: ModelPrice, { input, output }: Tokens): number {
  return ((input * inputUsd + output * outputUsd) / 1e6) * tokenFactor
}

/** Where the price of each model comes from, one line each. */
export function modelSources(): string[] {
  return MODELS.map(({ name, inputUsd, outputUsd, listed, page, seen }) => {
    const source = `${listed}, ${page.replace('https://', '')}${seen === undefined ? '' : `, seen: ${seen}`}`
    return `${name}: $${inputUsd} + $${outputUsd} a million tokens (${source})`
  })
}
