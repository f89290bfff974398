import { describe, expect, it } from 'vitest'
import { captionsOfVtt } from '../../lambdas/source/captions.ts'
import { badTextFor } from '../support/bad-text.ts'
import { regexLiterals } from '../support/regex-literals.ts'
import { stepsOf } from '../support/regex-steps.ts'

/**
 * Patterns that grow with the square of what they meet, each with the reason why that is short. The patterns of
 * `subtitle/korean` and `subtitle/numbers` are not looked at here: they meet one word or one line.
 */
const SHORT: Record<string, string> = {
  'lambdas/subtitle/transcript/items.ts': 'meets one word of a transcript',
  'web/build/amplify-theme.ts': 'meets the style sheet of a package, when the page is built',
  'web/shared/mail-form.tsx': 'meets what a person types into their own browser',
  'web/shared/session/code-flow.ts': 'meets 43 characters of its own making',
}

const looked = regexLiterals(['lambdas', 'web']).filter(({ file }) => !/subtitle\/(korean|numbers)\//.test(file))

describe('a regular expression that meets text from outside', () => {
  it('never looks at a text more often than in proportion to its length', () => {
    const bad = looked
      .filter(({ file }) => !(file in SHORT))
      .flatMap(({ file, pattern }) => {
        const found = badTextFor(pattern)
        return found ? [{ file, ...found }] : []
      })
    expect(bad).toEqual([])
    expect(looked.length).toBeGreaterThan(100)
  }, 120_000)

  it('is excepted only in files that still exist', () => {
    expect(Object.keys(SHORT).filter(file => !looked.some(one => one.file === file))).toEqual([])
  })
})

describe('the search for bad texts', () => {
  it.each([
    ['an unclosed tag', /<[^>]*>/g],
    ['a word without its end', /[a-z]+@[a-z]+/g],
    ['blank lines', /^\s*-/gm],
    ['a trailing run', /\s+$/],
    ['two ways to the same end', /^(?:a+)+$/],
    ['three in a row', /^\d*\d*\d*x/],
  ])('finds %s', (_name, pattern) => {
    expect(badTextFor(pattern)).toBeDefined()
  })

  it.each([/<[^<>]*>/g, /^\s*-/, /(?<![a-z])[a-z]+@/g, /\d{14}/, /^[^/?#&]+$/])('lets %s pass', pattern => {
    expect(badTextFor(pattern)).toBeUndefined()
  })

  it('counts as many steps as a backtracking matcher takes', () => {
    expect(stepsOf(/abc/, 'abc', 100)).toBe(3)
    expect(stepsOf(/b/, 'aab', 100)).toBe(3)
    expect(stepsOf(/^(?:a+)+$/, `${'a'.repeat(30)}!`, 1_000_000)).toBeGreaterThan(1_000_000)
  })
})

it('captions in WebVTT with the line ends of Windows are read like others', () => {
  const text =
    'WEBVTT\r\n\r\n00:01.000 --> 00:02.000\r\n<i>Hello</i>\r\nthere\r\n\r\n00:03.000 --> 00:04.000\r\nBye\r\n'
  expect(captionsOfVtt(text)).toEqual([
    { startMs: 1000, endMs: 2000, text: 'Hello\nthere' },
    { startMs: 3000, endMs: 4000, text: 'Bye' },
  ])
})
