import { createServer, type Server } from 'node:http'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { youtubeSubmission } from '../../lambdas/contract/views.ts'
import { quoteYoutube, submitYoutube } from '../../lambdas/submission/submit-youtube.ts'
import { youtubeData } from '../../lambdas/submission/youtube-data.ts'
import { hostileId, hostileLink, ONLY_ADDRESS } from '../support/hostile-links.ts'
import { setUpMedia } from '../support/media.ts'
import { setUpTables } from '../support/tables.ts'
import { newUser } from '../support/users.ts'
import { openDeps, submitterOf } from './deps.ts'

const [tables, media] = await Promise.all([setUpTables(), setUpMedia()])

/** Dependencies whose Data API client records every address that it calls. */
function noting() {
  const { deps } = openDeps(tables, media)
  const asked: string[] = []
  const item = { snippet: { title: 'x' }, contentDetails: { duration: 'PT5S' } }
  const data = youtubeData({
    apiUrl: 'https://www.googleapis.com',
    apiKey: async () => 'key',
    fetch: async input => {
      asked.push(`${input}`)
      return Response.json({ items: [item] })
    },
  })
  return { deps: { ...deps, youtube: data }, asked }
}

const QUESTION =
  /^https:\/\/www\.googleapis\.com\/youtube\/v3\/videos\?part=snippet%2CcontentDetails&id=[A-Za-z0-9_-]{11}&key=key$/

describe('for any string sent as a link or id,', () => {
  it('a quote calls the Data API with eleven characters or not at all', async () => {
    const { deps, asked } = noting()
    await fc.assert(
      fc.asyncProperty(hostileId, async id => {
        const { uid } = await newUser(tables.tables)
        const outcome = await quoteYoutube(deps, { uid, id }).then(
          ({ url }) => url,
          error => error.code,
        )
        expect(outcome).toMatch(outcome === 'NOT_A_LINK' ? /./ : ONLY_ADDRESS)
      }),
      { numRuns: 60 },
    )
    expect(asked.length).toBeGreaterThan(5)
    for (const address of asked) expect(address).toMatch(QUESTION)
  })

  it('a submission stores the canonical address or is refused', async () => {
    const { deps, asked } = noting()
    await fc.assert(
      fc.asyncProperty(hostileLink, async url => {
        const { uid } = await newUser(tables.tables)
        const outcome = await submitYoutube(deps, submitterOf(uid), youtubeSubmission.parse({ url })).then(
          ({ entry }) => entry.url,
          error => error.code,
        )
        expect(outcome).toMatch(outcome === 'NOT_A_LINK' ? /./ : ONLY_ADDRESS)
      }),
      { numRuns: 100 },
    )
    expect(asked.length).toBeGreaterThan(0)
    for (const address of asked) expect(address).toMatch(QUESTION)
  })
})

it('a redirect of the Data API is not followed, so no other host receives the key', async () => {
  const seen: string[] = []
  const other = createServer((req, res) => {
    seen.push(req.url ?? '')
    res.end('{}')
  })
  const otherUrl = await listen(other)
  const redirecting = createServer((_, res) => res.writeHead(302, { location: `${otherUrl}/latest/meta-data` }).end())
  const data = youtubeData({ fetch, apiUrl: await listen(redirecting), apiKey: async () => 'key' })
  await expect(data.video('dQw4w9WgXc_')).rejects.toMatchObject({ code: 'MISCONFIGURED' })
  expect(seen).toEqual([])
  for (const server of [other, redirecting]) server.close()
})

function listen(server: Server): Promise<string> {
  return new Promise(resolve => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      if (typeof address === 'object' && address) resolve(`http://127.0.0.1:${address.port}`)
    })
  })
}
