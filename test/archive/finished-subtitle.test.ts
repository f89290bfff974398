import fc from 'fast-check'
import { expect, it } from 'vitest'
import { attachment } from '../../lambdas/archive/finished-subtitle.ts'
import { cleanName, downloadName } from '../../lambdas/contract/title.ts'

it.each([
  ['talk.srt', `attachment; filename="talk.srt"; filename*=UTF-8''talk.srt`],
  ['가.srt', `attachment; filename="_.srt"; filename*=UTF-8''%EA%B0%80.srt`],
  ['a"b\\c%41.srt', `attachment; filename="a_b_c_41.srt"; filename*=UTF-8''a%22b%5Cc%2541.srt`],
  ["it's (1)*.srt", `attachment; filename="it's (1)*.srt"; filename*=UTF-8''it%27s%20%281%29%2A.srt`],
])('%j is saved by that name', (name, header) => {
  expect(attachment(name)).toBe(header)
})

it('any title becomes one header line that carries its name', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), some => {
      const name = downloadName(`20240101000000_${cleanName(some)}`)
      const header = attachment(name)
      expect(header).toMatch(/^[\x20-\x7e]*$/)
      const encoded = /filename\*=UTF-8''([A-Za-z0-9!#$&+.^_`|~%-]*)$/.exec(header)?.[1]
      expect(decodeURIComponent(encoded ?? '')).toBe(name)
    }),
  )
})
