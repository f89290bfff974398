import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Formality } from '../../../local/engines/engine.ts'
import { REHEARSAL_LINES } from '../../../local/engines/rehearsal-lines.ts'
import { createRehearsalTranslation } from '../../../local/engines/rehearsal-translation.ts'

const translate = async (text: string, formality: Formality = 'FORMAL') =>
  (await createRehearsalTranslation().translate([text], formality))[0] ?? ''

/** Characters as subtitles count them: Hangul 1, everything else 0.5. */
const weight = (text: string) => [...text].reduce((sum, sign) => sum + (/\p{Script=Hangul}/u.test(sign) ? 1 : 0.5), 0)

describe('the lines of the rehearsal', () => {
  it('have their Korean in both registers', async () => {
    for (const line of REHEARSAL_LINES) {
      expect(await translate(line.english)).toBe(line.formal)
      expect(await translate(line.english, 'INFORMAL')).toBe(line.informal)
      expect(line.formal).toMatch(/요\.$/)
      expect(line.informal).not.toMatch(/요\.$/)
    }
  })

  it('can be read in the time that they take to say', () => {
    for (const { english, formal } of REHEARSAL_LINES) {
      const seconds = Math.max(0.833, english.split(' ').length / 3)
      expect(weight(formal) / seconds, formal).toBeLessThanOrEqual(12)
    }
  })

  it('are translated one by one where several come in one text', async () => {
    expect(await translate('A voice. Someone speaks.')).toBe('목소리예요. 누군가 말해요.')
    expect(await translate('A voice.\nTalking.')).toBe('목소리예요.\n말하고 있어요.')
  })
})

describe('any other text', () => {
  it('becomes Korean that says that nothing was translated, and keeps numbers and names', async () => {
    const korean = await translate('In 1817, a German inventor named Karl von Drais built a frame with two wheels.')
    expect(korean).toMatch(/번역|옮기|옮길/)
    for (const part of ['1817', 'German', 'Karl', 'Drais', '2']) expect(korean).toContain(part)
  })

  it('is answered in the register that was asked for', async () => {
    const text = 'And so, ask what you can do.'
    expect(await translate(text)).toMatch(/요\.$/)
    expect(await translate(text, 'INFORMAL')).not.toMatch(/요\.$/)
  })

  it('is not answered like the text before it', async () => {
    const texts = ['Yes.', 'No.', 'The harvest failed again.', 'The people walked home.', 'They walked so slowly.']
    const korean = await createRehearsalTranslation().translate(texts, 'FORMAL')
    for (const [i, answer] of korean.entries()) expect(korean[i + 1]).not.toBe(answer)
  })

  it('is answered in Hangul of a fitting length, whatever it is', async () => {
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

  it('stays empty where it is empty', async () => {
    expect(await translate('')).toBe('')
    expect(await translate(' ')).toBe(' ')
  })
})
