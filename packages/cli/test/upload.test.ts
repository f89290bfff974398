import { expect, it } from 'vitest'
import type { Context } from '../src/context.ts'
import type { Client } from '../src/service/client.ts'
import type { FilmSound } from '../src/service/film.ts'
import { upload } from '../src/service/upload.ts'

const PART_BYTES = 8
/** A sound of 20 bytes, read in pieces whose sizes differ from those of the parts. */
const sound = Uint8Array.from({ length: 20 }, (_, index) => index)
const film = {
  async *content() {
    for (let at = 0; at < sound.length; at += 3) yield sound.subarray(at, at + 3)
  },
} as unknown as FilmSound

it('sends a sound in parts: skips those that have arrived, repeats one that S3 could not take, then completes', async () => {
  const stored = new Map([[1, [...sound.subarray(0, 8)]]])
  const calls: string[] = []
  const shares: number[] = []
  let isBusy = true
  const client = {
    async call(name: string, { body }: { body: { parts: number[] } }) {
      calls.push(name)
      if (name !== 'v1SignParts') return {}
      const urls = body.parts.map(part => ({ part, url: `https://s3.example/${part}` }))
      return { urls, received: [{ part: 1, etag: '"a"', size: 8 }] }
    },
  } as unknown as Client
  const context = {
    say: (name: string) => name,
    wait: async () => undefined,
    signal: new AbortController().signal,
    async fetch(url: string, { body }: { body: Uint8Array }) {
      if (isBusy) {
        isBusy = false
        return new Response('<Error><Code>SlowDown</Code></Error>', { status: 503 })
      }
      stored.set(Number(url.split('/').at(-1)), [...body])
      return new Response()
    },
  } as unknown as Context
  const multipart = { uploadId: 'upload', partBytes: PART_BYTES, parts: 3 }
  await upload(context, client, { id: '20260101000000', film, multipart }, share => shares.push(share))
  expect([1, 2, 3].flatMap(part => stored.get(part))).toEqual([...sound])
  expect(calls.at(-1)).toBe('v1CompleteUpload')
  expect(shares).toEqual([0, 1 / 3, 2 / 3, 1, 1])
})
