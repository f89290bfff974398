import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { Template } from 'aws-cdk-lib/assertions'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { readEnglishSubtitle } from '#subtitle-engine'
import { checkUsd, computeBill, hearingMinuteUsd } from '../../bin/cost/bill.ts'
import { FREE_MINUTES, wonPerMinute } from '../../bin/cost/income.ts'
import { mostText } from '../../bin/cost/most-text.ts'
import {
  ASSUMED,
  type Month,
  modelTokens,
  modelTokensByLook,
  ownGigabyteSeconds,
  quantities,
  STANDING,
  youtubeTextTokens,
} from '../../bin/cost/usage.ts'
import { METRICS } from '../../lambdas/contract/log-lines.ts'
import { subtitleCost } from '../../lambdas/contract/pricing.ts'
import { MODELS, PRICES, type Price } from '../../lib/prices.ts'
import { HEARING_MEMORY } from '../../lib/workflow-steps.ts'
import { resourcesOf } from '../lib/resources.ts'
import { sampleApp } from '../support/synthesized.ts'

const MONTH: Month = {
  minutes: 10_000,
  users: 500,
  videoMinutes: 10,
  longShare: 0.2,
  kakaoShare: 0.7,
  firewall: false,
}
/** Created outside the tests, because the first synthesis is slow on a busy machine. */
const site = Template.fromStack(sampleApp().site)
const usdOf = (month: Month, name: string) => computeBill(month).lines.find(line => line.name === name)?.usd ?? 0

describe('the bill of a month', () => {
  it('counts fixed resources as they are in the template', () => {
    const alarm = z.looseObject({ Metrics: z.array(z.looseObject({ MetricStat: z.unknown().optional() })).optional() })
    const watched = resourcesOf(site, 'AWS::CloudWatch::Alarm').map(({ Properties }) => {
      const { Metrics } = alarm.parse(Properties)
      return Metrics ? Metrics.filter(({ MetricStat }) => MetricStat !== undefined).length : 1
    })
    expect(watched.reduce((sum, each) => sum + each, 0)).toBe(STANDING.alarmMetrics)
    const transformations = z.object({
      MetricTransformations: z.tuple([z.looseObject({ MetricName: z.string() })]),
    })
    const names = resourcesOf(site, 'AWS::Logs::MetricFilter').map(
      ({ Properties }) => transformations.parse(Properties).MetricTransformations[0].MetricName,
    )
    expect(new Set(names).size - 1 - STANDING.metricsOfModel).toBe(STANDING.metrics)
    expect(Object.keys(METRICS)).toContain('Refunds')
    expect(resourcesOf(site, 'AWS::CloudWatch::Dashboard')).toHaveLength(1)
  })

  it('is a few dollars without users, independent of minutes', () => {
    const idle = computeBill({ ...MONTH, minutes: 0, users: 0 })
    expect(idle.lines.map(({ name }) => name).sort()).toEqual(['alarmMetric', 'secret'])
    expect(idle.sharedUsd).toBeLessThan(6)
    for (const { usd } of idle.choices) expect(usd).toBe(0)
  })

  it('bills Kakao users as federation beyond 50, and Google users beyond 10,000', () => {
    expect(usdOf({ ...MONTH, users: 50, kakaoShare: 1 }, 'cognitoFederated')).toBe(0)
    expect(usdOf({ ...MONTH, users: 150, kakaoShare: 1 }, 'cognitoFederated')).toBeCloseTo(100 * 0.015)
    expect(usdOf({ ...MONTH, kakaoShare: 0 }, 'cognitoPerson')).toBe(0)
  })

  it('shows the cost of one more minute for every choice of engine', () => {
    const { choices } = computeBill(MONTH)
    expect(choices.map(({ name }) => name)).toContain('Transcribe + Translate')
    expect(choices.length).toBeGreaterThan(2)
    for (const { minuteUsd } of choices) expect(minuteUsd).toBeGreaterThan(PRICES.transcribeMinute.usd)
  })

  it('shows the cost with HEARING=own, which saves most of what Transcribe costs', () => {
    const { transcribe, own } = hearingMinuteUsd(MONTH)
    expect(own).toBeLessThan(transcribe / 10)
    for (const { minuteUsd, ownMinuteUsd } of computeBill(MONTH).choices)
      expect(minuteUsd - ownMinuteUsd).toBeCloseTo(transcribe - own)
    // Ten minutes of sound take one minute to transcribe, and each ten-minute part loads the weights once.
    const gigabyteSeconds = 10 * (60 * ASSUMED.ownSecondsPerSecond + ASSUMED.ownSecondsToLoad / 10)
    expect(ownGigabyteSeconds({ ...MONTH, minutes: 1, longShare: 0 }) / (1 + ASSUMED.refunded)).toBeCloseTo(
      gigabyteSeconds,
    )
    expect(ASSUMED.ownGigabytes).toBe(HEARING_MEMORY / 1024)
  })

  it('includes the overlap of parts, which Amazon transcribes twice', () => {
    const transcribed = (videoMinutes: number, longShare = 0) =>
      computeBill({ ...MONTH, videoMinutes, longShare }).lines.find(({ name }) => name === 'transcribeMinute')?.units ??
      0
    // An hour has six parts, each but the first 16 seconds longer.
    expect(transcribed(60) / transcribed(10)).toBeCloseTo(1 + (5 * 16) / 3600, 5)
    // A share of long recordings among short ones costs in proportion.
    expect(transcribed(10, 0.5) / transcribed(10)).toBeCloseTo(1 + 0.5 * ((5 * 16) / 3600), 5)
  })

  it('includes what is transcribed a second time because no language was identified', () => {
    const { transcribeMinute } = quantities({ ...MONTH, longShare: 0 })
    expect(transcribeMinute).toBeCloseTo(10_000 * (1 + ASSUMED.refunded) * (1 + ASSUMED.transcribedTwice))
  })

  it('includes the sentences that users have translated again', () => {
    const { again } = modelTokensByLook(60)
    expect(again.input).toBeGreaterThan(0)
    const { brief, translation, review } = modelTokensByLook(1 + ASSUMED.refunded)
    const sum = brief.input + translation.input + review.input
    expect(modelTokens({ minutes: 1 }).input).toBeGreaterThan(sum)
  })

  it('includes the review of line ends, unless BREAK_REVIEW or the second look is off', () => {
    const tokens = (looks = {}) => modelTokens({ minutes: 1 }, looks)
    const { breaks } = modelTokensByLook(1 + ASSUMED.refunded)
    expect(tokens().input - tokens({ breakReview: false }).input).toBeCloseTo(breaks.input)
    expect(tokens().output - tokens({ breakReview: false }).output).toBeCloseTo(breaks.output)
    expect(tokens({ secondLook: false })).toEqual(tokens({ secondLook: false, breakReview: false }))
  })

  it('checks the meaning of a minute of speech for less than one won with the default model', () => {
    const [model] = MODELS
    const { input, output } = modelTokensByLook(1).check
    expect(input).toBeGreaterThan(800)
    expect(output).toBeGreaterThan(50)
    expect(model?.name).toBe('Amazon Nova Lite')
    expect(model && checkUsd(model, { minutes: 1 }) * 1500).toBeLessThan(1)
  })

  it('lists one text for YouTube per video as an addition, with a bounded request however long the video is', () => {
    const { choices } = computeBill(MONTH)
    const names = choices.filter(({ name }) => name.startsWith('Text for YouTube with')).map(({ name }) => name)
    expect(names).toHaveLength(MODELS.length)
    const per = (videoMinutes: number) => youtubeTextTokens({ minutes: videoMinutes, videoMinutes })
    expect(per(20).input).toBeGreaterThan(per(10).input)
    expect(per(240)).toEqual(per(120))
  })

  it('includes egress of recordings to the editor beyond the free gigabytes', () => {
    const { internetGigabyte = 0 } = quantities(MONTH)
    expect(internetGigabyte).toBeGreaterThan(0)
    expect(usdOf({ ...MONTH, minutes: 1_000_000 }, 'internetGigabyte')).toBeGreaterThan(0)
  })

  it('prices a geographic profile above the global one, and a tokenizer with more tokens above its list price', () => {
    const { choices } = computeBill(MONTH)
    const usdOfChoice = (name: string) => choices.find(choice => choice.name === `Transcribe + ${name}`)?.usd ?? 0
    const global = usdOfChoice('Claude Haiku 5.5')
    expect(usdOfChoice('Claude Haiku 5.5, geographic profile') / global).toBeCloseTo(1.1)
    const { input, output } = modelTokens(MONTH)
    expect(global).toBeCloseTo(((input * 0.1 + output * 0.5) / 1e6) * 1.3)
  })

  it('includes the firewall only if it is on', () => {
    expect(usdOf(MONTH, 'wafAcl')).toBe(0)
    expect(usdOf({ ...MONTH, firewall: true }, 'wafAcl')).toBe(5)
  })

  it('is compared with the specification’s packages: 10 tokens per minute at 40 to 50 won', () => {
    expect(wonPerMinute()).toEqual({ least: 400, most: 500 })
    expect(FREE_MINUTES).toBe(20)
  })
})

it('every price has its source and date', () => {
  const prices: Price[] = Object.values(PRICES)
  for (const { page, listed, unit } of prices) {
    expect(page).toMatch(/^https:\/\/aws\.amazon\.com\/.+\/pricing\/$/)
    expect(listed).toMatch(/^20\d\d-\d\d$/)
    expect(unit).not.toBe('')
  }
  for (const { page, listed, name } of MODELS) {
    expect(page, name).toMatch(/^https:\/\/(?:aws\.amazon\.com|platform\.claude\.com)\//)
    expect(listed).toMatch(/^20\d\d-\d\d$/)
  }
})

describe('npm run cost', () => {
  const program = join(import.meta.dirname, '../../bin/cost.ts')
  const cost = (...args: string[]) => spawnSync(process.execPath, [program, ...args], { encoding: 'utf8' })

  it('prints the month, the idle month and what users pay', () => {
    const { stdout, status } = cost('--minutes', '10000', '--users', '500')
    expect(status).toBe(0)
    expect(stdout).toContain('A month of 10,000 minutes')
    expect(stdout).toMatch(/transcribeMinute +10,5\d\d/)
    expect(stdout).toContain('Idle (no users)')
    expect(stdout).toContain('Users pay 400 to 500 won per minute')
  })

  it('fits 80 columns and leads with month, minute and margin', () => {
    for (const size of [[], ['--minutes', '10000000', '--users', '500000']]) {
      const { stdout } = cost(...size)
      expect(stdout.split('\n').filter(line => line.length > 80)).toEqual([])
      const head = stdout.split('\n').slice(0, 10).join('\n')
      expect(head).toMatch(/month +Transcribe +own +margin/)
      expect(head).toMatch(/Translate +\$[\d,]+ +[\d.]+ +[\d.]+ +\d+ \(\d+ %\)/)
    }
  })

  it('refuses an option that is not a number', () => {
    const { stderr, status } = cost('--minutes', 'many')
    expect(status).toBe(2)
    expect(stderr).toContain('--minutes')
  })
})

describe('the most text that is accepted', () => {
  const rows = mostText(1400)
  /** A subtitle at every limit, with `perSecond` characters a second, counting the space after each word. */
  const dense = (seconds: number, perSecond: number) =>
    Array.from({ length: seconds / 2 }, (_, i) => {
      const clock = (second: number) => `${new Date(second * 1000).toISOString().slice(11, 19)},000`
      const text = 'it is what we have and that is what it was and so on'.slice(0, perSecond * 2 - 1)
      return `${i + 1}\n${clock(i * 2)} --> ${clock(i * 2 + 2)}\n${text}\n`
    }).join('\n')

  it('in one file is what the reader accepts and charges', () => {
    const [, most] = rows
    expect(subtitleCost(readEnglishSubtitle(dense(6 * 3600, 25)).seconds)).toBe(most?.tokens)
    expect(() => readEnglishSubtitle(dense(6 * 3600, 26))).toThrow(
      expect.objectContaining({ code: 'SUBTITLE_TOO_DENSE' }),
    )
  })

  it('costs less than its tokens with any engine, and at most a known amount on a day of failures', () => {
    for (const { paidWon, translateWon, modelWon } of rows.slice(1, 2))
      expect(Math.max(translateWon, modelWon)).toBeLessThan(paidWon)
    expect(rows.map(({ tokens }) => tokens)).toEqual([1, 1200, 200, 600, 3600, 7200])
  })
})
