import { describe, expect, it } from 'vitest'
import { regexLiterals } from './literals.ts'
import { badTextFor, MOST_STEPS } from './slow-text.ts'
import { stepCounter } from './steps.ts'

/**
 * Files whose patterns may take quadratic time, each with the reason why their input is short. More than quadratic time
 * is refused even there.
 */
const SHORT: Record<string, string> = {
  'packages/subtitle-engine/src/korean/': 'meets one sentence of a translation, or one word of it',
  'packages/subtitle-engine/src/meaning/': 'meets one sentence of a translation',
  'packages/subtitle-engine/src/numbers/': 'meets one word or one sentence',
  'packages/subtitle-engine/src/transcript/items.ts': 'meets one word of a transcript',
  'local/engines/models/access.ts': 'meets the address of a mirror, which the person who runs the machine has set',
  'local/engines/rehearsal-translation.ts': 'meets one word of a rehearsal',
  'packages/local-aws/src/ses/mailbox-page.ts':
    'meets an email that the service itself has laid out, on the page of the local mail box',
  'packages/local-aws/src/storage/dynamodb/item-size.ts': 'meets one number of an item',
  'packages/local-aws/src/template/resolve.ts': 'meets the template, when the local cloud starts',
  'web/build/amplify-theme.ts': 'meets the style sheet of a package, when the page is built',
  'web/shared/email-form.tsx': 'meets what a person types into their own browser',
  'web/shared/session/code-flow.ts': 'meets 43 characters of its own making',
}

/** Doubling a text multiplies the steps by four if they are quadratic, by eight if cubic. */
const BEYOND_THE_SQUARE = 6

const looked = regexLiterals(['lambdas', 'web', 'local', 'bin', 'packages/*/src'])
const placeOf = (file: string) => Object.keys(SHORT).find(place => file.startsWith(place))
const found = looked.flatMap(({ file, pattern }) => {
  const bad = badTextFor(pattern)
  return bad ? [{ file, ...bad }] : []
})

describe('a regular expression for text from outside', () => {
  it('takes time linear in the length of the text', () => {
    expect(found.filter(({ file }) => placeOf(file) === undefined)).toEqual([])
    expect(looked.length).toBeGreaterThan(400)
  })

  it('never takes more than quadratic time, even on short text', () => {
    const steep = found.filter(({ steps: [, two, four] }) => four >= MOST_STEPS || four > BEYOND_THE_SQUARE * two)
    expect(steep).toEqual([])
  })

  it('is excepted only in places that still need it', () => {
    expect(Object.keys(SHORT).filter(place => !found.some(({ file }) => file.startsWith(place)))).toEqual([])
  })
})

describe('the search for slow texts', () => {
  it.each([
    ['an unclosed tag', /<[^>]*>/g],
    ['a word without its end', /[a-z]+@[a-z]+/g],
    ['blank lines', /^\s*-/gm],
    ['a trailing run', /\s+$/],
    ['two ways to the same end', /^(?:a+)+$/],
    ['three in a row', /^\d*\d*\d*x/],
    ['an indent that also matches a carriage return', /^[^\S\n]*-/gm],
    ['a word that repeats before its end', /env: .*No such file/],
    ['a repetition within a repetition of words', /^(?:개|명)(?:가|였[가-힣]*|이나|나|이)*$/u],
  ])('finds %s', (_name, pattern) => {
    expect(badTextFor(pattern)).toBeDefined()
  })

  it.each([/<[^<>]*>/g, /^\s*-/, /(?<![a-z])[a-z]+@/g, /\d{14}/, /^[^/?#&]+$/])('accepts %s', pattern => {
    expect(badTextFor(pattern)).toBeUndefined()
  })

  it('counts as many steps as a backtracking matcher takes', () => {
    expect(stepCounter(/abc/)('abc', 100)).toBe(3)
    expect(stepCounter(/b/)('aab', 100)).toBe(3)
    expect(stepCounter(/^(?:a+)+$/)(`${'a'.repeat(30)}!`, 1_000_000)).toBeGreaterThan(1_000_000)
  })
})
