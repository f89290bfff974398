import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isBusinessNumber, vatOf, writeBusinessNumber } from '../../lambdas/contract/tax-document.ts'

// Published by Samsung Electronics, Naver, Kakao, Toss Payments and the example of many forms.
const KNOWN = ['1248100998', '2208162517', '1208147521', '4118601799', '1234567891']

describe('a business number', () => {
  it.each(KNOWN)('that is in use is recognized: %s', number => {
    expect(isBusinessNumber(number)).toBe(true)
  })

  it('with one wrong digit is refused', () => {
    const other = fc.tuple(fc.constantFrom(...KNOWN), fc.nat(9), fc.integer({ min: 1, max: 9 }))
    fc.assert(
      fc.property(other, ([number, at, by]) => {
        const digits = [...number].map(Number)
        digits[at] = ((digits[at] ?? 0) + by) % 10
        expect(isBusinessNumber(digits.join(''))).toBe(false)
      }),
    )
  })

  it.each(['', '124-81-00998', '124810099', '12481009980', '１２４８１００９９８'])(
    'is ten digits and nothing else: %j',
    text => {
      expect(isBusinessNumber(text)).toBe(false)
    },
  )

  it('is written with its hyphens', () => {
    expect(writeBusinessNumber('1248100998')).toBe('124-81-00998')
  })
})

describe('the tax within a price', () => {
  it.each([
    [1_000, 91],
    [15_000, 1_364],
    [20_000, 1_818],
    [-20_000, -1_818],
  ])('of %i won is %i won', (won, vat) => {
    expect(vatOf(won)).toBe(vat)
  })
})
