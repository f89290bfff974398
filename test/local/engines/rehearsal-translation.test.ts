import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Formality } from '../../../local/engines/engine.ts'
import { createRehearsalTranslation, keptParts, REHEARSAL_LINES } from '../../../local/engines/rehearsal-translation.ts'

const translate = async (text: string, formality: Formality = 'FORMAL') =>
  (await createRehearsalTranslation().translate([text], formality))[0] ?? ''

/** Characters as subtitles count them: Hangul 1, everything else 0.5. */
const weight = (text: string) => [...text].reduce((sum, sign) => sum + (/\p{Script=Hangul}/u.test(sign) ? 1 : 0.5), 0)

describe('the lines of the speech rehearsal', () => {
  it('have their Korean in both registers', async () => {
    for (const line of REHEARSAL_LINES) {
      expect(await translate(line.english)).toBe(line.formal)
      expect(await translate(line.english, 'INFORMAL')).toBe(line.informal)
      expect(line.formal).toMatch(/요\.$/)
      expect(line.informal).not.toMatch(/요\.$/)
    }
  })

  it('can be read in the time it takes to say them', () => {
    for (const { english, formal } of REHEARSAL_LINES) {
      const seconds = Math.max(0.833, english.split(' ').length / 3)
      expect(weight(formal) / seconds, formal).toBeLessThanOrEqual(12)
    }
  })

  it('are translated one by one if a text has several', async () => {
    expect(await translate('A voice. Someone speaks.')).toBe('목소리예요. 누군가 말해요.')
    expect(await translate('A voice.\nTalking.')).toBe('목소리예요.\n말하고 있어요.')
  })
})

describe('any other text in the translation rehearsal', () => {
  it('becomes Korean that says it is no translation, and keeps numbers and names', async () => {
    const korean = await translate('In 1817, a German inventor named Karl von Drais built a frame with two wheels.')
    expect(korean).toMatch(/번역|옮기|옮길/)
    for (const part of ['1817', 'German', 'Karl', 'Drais', '2']) expect(korean).toContain(part)
  })

  it('is replaced in the requested register', async () => {
    const text = 'And so, ask what you can do.'
    expect(await translate(text)).toMatch(/요\.$/)
    expect(await translate(text, 'INFORMAL')).not.toMatch(/요\.$/)
  })

  it('is replaced differently from the text before it', async () => {
    const texts = ['Yes.', 'No.', 'The harvest failed again.', 'The people walked home.', 'They walked so slowly.']
    const korean = await createRehearsalTranslation().translate(texts, 'FORMAL')
    for (const [i, answer] of korean.entries()) expect(korean[i + 1]).not.toBe(answer)
  })

  it('is replaced by Hangul of a fitting length, for any words', async () => {
    const word = fc.constantFrom('the', 'quiet', 'harvest', 'failed', 'and', 'people', 'walked', 'home', 'slowly')
    const text = fc.array(word, { minLength: 2, maxLength: 25 }).map(words => `${words.join(' ')}.`)
    await fc.assert(
      fc.asyncProperty(text, async text => {
        const korean = await translate(text)
        expect(korean).toMatch(/\p{Script=Hangul}/u)
        expect(weight(korean)).toBeLessThanOrEqual(3 * 0.45 * text.length)
        expect(weight(korean)).toBeGreaterThanOrEqual(0.2 * 0.45 * text.length)
      }),
    )
  })

  it('stays empty if it is empty', async () => {
    expect(await translate('')).toBe('')
    expect(await translate(' ')).toBe(' ')
  })
})

describe('the numbers and names that a translation must keep', () => {
  it.each([
    ['In 1890, people rode 20.5 miles for $3, a rise of 12%.', ['1890', '20.5', '$3', '12%']],
    ['There are twenty-four hours.', []],
    ['Two wheels, fifty years, a million riders.', ['2', '50', '100만']],
    ['Mr. Smith met Karl von Drais in New York.', ['Smith', 'Karl', 'Drais', 'New York']],
    ["I think I'm at NASA, and NASA knows Kennedy's plan.", ['NASA', 'Kennedy']],
    ['Nothing to keep here.', []],
  ])('of "%s" are found', (text, parts) => {
    expect(keptParts(text)).toEqual(parts)
  })
})
