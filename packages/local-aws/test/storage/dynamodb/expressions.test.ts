import conditionParser from 'dynalite/db/conditionParser.js'
import updateParser from 'dynalite/db/updateParser.js'
import type { ExpressionParser } from 'dynalite/types'
import { describe, expect, it, vi } from 'vitest'
import { remembering } from '../../../src/storage/dynamodb/expressions.ts'

type Values = Record<string, Record<string, unknown>>
type Names = Record<string, string>

/** The result of a parser and the names that it left unused. */
function outcome(parse: ExpressionParser['parse'], text: string, attrVals: Values, attrNames: Names = {}) {
  const unused = (names: object) => Object.fromEntries(Object.keys(names).map(name => [name, true]))
  const [unusedAttrNames, unusedAttrVals] = [unused(attrNames), unused(attrVals)]
  const context = { attrNames, attrVals, unusedAttrNames, unusedAttrVals, isReserved: () => false, compare: isAbove }
  return { tree: parse(text, { context }), unusedAttrNames, unusedAttrVals }
}

const isAbove = (_: string, x: Values[string], y: Values[string]) => Number(x.N) > Number(y.N)

// Importing the database may already have wrapped the parsers, so this adds a second cache.
const PARSERS = { conditionParser, updateParser }
const CONDITION = 'attribute_not_exists(uid) OR (#t >= :a AND begins_with(note, :b)) OR size(note) IN (:a, :c)'
const UPDATE = 'SET #t = if_not_exists(#t, :a) - :c, note = :b REMOVE a.#t ADD seen :a'
const NAMES = { '#t': 'token', '#u': 'uid' }
const values = (n: number): Values => ({
  ':a': { N: `${n}` },
  ':b': { S: `x${n}` },
  ':c': { N: `${n + 1}` },
  ':d': { S: '' },
})

describe.each([
  ['conditionParser', CONDITION],
  ['updateParser', UPDATE],
] as const)('a repeated expression of %s', (name, text) => {
  it('is read as if it were parsed again, with the values of its own request', () => {
    const parse = remembering(PARSERS[name].parse)
    for (const n of [1, 2, 3]) {
      const again = outcome(parse, text, values(n), NAMES)
      expect(again).toEqual(outcome(PARSERS[name].parse, text, values(n), NAMES))
      expect(JSON.stringify(again.tree)).toContain(`"S":"x${n}"`)
      expect([again.unusedAttrNames, again.unusedAttrVals]).toEqual([{ '#u': true }, { ':d': true }])
    }
  })

  it('is parsed once, and again for other names or types of values', () => {
    const parse = vi.fn(PARSERS[name].parse)
    const remembered = remembering(parse)
    for (const n of [1, 2, 3]) outcome(remembered, text, values(n), NAMES)
    expect(parse).toHaveBeenCalledTimes(1)
    expect(outcome(remembered, text, values(1), { '#t': 'coins' }).tree).not.toEqual(
      outcome(remembered, text, values(1), NAMES).tree,
    )
    expect(outcome(remembered, text, { ...values(1), ':b': { N: '1' } }, NAMES).tree).toEqual(
      outcome(PARSERS[name].parse, text, { ...values(1), ':b': { N: '1' } }, NAMES).tree,
    )
    expect(parse.mock.calls.length).toBeGreaterThanOrEqual(3)
  })

  it('does not share its tree with another request', () => {
    const parse = remembering(PARSERS[name].parse)
    const [first, second] = [1, 1].map(n => outcome(parse, text, values(n), NAMES).tree)
    expect(first).toEqual(second)
    const own = outcome(parse, text, values(1), NAMES).tree
    if (typeof own === 'object' && own !== null) for (const key of Object.keys(own)) Reflect.deleteProperty(own, key)
    expect(outcome(parse, text, values(1), NAMES).tree).toEqual(first)
  })
})

describe('a refusal', () => {
  it('of the bounds of a range depends on their values, even after others were allowed', () => {
    const parse = remembering(conditionParser.parse)
    const range = (low: string, high: string) =>
      outcome(parse, 'at BETWEEN :low AND :high', { ':low': { N: low }, ':high': { N: high } }).tree
    expect(typeof range('1', '2')).toBe('object')
    expect(range('2', '1')).toContain('upper bound to be greater than or equal to lower bound')
  })

  it('of an unknown value is repeated with every request', () => {
    const parse = vi.fn(conditionParser.parse)
    const remembered = remembering(parse)
    for (const _ of [1, 2]) expect(outcome(remembered, 'a = :b', { ':c': { N: '1' } }).tree).toContain('not defined')
    expect(parse).toHaveBeenCalledTimes(2)
  })
})
