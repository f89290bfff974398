import { describe, expect, it } from 'vitest'
import { cuesOfReading, TITLES } from './reading.ts'

describe('the cues cut from a reading text', () => {
  it.each(TITLES)('leave no word alone whose clause continues in the next cue: %s', title => {
    const alone = cuesOfReading(title)
      .map(({ lines }) => lines.join(' / '))
      .filter(text => /^[가-힣]{1,4}[은는이가을를의]$/.test(text))
    expect(alone).toEqual([])
  })
})
