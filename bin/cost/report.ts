import { PRICES } from '../../lib/prices.ts'
import { textTable } from '../ops/text-table.ts'
import { type Choice, computeBill, type Line, modelSources } from './bill.ts'
import { CARD_FEE, FREE_MINUTES, kept, VAT, wonPerMinute } from './income.ts'
import { ASSUMED, type Month, modelTokens, modelTokensByLook } from './usage.ts'

const dollars = (usd: number, digits = 2): string => `$${usd.toFixed(digits)}`
const figure = (value: number, digits = 0): string => value.toLocaleString('en-US', { maximumFractionDigits: digits })

/** The bill as text; `wonPerDollar` converts dollars to won. */
export function costReport(month: Month, wonPerDollar: number): string {
  const bill = computeBill(month)
  const idle = computeBill({ ...month, minutes: 0, users: 0 })
  const won = wonPerMinute()
  const keptWon = { most: kept(won.most), least: kept(won.least) }
  return [
    `A month of ${figure(month.minutes)} minutes of video (of ${figure(month.videoMinutes, 1)} each) and ${figure(month.users)} users`,
    table(bill.lines),
    `All engines share these: ${dollars(bill.sharedUsd)}`,
    '',
    `Engines (1 dollar = ${figure(wonPerDollar)} won)`,
    engines(bill.choices, wonPerDollar, keptWon.least),
    `A model reads and writes a minute: ${looks()}.`,
    '',
    `Users pay ${figure(won.least)} to ${figure(won.most)} won a minute, by package. After VAT (${VAT * 100} % inside) and a card fee of ${figure(CARD_FEE * 100, 1)} %: ` +
      `${figure(keptWon.least)} to ${figure(keptWon.most)} won; all minutes paid for: ${figure(keptWon.least * month.minutes)} to ${figure(keptWon.most * month.minutes)} won.`,
    `The tokens of a first sign-in pay for ${FREE_MINUTES} minutes: ${dollars((bill.choices[0]?.minuteUsd ?? 0) * FREE_MINUTES)} a new user who uses them up, with Transcribe + Translate.`,
    '',
    `Idle (nobody comes): ${dollars(idle.sharedUsd)} a month`,
    table(idle.lines),
    '',
    'Prices of models; a geographic profile (not global) of Claude costs 10 % more:',
    ...modelSources(),
    '',
    `Assumed: ${Object.entries(ASSUMED)
      .map(([name, value]) => `${name} ${value}`)
      .join(', ')}; through Kakao ${figure(month.kakaoShare * 100)} %.`,
    'Storage of tables and their backups is left out: cents until there are some gigabytes. Taxes of AWS are not in it.',
    `Prices are remembered lists of ${PRICES.transcribeMinute.listed}. Without a mark under "seen" nobody found a copy that says the same: check these pages first, recognition before all. Transcribe bills 15 seconds at least.`,
  ].join('\n')
}

/** Tokens per minute of speech, by request, with and without the second look. */
function looks(): string {
  const byLook = Object.entries(modelTokensByLook(1)).map(
    ([look, { input, output }]) => `${look} ${figure(input)} + ${figure(output)}`,
  )
  const sums = [true, false].map(secondLook => {
    const { input, output } = modelTokens({ minutes: 1 }, secondLook)
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
      { heading: 'unit', cell: ({ price }) => price.unit },
      { heading: 'each', cell: ({ price }) => `$${Number(price.usd.toPrecision(4))}` },
      { heading: 'cost', cell: ({ usd }) => dollars(usd) },
      { heading: 'price of', cell: ({ price }) => `${price.region} ${price.listed}` },
      { heading: 'seen', cell: ({ price }) => (price.seen === undefined ? '' : 'x') },
      { heading: 'check', cell: ({ price }) => price.page.replace('https://', '') },
    ],
    lines,
  )
}

function engines(choices: Choice[], wonPerDollar: number, keptWon: number): string {
  return textTable<Choice>(
    [
      { heading: 'engine', cell: ({ name }) => name },
      { heading: 'translation', cell: ({ usd }) => dollars(usd) },
      { heading: 'month', cell: ({ total }) => dollars(total) },
      { heading: 'a minute more', cell: ({ minuteUsd }) => dollars(minuteUsd, 4) },
      { heading: 'in won', cell: ({ minuteUsd }) => figure(minuteUsd * wonPerDollar) },
      {
        heading: 'left of the cheapest package',
        cell: ({ minuteUsd }) => `${figure(keptWon - minuteUsd * wonPerDollar)} won`,
      },
    ],
    choices,
  )
}
