import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { Template } from 'aws-cdk-lib/assertions'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { computeBill } from '../../bin/cost/bill.ts'
import { FREE_MINUTES, wonPerMinute } from '../../bin/cost/income.ts'
import { type Month, STANDING } from '../../bin/cost/usage.ts'
import { METRICS } from '../../lambdas/contract/log-lines.ts'
import { PRICES, type Price } from '../../lib/prices.ts'
import { resourcesOf } from '../lib/resources.ts'
import { sampleApp } from '../support/synthesized.ts'

const MONTH: Month = { minutes: 10_000, users: 500, videoMinutes: 10, kakaoShare: 0.7, firewall: false }
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
})

describe('npm run cost', () => {
  const program = join(import.meta.dirname, '../../bin/cost.ts')
  const cost = (...args: string[]) => spawnSync(process.execPath, [program, ...args], { encoding: 'utf8' })

  it('prints the month, the idle month and what users pay', () => {
    const { stdout, status } = cost('--minutes', '10000', '--users', '500')
    expect(status).toBe(0)
    expect(stdout).toContain('A month of 10,000 minutes')
    expect(stdout).toMatch(/transcribeMinute +10,300 .+\$247\.20/)
    expect(stdout).toContain('Idle (nobody comes)')
    expect(stdout).toContain('Users pay 400 to 500 won a minute')
  })

  it('refuses an option that is not a number', () => {
    const { stderr, status } = cost('--minutes', 'many')
    expect(status).toBe(2)
    expect(stderr).toContain('--minutes')
  })
})
