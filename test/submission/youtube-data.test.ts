import { describe, expect, it, vi } from 'vitest'
import { youtubeData } from '../../lambdas/submission/youtube-data.ts'

const item = (changes: { snippet?: object; contentDetails?: object } = {}) => ({
  snippet: {
    title: 'A talk',
    liveBroadcastContent: 'none',
    thumbnails: { default: { url: 'https://i.ytimg.com/d.jpg' }, medium: { url: 'https://i.ytimg.com/m.jpg' } },
    ...changes.snippet,
  },
  contentDetails: { duration: 'PT1M5S', contentRating: {}, ...changes.contentDetails },
})
const refusal = (status: number, reason: string) =>
  Response.json({ error: { code: status, errors: [{ reason }] } }, { status })

/** A Data API that returns these responses one after another; an error is a broken connection. */
function open(...answers: (Response | Error)[]) {
  const asked: URL[] = []
  const data = youtubeData({
    apiUrl: 'https://api.example',
    apiKey: async () => 'secret-key',
    fetch: async input => {
      asked.push(new URL(`${input}`))
      const answer = answers.shift() ?? new Error('asked too often')
      if (answer instanceof Error) throw answer
      return answer
    },
  })
  return { data, asked }
}

describe('the data of a video', () => {
  it('is requested with the specification’s parameters', async () => {
    const { data, asked } = open(Response.json({ items: [item()] }))
    expect(await data.video('dQw4w9WgXcQ')).toEqual({
      title: 'A talk',
      durationSeconds: 65,
      thumbnail: 'https://i.ytimg.com/m.jpg',
    })
    expect(asked[0]?.pathname).toBe('/youtube/v3/videos')
    expect(Object.fromEntries(asked[0]?.searchParams ?? [])).toEqual({
      part: 'snippet,contentDetails',
      id: 'dQw4w9WgXcQ',
      key: 'secret-key',
    })
  })

  it('has no thumbnail if its address is unsafe', async () => {
    const thumbnails = { medium: { url: 'javascript:alert(1)' } }
    const { data } = open(Response.json({ items: [item({ snippet: { thumbnails } })] }))
    expect(await data.video('x')).toMatchObject({ thumbnail: undefined })
  })

  it('is requested again after a broken connection or an outage', async () => {
    const { data, asked } = open(
      new Error('reset'),
      new Response('', { status: 503 }),
      Response.json({ items: [item()] }),
    )
    expect(await data.video('x')).toMatchObject({ durationSeconds: 65 })
    expect(asked).toHaveLength(3)
  })
})

describe('there is no quote', () => {
  it.each([
    ['NOT_FOUND', 'no item', Response.json({ items: [] })],
    ['LIVE', 'a live video', Response.json({ items: [item({ snippet: { liveBroadcastContent: 'live' } })] })],
    ['UPCOMING', 'a premiere', Response.json({ items: [item({ snippet: { liveBroadcastContent: 'upcoming' } })] })],
    ['LIVE', 'no length yet', Response.json({ items: [item({ contentDetails: { duration: 'P0D' } })] })],
    [
      'AGE_RESTRICTED',
      'for adults',
      Response.json({ items: [item({ contentDetails: { contentRating: { ytRating: 'ytAgeRestricted' } } })] }),
    ],
    ['BUSY', 'quota', refusal(403, 'quotaExceeded')],
    ['BUSY', 'rate', refusal(429, 'rateLimitExceeded')],
    ['MISCONFIGURED', 'a bad key', refusal(400, 'badRequest')],
    ['MISCONFIGURED', 'no access', refusal(403, 'accessNotConfigured')],
    ['MISCONFIGURED', 'another shape', Response.json({ items: [{ id: 'x' }] })],
    ['MISCONFIGURED', 'another duration', Response.json({ items: [item({ contentDetails: { duration: '65' } })] })],
  ])('%s: %s', async (fault, _why, answer) => {
    const { data, asked } = open(answer)
    await expect(data.video('x')).rejects.toMatchObject({ name: 'YoutubeDataError', code: fault })
    expect(asked).toHaveLength(1)
  })

  it('without a key (MISCONFIGURED), and YouTube is not called', async () => {
    const fetch = vi.fn()
    const apiKey = () => Promise.reject(new Error('there is no such secret'))
    const data = youtubeData({ apiUrl: 'https://api.example', apiKey, fetch })
    await expect(data.video('x')).rejects.toMatchObject({ code: 'MISCONFIGURED' })
    expect(fetch).not.toHaveBeenCalled()
  })

  it('after three attempts without a response (BUSY)', async () => {
    const { data, asked } = open(new Error('a'), new Error('b'), new Error('c'))
    await expect(data.video('x')).rejects.toMatchObject({ code: 'BUSY' })
    expect(asked).toHaveLength(3)
  })

  it('and no error message contains the key', async () => {
    const { data } = open(refusal(400, 'badRequest'))
    const error: unknown = await data.video('x').catch(caught => caught)
    expect(JSON.stringify([String(error), error])).not.toContain('secret-key')
  })
})
