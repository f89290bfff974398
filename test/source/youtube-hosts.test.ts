import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { YOUTUBE_ID } from '../../lambdas/contract/youtube.ts'
import { moveEntry } from '../../lambdas/records/archive.ts'
import { FETCH_LIMITS, type FetchDeps, fetchSource } from '../../lambdas/source/fetch-source.ts'
import { ytDlp } from '../../lambdas/source/yt-dlp.ts'
import { ytDlpArguments } from '../../lambdas/source/yt-dlp-command.ts'
import { setUpBucket } from '../support/bucket.ts'
import { hostileId, hostileLink, ID, ONLY_ADDRESS } from '../support/hostile-links.ts'
import { setUpTables } from '../support/tables.ts'
import { AT, heldEntry, NOW, newUser } from '../support/users.ts'

const [tables, bucket] = await Promise.all([setUpTables(), setUpBucket()])
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'noting-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

describe('for any address stored in an entry,', () => {
  it('the source is called with eleven characters or not at all', async () => {
    const fetched: string[] = []
    const refuse = vi.fn(async (id: string) => {
      fetched.push(id)
      throw new Error('noted')
    })
    const deps: FetchDeps = {
      tables: tables.tables,
      media: bucket.media,
      allowed: true,
      source: async () => ({ fetch: refuse }),
      limits: FETCH_LIMITS,
      now: () => NOW,
    }
    await fc.assert(
      fc.asyncProperty(hostileLink, async url => {
        const { uid } = await newUser(tables.tables)
        const entry = await heldEntry(tables.tables, uid, { type: 'youtube', url })
        await moveEntry(tables.tables, entry, { from: ['uploading'], to: 'queued', at: AT })
        const before = fetched.length
        const error: unknown = await fetchSource(deps, entry).catch(caught => caught)
        expect(error).toMatchObject(fetched.length > before ? { message: 'noted' } : { name: 'YOUTUBE_UNAVAILABLE' })
      }),
      { numRuns: 60 },
    )
    expect(fetched.length).toBeGreaterThan(0)
    for (const id of fetched) expect(id).toMatch(YOUTUBE_ID)
  })
})

describe('for any string passed as an id,', () => {
  it('the command line names one address after the end of the options, or there is no command line', () => {
    const wanted = { folder: 'folder', maxBytes: 1, withCaptions: true }
    fc.assert(
      fc.property(hostileId, id => {
        if (!YOUTUBE_ID.test(id)) {
          expect(() => ytDlpArguments({ ...wanted, id }, {}, '', '/node')).toThrow()
          return
        }
        const args = ytDlpArguments({ ...wanted, id }, {}, '', '/node')
        expect(args.at(-1)).toMatch(ONLY_ADDRESS)
        expect(args.indexOf('--')).toBe(args.length - 2)
        expect(args.filter(argument => argument.includes('://'))).toHaveLength(1)
      }),
      { numRuns: 1_000 },
    )
  })

  it('the program is started only if it is a valid id', async () => {
    const program = join(folder, 'noting')
    const note = join(folder, 'addresses')
    await writeFile(program, `#!/bin/sh\nfor last; do :; done\necho "$last" >>'${note}'\n`)
    await chmod(program, 0o755)
    const source = ytDlp({ program, path: process.env.PATH ?? '' })
    const limits = { ...FETCH_LIMITS, patienceMs: 5_000, silenceMs: 5_000 }
    const hostile = ['http://169.254.169.254/', '--exec=touch x', '-----------', `${ID}\n--exec`, '../../etc/x', ID]
    for (const id of hostile) await source.fetch(id, folder, limits, true).catch(() => undefined)
    const addresses = (await readFile(note, 'utf8')).split('\n').filter(line => line !== '' && line !== '--help')
    expect(addresses).toEqual(['-----------', ID].map(id => `https://www.youtube.com/watch?v=${id}`))
  })
})
