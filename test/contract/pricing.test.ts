import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { registersOf } from '../../lambdas/contract/archive-entry.ts'
import { findPackage, PACKAGES, tokenCost } from '../../lambdas/contract/pricing.ts'
import { executionName } from '../../lambdas/contract/workflow.ts'

describe('the cost of a video', () => {
  it.each([
    [0, 0],
    [5.999, 0],
    [6, 1],
    [11.9, 1],
    [60, 10],
    [3600, 600],
    [14_400, 2400],
  ])('of %d seconds is %d tokens', (seconds, tokens) => {
    expect(tokenCost(seconds)).toBe(tokens)
  })

  it('is one token per six full seconds and never falls with length', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0, max: 14_400, noNaN: true }),
        fc.double({ min: 0, max: 600, noNaN: true }),
        (seconds, more) => {
          const cost = tokenCost(seconds)
          expect(Number.isSafeInteger(cost)).toBe(true)
          expect(cost * 6).toBeLessThanOrEqual(seconds)
          expect(tokenCost(seconds + more)).toBeGreaterThanOrEqual(cost)
        },
      ),
    )
  })
})

describe('the packages', () => {
  it('are the six of the specification', () => {
    expect(PACKAGES.map(({ tokens, price, bonus }) => [tokens, price, bonus])).toEqual([
      [20, 1_000, 0],
      [100, 5_000, 0],
      [210, 10_000, 10],
      [430, 20_000, 30],
      [1_200, 50_000, 200],
      [2_500, 100_000, 500],
    ])
  })

  it('include their bonus: the other tokens cost 50 won each', () => {
    for (const { id, tokens, price, bonus } of PACKAGES) {
      expect((tokens - bonus) * 50).toBe(price)
      expect(findPackage(id).tokens).toBe(tokens)
    }
  })
})

describe('the registers', () => {
  it('are those that the translator can distinguish', () => {
    expect(registersOf('amazon-translate')).toEqual(['polite', 'banmal'])
    expect(registersOf('bedrock')).toEqual(['polite', 'haeyo', 'hapnida', 'banmal'])
  })
})

it('the name of an execution is valid for Step Functions and differs by user and key', () => {
  const entry = fc.record({ uid: fc.uuid(), key: fc.stringMatching(/^\d{14}$/) })
  fc.assert(
    fc.property(entry, entry, (one, other) => {
      expect(executionName(one)).toMatch(/^[A-Za-z0-9_-]{1,80}$/)
      expect(executionName(one) === executionName(other)).toBe(one.uid === other.uid && one.key === other.key)
    }),
  )
})
