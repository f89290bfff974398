import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseYoutubeId, youtubeUrl } from '../../lambdas/contract/youtube.ts'
import { hostileId, hostileLink, ID, ONLY_ADDRESS } from '../support/hostile-links.ts'

const YOUTUBES = /^(?:(?:www|m|music)\.)?(?:youtube\.com|youtube-nocookie\.com|youtu\.be)$/

describe('a link with any host, user, port, scheme or script', () => {
  it('is recognized as YouTube’s only if a browser would open YouTube with it', () => {
    let recognised = 0
    fc.assert(
      fc.property(hostileLink, link => {
        const id = parseYoutubeId(link)
        if (id === undefined) return
        recognised++
        const text = link.trim()
        const { protocol, hostname, username, password, port } = new URL(
          /^https?:/i.test(text) ? text : `https://${text}`,
        )
        expect(hostname).toMatch(YOUTUBES)
        expect({ username, password, port }).toEqual({ username: '', password: '', port: '' })
        expect(protocol).toMatch(/^https?:$/)
        expect(youtubeUrl(id)).toMatch(ONLY_ADDRESS)
      }),
      { numRuns: 5_000 },
    )
    expect(recognised).toBeGreaterThan(50)
  })

  it('is rejected with a user or a port, even if the host is right', () => {
    for (const link of [
      `https://user@www.youtube.com/watch?v=${ID}`,
      `https://user:pass@youtu.be/${ID}`,
      `https://www.youtube.com:443/watch?v=${ID}`,
      `https://youtu.be:8080/${ID}`,
      `https://www.youtube.com.:443/watch?v=${ID}`,
      `https://www.youtube.com\\@169.254.169.254/watch?v=${ID}`,
      `https://ｙoutube.com/watch?v=${ID}`,
      `https://youtube。com/watch?v=${ID}`,
    ])
      expect(parseYoutubeId(link), link).toBeUndefined()
  })
})

it('builds no address from something that is not an id', () => {
  fc.assert(
    fc.property(hostileId, text => {
      try {
        expect(youtubeUrl(text)).toMatch(ONLY_ADDRESS)
        expect(youtubeUrl(text)).toBe(`https://www.youtube.com/watch?v=${text}`)
      } catch (error) {
        expect(error).toMatchObject({ name: 'TypeError' })
      }
    }),
    { numRuns: 2_000 },
  )
})
