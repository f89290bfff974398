import { describe, expect, it } from 'vitest'
import { cuesOfReading, TITLES } from './reading.ts'

describe('the cues of a text', () => {
  it.each(TITLES)('leave no word alone whose clause goes on in the next cue: %s', title => {
    const alone = cuesOfReading(title)
      .map(({ lines }) => lines.join(' / '))
      .filter(text => /^[가-힣]{1,4}[은는이가을를의]$/.test(text))
    expect(alone).toEqual([])
  })
})
