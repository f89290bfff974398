import { MODELS, PRICES } from '../../lib/prices.ts'
import { textTable } from '../ops/text-table.ts'
import { type Choice, checkUsd, computeBill, hearingMinuteUsd, type Line, modelSources } from './bill.ts'
import { CARD_FEE, FREE_MINUTES, kept, VAT, wonPerMinute } from './income.ts'
import { mostText } from './most-text.ts'
import { ASSUMED, type Month, modelTokens, modelTokensByLook } from './usage.ts'

const dollars = (usd: number, digits = 2): string => `$${usd.toFixed(digits)}`
const figure = (value: number, digits = 0): string => value.toLocaleString('en-US', { maximumFractionDigits: digits })

/**
 * The bill as text of at most 80 columns: month, minute and margin of each choice of engines, then what they consist of.
 * `wonPerDollar` converts dollars to won.
 */
export function costReport(month: Month, wonPerDollar: number): string {
  const bill = computeBill(month)
  const idle = computeBill({ ...month, minutes: 0, users: 0 })
  const won = wonPerMinute()
  const heard = hearingMinuteUsd(month)
  const keptWon = { most: kept(won.most), least: kept(won.least) }
  const newUserUsd = (bill.choices[0]?.minuteUsd ?? 0) * FREE_MINUTES
  return [
    `A month of ${figure(month.minutes)} minutes of video (of ${figure(month.videoMinutes, 1)} each) and ${figure(month.users)} users. 1 dollar = ${figure(wonPerDollar)} won.`,
    'The columns "Transcribe" and "own" (HEARING=own) give the cost of a minute in won. Month and margin (what remains of a minute sold in the cheapest package) assume Transcribe.',
    '',
    engines(bill.choices, wonPerDollar, keptWon.least),
    '',
    `Transcribing a minute of sound costs ${figure(heard.transcribe * wonPerDollar, 1)} won with Transcribe and ${figure(heard.own * wonPerDollar, 1)} won with HEARING=own, whose speed has not been measured on AWS.`,
    `Users pay ${figure(won.least)} to ${figure(won.most)} won per minute, by package. After VAT (${VAT * 100} %, included) and a card fee of ${figure(CARD_FEE * 100, 1)} %: ` +
      `${figure(keptWon.least)} to ${figure(keptWon.most)} won; all minutes paid for: ${figure(keptWon.least * month.minutes)} to ${figure(keptWon.most * month.minutes)} won.`,
    `The tokens of a first sign-in pay for ${FREE_MINUTES} minutes: ${dollars(newUserUsd)} per new user who spends them all, with Amazon Translate.`,
    '',
    'The most text accepted as a subtitle, in characters and tokens, and what it costs a user and us in won, with Amazon Translate and with the most expensive model:',
    mostTextTable(wonPerDollar),
    '',
    `Shared by all engines: ${dollars(bill.sharedUsd)} a month`,
    table(bill.lines),
    '',
    `Idle (no users): ${dollars(idle.sharedUsd)} a month`,
    table(idle.lines),
    '',
    `Tokens that a model reads and writes per minute: ${looks()}.`,
    '',
    `Prices are quoted from memory of the lists of ${PRICES.transcribeMinute.listed}. Those without a mark under "seen" are unconfirmed: check their pages first, above all transcription. Transcribe bills at least 15 seconds.`,
    ...[...bill.lines].map(describePrice),
    '',
    `A second model compares the meaning of a minute for ${MODELS.map(model => `${figure(checkUsd(model, { minutes: 1 }) * wonPerDollar, 2)} won with ${model.name}`).join(', ')}. The default is ${MODELS[0]?.name}.`,
    '',
    'Prices of models; a geographic profile (not global) of Claude costs 10 % more:',
    ...modelSources(),
    '',
    `Assumed: ${Object.entries(ASSUMED)
      .map(([name, value]) => `${name} ${value}`)
      .join(', ')}; through Kakao ${figure(month.kakaoShare * 100)} %.`,
    'Storage of tables and backups is left out, because it costs cents up to a few gigabytes. AWS taxes are not included.',
  ]
    .map(wrap)
    .join('\n')
}

function mostTextTable(wonPerDollar: number): string {
  return textTable(
    [
      { heading: '', cell: ({ name }) => name },
      { heading: 'characters', cell: ({ characters }) => Math.round(characters) },
      { heading: 'tokens', cell: ({ tokens }) => tokens },
      { heading: 'paid', cell: ({ paidWon }) => Math.round(paidWon) },
      { heading: 'Translate', cell: ({ translateWon }) => Math.round(translateWon) },
      { heading: 'model', cell: ({ modelWon }) => Math.round(modelWon) },
    ],
    mostText(wonPerDollar),
  )
}

const COLUMNS = 80

/** Breaks the long lines of a text at spaces. Tables are narrower and stay as they are. */
function wrap(text: string): string {
  return text
    .split('\n')
    .flatMap(line => {
      if (line.length <= COLUMNS) return [line]
      const lines = ['']
      for (const word of line.split(' ')) {
        const last = lines.at(-1) ?? ''
        if (last === '') lines[lines.length - 1] = word
        else if (last.length + 1 + word.length <= COLUMNS) lines[lines.length - 1] = `${last} ${word}`
        else lines.push(`  ${word}`)
      }
      return lines
    })
    .join('\n')
}

function describePrice({ name, price }: Line): string {
  return `${name}: ${price.unit}, ${price.region} ${price.listed}, ${price.page.replace('https://', '')}`
}

/** Tokens per minute of speech, by request, with and without the second look. */
function looks(): string {
  const byLook = Object.entries(modelTokensByLook(1)).map(
    ([look, { input, output }]) => `${look} ${figure(input)} + ${figure(output)}`,
  )
  const sums = [true, false].map(secondLook => {
    const { input, output } = modelTokens({ minutes: 1 }, { secondLook })
    return `${secondLook ? 'with' : 'without'} the second look ${figure(input)} + ${figure(output)}`
  })
  return [...byLook, ...sums].join(', ')
}

function table(lines: Line[]): string {
  return textTable<Line>(
    [
      { heading: 'line', cell: ({ name }) => name },
      { heading: 'units', cell: ({ units }) => figure(units, 2) },
      { heading: 'free', cell: ({ price }) => (price.free === undefined ? '' : figure(price.free)) },
      { heading: 'each', cell: ({ price }) => `$${Number(price.usd.toPrecision(4))}` },
      { heading: 'cost', cell: ({ usd }) => dollars(usd) },
      { heading: 'seen', cell: ({ price }) => (price.seen === undefined ? '' : 'x') },
    ],
    lines,
  )
}

function engines(choices: Choice[], wonPerDollar: number, keptWon: number): string {
  return textTable<Choice>(
    [
      { heading: 'translated by', cell: ({ name }) => shorten(name) },
      { heading: 'month', cell: ({ total }) => `$${figure(total)}` },
      { heading: 'Transcribe', cell: ({ minuteUsd }) => figure(minuteUsd * wonPerDollar, 1) },
      { heading: 'own', cell: ({ ownMinuteUsd }) => figure(ownMinuteUsd * wonPerDollar, 1) },
      {
        heading: 'margin',
        cell: ({ minuteUsd }) => {
          const left = keptWon - minuteUsd * wonPerDollar
          return `${figure(left)} (${figure((100 * left) / keptWon)} %)`
        },
      },
    ],
    choices,
  )
}

/** Leaves 80 columns to the table. */
function shorten(name: string): string {
  return name
    .replace('Transcribe + ', '')
    .replace(' profile', '')
    .replace('SECOND_LOOK=off', 'one look')
    .replace('geographic profile', 'not global')
    .replace(', in addition', '')
    .replace('MEANING_CHECK_MODEL: ', '+ meaning check: ')
    .replace('Text for YouTube with ', '+ YouTube text: ')
}
