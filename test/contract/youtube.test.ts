import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isoDurationSeconds, parseYoutubeId, youtubeUrl } from '../../lambdas/contract/youtube.ts'

const ID = 'dQw4w9WgXc_'

/** Ways to write a link, `*` for the id: the specification's and what users paste. */
const FORMS = [
  'https://youtu.be/*',
  'http://youtu.be/*',
  'youtu.be/*',
  'https://youtu.be/*?si=abcdefghijk&t=42',
  'https://www.youtube.com/watch?v=*',
  'https://youtube.com/watch?v=*&t=10s',
  'https://www.youtube.com/watch?feature=share&v=*',
  'https://www.youtube.com/watch?list=PLabc&index=2&v=*#comments',
  'https://m.youtube.com/watch?v=*',
  'https://music.youtube.com/watch?v=*&list=x',
  'www.youtube.com/watch?v=*',
  'HTTPS://WWW.YouTube.COM/watch?v=*',
  'https://www.youtube.com/v/*',
  'https://www.youtube.com/v/*?version=3',
  'https://www.youtube.com/u/1/*',
  'https://www.youtube.com/embed/*',
  'https://www.youtube-nocookie.com/embed/*?rel=0',
  'https://www.youtube.com/shorts/*',
  'https://www.youtube.com/live/*?feature=share',
  '  https://youtu.be/*  ',
]

const NO_LINKS = [
  '',
  ID,
  'https://example.com/watch?v=*',
  'https://notyoutube.com/watch?v=*',
  'https://youtube.com.evil.example/watch?v=*',
  'https://evil.example/?u=https://youtu.be/*',
  'https://youtube.com@evil.example/watch?v=*',
  'javascript:alert(1)//youtu.be/*',
  'file://youtu.be/*',
  'ftp://youtu.be/*',
  'https://youtu.be/',
  'https://www.youtube.com/watch?v=',
  'https://www.youtube.com/watch?x=*',
  'https://www.youtube.com/@channel',
  'https://www.youtube.com/playlist?list=*',
  'https://www.youtube.com/watch#v=*',
]

describe('a YouTube link', () => {
  it.each(FORMS)('is recognized: %s', form => {
    expect(parseYoutubeId(form.replace('*', ID))).toBe(ID)
  })

  it.each(NO_LINKS)('is not recognized: %j', form => {
    expect(parseYoutubeId(form.replace('*', ID))).toBeUndefined()
  })

  it('with an id of other than 11 characters is rejected', () => {
    for (const id of ['short', `${ID}x`, 'has spaces!', 'dot.dot.dot', '%2e%2e%2e%2e', '../../../..'])
      for (const form of FORMS) expect(parseYoutubeId(form.replace('*', id)), form).toBeUndefined()
  })

  it('in every form yields its id, whatever the id', () => {
    const id = fc.stringMatching(/^[A-Za-z0-9_-]{11}$/)
    fc.assert(
      fc.property(fc.constantFrom(...FORMS), id, (form, some) => {
        expect(parseYoutubeId(form.replace('*', () => some))).toBe(some)
      }),
    )
  })

  it('in any text yields an id that is safe in an address, or none, and does so quickly', () => {
    const pieces = fc.constantFrom(
      'https://',
      'youtu.be/',
      'www.youtube.com',
      '/watch',
      '?',
      '&',
      'v=',
      '/v/',
      '#',
      ID,
      '//',
      '@',
    )
    const text = fc.oneof(
      fc.string({ maxLength: 2000 }),
      fc.array(fc.oneof(pieces, fc.string())).map(all => all.join('')),
    )
    fc.assert(
      fc.property(text, link => {
        const id = parseYoutubeId(link)
        if (id !== undefined)
          expect(youtubeUrl(id)).toMatch(/^https:\/\/www\.youtube\.com\/watch\?v=[A-Za-z0-9_-]{11}$/)
      }),
      { numRuns: 1000 },
    )
    expect(parseYoutubeId(`https://www.youtube.com/watch?${'a=&'.repeat(50_000)}`)).toBeUndefined()
  })

  it('is never built from something that is not an id', () => {
    expect(() => youtubeUrl('x" onclick="')).toThrow()
  })
})

describe('a duration from the Data API', () => {
  it.each([
    ['PT1H2M3S', 3723],
    ['PT15S', 15],
    ['PT4M', 240],
    ['PT10H', 36_000],
    ['P1DT2H', 93_600],
    ['P1W', 604_800],
    ['P0D', 0],
    ['PT0S', 0],
    ['PT1.5S', 1.5],
    ['PT90M', 5400],
  ])('%s is %d seconds', (duration, seconds) => {
    expect(isoDurationSeconds(duration)).toBe(seconds)
  })

  it.each(['', 'P', 'PT', 'T1S', '1H', 'PT1S2M', 'PT-1S', 'P1Y', 'P1M', 'PT1H ', 'pt1h', '3723'])(
    '%j is none',
    duration => {
      expect(isoDurationSeconds(duration)).toBeUndefined()
    },
  )

  it('is parsed for any length', () => {
    const part = (max: number) => fc.nat({ max })
    fc.assert(
      fc.property(part(30), part(23), part(59), part(59), (days, hours, minutes, seconds) => {
        const text = `P${days}DT${hours}H${minutes}M${seconds}S`
        expect(isoDurationSeconds(text)).toBe(((days * 24 + hours) * 60 + minutes) * 60 + seconds)
      }),
    )
  })
})
