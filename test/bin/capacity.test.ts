import { describe, expect, it } from 'vitest'
import { type Load, listLimits, QUOTAS } from '../../bin/capacity/limits.ts'
import { capacityReport } from '../../bin/capacity/report.ts'

const TRANSLATE: Load = { minutes: 10, model: false, secondLook: true, reserved: 0, partsFromMinutes: 30 }
const MODEL: Load = { ...TRANSLATE, model: true }
const rateOf = (name: string, load = TRANSLATE, quotas = QUOTAS.usual) =>
  listLimits(quotas, load).find(limit => limit.name === name)?.perSecond ?? Number.NaN

describe('the limits of a deployment', () => {
  it('are in the order in which they are reached', () => {
    const rates = listLimits(QUOTAS.new, MODEL).flatMap(({ perSecond }) => perSecond ?? [])
    expect(rates).toEqual([...rates].sort((a, b) => a - b))
  })

  it("begin with the emails of SES's sandbox in a new account, and with Amazon Translate or the model's tokens after it", () => {
    expect(listLimits(QUOTAS.new, TRANSLATE)[0]?.name).toBe('emails a day')
    const outOfSandbox = { ...QUOTAS.new, emailsPerSecond: 14, emailsPerDay: 50_000 }
    expect(listLimits(outOfSandbox, TRANSLATE)[0]?.name).toBe('Translate calls')
    expect(listLimits(outOfSandbox, MODEL)[0]?.name).toBe('model tokens a day')
  })

  it('grow with the quota that they name', () => {
    const more = { ...QUOTAS.new, lambda: 100 }
    expect(rateOf('Lambda concurrency', MODEL, more)).toBeCloseTo(10 * rateOf('Lambda concurrency', MODEL, QUOTAS.new))
  })

  it('leave to the workflow only the concurrency that the API does not reserve', () => {
    expect(rateOf('Lambda concurrency', { ...MODEL, reserved: 10 }, QUOTAS.new)).toBe(0)
  })

  it('count the parts of a long recording as jobs', () => {
    const hour = { ...TRANSLATE, minutes: 60 }
    const starts = 'Transcribe starts and status calls'
    expect(rateOf(starts, hour)).toBeCloseTo(rateOf(starts, { ...hour, partsFromMinutes: 0 }) / 6)
  })

  it('state what raises them and what users see beyond', () => {
    const text = capacityReport('A new account', QUOTAS.new, MODEL)
    expect(text).toContain('first limit:')
    for (const { raise, beyond } of listLimits(QUOTAS.new, MODEL))
      expect([text.includes(raise), text.includes(beyond)]).toEqual([true, true])
  })
})
