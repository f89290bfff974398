import { describe, expect, it } from 'vitest'
import { languageOf } from '../../../local/engines/language.ts'

const words = (text: string) =>
  text.split(' ').map((text, i) => ({ text, startMs: i * 300, endMs: i * 300 + 200, confidence: 1, after: '' }))

describe('the language of what was recognized', () => {
  it('is English where function words hold the text together', () => {
    const talk = "In the year before a volcano had ruined the harvest and horses weren't cheap to feed so people walked"
    expect(languageOf(words(talk)).language).toBe('en-US')
  })

  it('cannot be named where English-looking words follow each other without any', () => {
    const garbage =
      'Annie young ham Seoul genie chunk oh Nile moon jammer Yogi Sarah Merida come sammy dap honey sock Kim gear'
    expect(languageOf(words(garbage))).toMatchObject({ language: 'und', languageScore: 0.5 })
  })

  it('is given the benefit of the doubt for fewer than 20 words', () => {
    expect(languageOf(words('Apples Bananas Cherries')).language).toBe('en-US')
    expect(languageOf([]).language).toBe('en-US')
  })
})
