import { expect, it } from 'vitest'
import { copyVideo } from '../../lambdas/submission/copy-video.ts'
import { setUpMedia } from '../support/media.ts'

const PART_BYTES = 5 * 1024 ** 2

const media = await setUpMedia()

it.each([
  ['smaller than a part', PART_BYTES - 1],
  ['of exactly one part', PART_BYTES],
  ['one byte longer', PART_BYTES + 1],
  ['of several parts', 2 * PART_BYTES + 17],
])('a video %s is copied whole, and its event is raised once', async (_how, size) => {
  const body = Buffer.alloc(size, 'abcdefg').toString('latin1')
  const to = `videos/uid/20240101000000_${size}.mp4`
  await media.put('work/uid/20230101000000/source & 1+.mp4', body, 'application/octet-stream')
  await copyVideo(media.media, { key: 'work/uid/20230101000000/source & 1+.mp4', size }, to, PART_BYTES)
  const copy = media.cloud.s3.read('media', to)
  const chunks: Buffer[] = []
  for await (const chunk of copy?.stream() ?? []) chunks.push(chunk)
  expect(Buffer.concat(chunks).equals(Buffer.from(body, 'latin1'))).toBe(true)
  expect(copy?.headers['content-type']).toBe('video/mp4')
  expect(media.cloud.created.filter(({ key }) => key === to)).toHaveLength(1)
})
