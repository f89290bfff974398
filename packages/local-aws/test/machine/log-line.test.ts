import { describe, expect, it } from 'vitest'
import { describeError, terminalLine } from '../../src/machine/log-line.ts'

// The terminal's times are local.
process.env.TZ = 'Asia/Seoul'
const AT = new Date(2026, 10, 22, 9, 5, 7)
const LINE = {
  timestamp: AT.toISOString(),
  level: 'WARN',
  requestId: 'a-b-c',
  message: {
    topic: 'payment',
    event: 'confirm failed',
    request: 'r1',
    uid: 'u1',
    tries: 2,
    error: {
      name: 'PaymentError',
      message: 'refused',
      stack: 'PaymentError: refused\n    at pay',
      cause: { message: 'late' },
    },
  },
}
const WRITTEN = `payments | ${JSON.stringify(LINE)}`

describe('a log line', () => {
  it("contains time, function, message and cause of a function's entry, without its stack", () => {
    const read = 'WARN payment: confirm failed  uid=u1  tries=2  PaymentError: refused (because late)'
    expect(terminalLine(WRITTEN, 'text', AT)).toBe(`09:05:07+09:00  payments  ${read}`)
  })

  it("names a function without its stack's name and CDK's hash", () => {
    expect(terminalLine('ShopApp-ApiAccountFD7D134C | hello', 'text', AT)).toBe('09:05:07+09:00  ApiAccount  hello')
  })

  it('contains the stack in the style with stacks', () => {
    expect(terminalLine(WRITTEN, 'stacks', AT)).toContain('(because late)\nPaymentError: refused\n    at pay')
    const thrown = 'pay | ERROR Error: no at handler (file:///a.mjs:1:2)'
    expect(terminalLine(thrown, 'stacks', AT)).toContain('file:///a.mjs')
    expect(terminalLine(thrown, 'text', AT)).toBe('09:05:07+09:00  pay  ERROR Error: no')
  })

  it('is one JSON object with every field in the JSON style', () => {
    expect(JSON.parse(terminalLine(WRITTEN, 'json', AT))).toEqual({ function: 'payments', ...LINE })
    const other = { timestamp: AT.toISOString(), message: 'The speech model is ready.' }
    expect(JSON.parse(terminalLine('The speech model is ready.', 'json', AT))).toEqual(other)
  })

  it('leaves plain text as it is', () => {
    expect(terminalLine('Denied: x | y', 'text', AT)).toBe('09:05:07+09:00  Denied: x | y')
    expect(terminalLine('email | Task timed out', 'text', AT)).toBe('09:05:07+09:00  email  Task timed out')
    expect(terminalLine(`email | ${JSON.stringify({ ...LINE, level: 'INFO', message: 'hello' })}`, 'text', AT)).toBe(
      '09:05:07+09:00  email  hello',
    )
  })
})

it('an error is described with its cause, and with its stack only in that style', () => {
  const error = new TypeError('outer', { cause: new Error('inner') })
  expect(describeError(error, 'text')).toBe('TypeError: outer (because Error: inner)')
  expect(describeError(error, 'stacks')).toContain('log-line.test.ts')
  expect(describeError('plain', 'text')).toBe('plain')
})
