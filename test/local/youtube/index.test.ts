import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createHostRewriter } from '#local-aws/template/hosts.ts'
import { YOUTUBE_ID } from '../../../lambdas/contract/youtube.ts'
import { youtubeData } from '../../../lambdas/submission/youtube-data.ts'
import { partnerHosts } from '../../../local/hosts.ts'
import { createYoutube, type LocalYoutube, standsInForYoutube } from '../../../local/youtube/index.ts'
import { SAMPLES } from '../../../local/youtube/samples.ts'
import { type Listening, listen } from '../../../packages/local-aws/test/support/listen.ts'
import { ODD_VIDEOS } from '../../support/youtube-samples.ts'

let server: Listening
let youtube: LocalYoutube
beforeAll(async () => {
  server = await listen(async (req, res) => youtube.handle(req, res))
  youtube = createYoutube(`${server.url}/youtube`, ODD_VIDEOS)
})
afterAll(() => server.close())

const ask = async (query: Record<string, string>) => {
  const answer = await fetch(`${server.url}/youtube/youtube/v3/videos?${new URLSearchParams(query)}`)
  return { status: answer.status, body: await answer.json() }
}
const wanted = { part: 'snippet,contentDetails', key: 'local' }

describe('the local YouTube Data API', () => {
  it('responds in the documented shape, with the requested parts only', async () => {
    const { status, body } = await ask({ ...wanted, id: 'jamak-human' })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      kind: 'youtube#videoListResponse',
      pageInfo: { totalResults: 1, resultsPerPage: 1 },
      items: [
        {
          kind: 'youtube#video',
          id: 'jamak-human',
          snippet: { title: 'Welcome to Jamak, with captions', liveBroadcastContent: 'none' },
          contentDetails: { duration: 'PT25S', caption: 'true', contentRating: {} },
        },
      ],
    })
    const { body: part } = await ask({ ...wanted, part: 'contentDetails', id: 'jamak-hello,jamak-adult,no-such-one' })
    expect(part.items).toMatchObject([
      { id: 'jamak-hello', contentDetails: { caption: 'false' } },
      { id: 'jamak-adult', contentDetails: { contentRating: { ytRating: 'ytAgeRestricted' } } },
    ])
    expect(part.items[0]).not.toHaveProperty('snippet')
  })

  it.each([
    ['an unknown key', { ...wanted, id: 'jamak-hello', key: 'AIzaWrong' }, 400, 'badRequest'],
    ['no key', { part: 'snippet', id: 'jamak-hello' }, 403, 'forbidden'],
    ['a used-up quota', { ...wanted, id: 'jamak-quota' }, 403, 'quotaExceeded'],
    ['an outage', { ...wanted, id: 'jamak-down-' }, 503, 'backendError'],
    ['no part', { id: 'jamak-hello', key: 'local' }, 400, 'required'],
    ['an unknown part', { ...wanted, part: 'secrets', id: 'jamak-hello' }, 400, 'unknownPart'],
    ['no id', wanted, 400, 'missingRequiredParameter'],
  ])('refuses %s as Google does', async (_, query, code, reason) => {
    const { status, body } = await ask(query)
    expect(status).toBe(code)
    expect(body.error).toMatchObject({ code, errors: [{ reason }] })
  })

  it('works with the deployed client: durations in all forms, and each reason for no quote', async () => {
    const apiUrl = `${server.url}/youtube`
    const data = youtubeData({ fetch, apiUrl, apiKey: async () => 'local' })
    const read = (id: string) =>
      data.video(id).then(
        video => video.durationSeconds,
        error => error.code,
      )
    const ids = [
      'jamak-hello',
      'jamak-hour-',
      'jamak-days-',
      'jamak-live-',
      'jamak-soon-',
      'jamak-adult',
      'jamak-hides',
    ]
    expect(await Promise.all(ids.map(read))).toEqual([
      25,
      3723,
      93_600,
      'LIVE',
      'UPCOMING',
      'AGE_RESTRICTED',
      'NOT_FOUND',
    ])
    expect(await read('jamak-quota')).toBe('BUSY')
    const wrong = youtubeData({ fetch, apiUrl, apiKey: async () => 'AIzaWrong' })
    await expect(wrong.video('jamak-hello')).rejects.toMatchObject({ code: 'MISCONFIGURED' })
  })

  it('records the requested ids, and serves the thumbnails that it names', async () => {
    const before = youtube.asked().length
    const { body } = await ask({ ...wanted, id: 'jamak-hello' })
    expect(youtube.asked().slice(before)).toEqual(['jamak-hello'])
    const picture = await fetch(body.items[0].snippet.thumbnails.medium.url)
    expect(picture.headers.get('content-type')).toBe('image/svg+xml')
    expect(await picture.text()).toContain('Welcome to Jamak')
    expect((await fetch(`${server.url}/youtube/vi/no-such-one/medium.svg`)).status).toBe(404)
  })
})

describe('the choice between YouTube and its stand-in', () => {
  it('is the stand-in only if the API key is the word local', () => {
    expect(standsInForYoutube({ SECRET_YOUTUBE: '{"apiKey":"local"}' })).toBe(true)
    for (const secret of [undefined, '', 'local', '{}', '{"apiKey":"AIza"}', '{"apiKey":""}'])
      expect(standsInForYoutube({ SECRET_YOUTUBE: secret }), secret).toBe(false)
  })

  it('rewrites YouTube’s hosts to the stand-in, or leaves them unchanged', () => {
    const rewriter = (youtube: boolean) =>
      createHostRewriter(partnerHosts('http://127.0.0.1:2', { toss: false, youtube }))
    expect(rewriter(true).text('https://www.googleapis.com')).toBe('http://127.0.0.1:2/youtube')
    expect(rewriter(true).policy("img-src 'self' https://i.ytimg.com")).toBe("img-src 'self' http://127.0.0.1:2")
    for (const host of ['https://www.googleapis.com', 'https://i.ytimg.com'])
      expect(rewriter(false).text(host)).toBe(host)
  })
})

describe('every built-in sample', () => {
  it('has an id in YouTube’s form and is listed in docs/youtube.md', async () => {
    const page = await readFile(join(import.meta.dirname, '../../../docs/youtube.md'), 'utf8')
    for (const id of Object.keys(SAMPLES)) {
      expect(id).toMatch(YOUTUBE_ID)
      expect(page).toContain(`\`${id}\``)
    }
  })
})
