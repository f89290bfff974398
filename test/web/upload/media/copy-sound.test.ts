import { describe, expect, it } from 'vitest'
import { readMovie } from '#mp4-sound'
import { blobBytes } from '../../../../web/shared/blob-bytes.ts'
import { copySound } from '../../../../web/upload/media/copy-sound.ts'
import { probe } from '../../../../web/upload/media/probe.ts'
import { madeMp4 } from '../../../source/made-media.ts'

const film = async () =>
  new File([new Uint8Array(await madeMp4({ sound: 40, pictures: 60 }))], 'a.mp4', { type: 'video/mp4' })

describe('the sound copied out of a film', () => {
  it('has the announced size, the announced sound and the length that was quoted', async () => {
    const file = await film()
    const { trackId, durationSeconds, soundBytes, soundMs } = await probe(file)
    const shares: number[] = []
    const copy = await copySound(file, {
      trackId,
      signal: new AbortController().signal,
      onProgress: share => shares.push(share),
    })
    expect([copy.size, copy.type]).toEqual([soundBytes, 'video/mp4'])
    const read = await readMovie(blobBytes(copy), 14_400)
    expect([read.shownMs, read.tracks[0].heardMs]).toEqual([durationSeconds * 1000, soundMs])
    expect(shares.at(-1)).toBe(1)
  })

  it('stops when the upload is stopped', async () => {
    const stopped = AbortSignal.abort()
    await expect(copySound(await film(), { trackId: 1, signal: stopped, onProgress() {} })).rejects.toBe(stopped.reason)
  })
})
