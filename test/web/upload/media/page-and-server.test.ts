import fc from 'fast-check'
import { expect, it, vi } from 'vitest'
import { type MediaBytes, plainFile } from '#mp4-sound'
import { BusinessError } from '../../../../lambdas/runtime/step.ts'
import { asFailure, probeMedia } from '../../../../lambdas/source/probe.ts'
import { blobBytes } from '../../../../web/shared/blob-bytes.ts'
import { FileRefused } from '../../../../web/upload/errors.ts'
import { copySound } from '../../../../web/upload/media/copy-sound.ts'
import { probe } from '../../../../web/upload/media/probe.ts'
import { inMemory, madeMp4 } from '../../../source/made-media.ts'
import { fragmented } from '../../../support/mp4/fragments.ts'
import { AAC_LC, editList, madeFile, mp4a } from '../../../support/mp4/sound-track.ts'
import { speechFrames } from '../../../support/mp4/speech-frames.ts'

const speech = await speechFrames(6)
const MP4 = { type: 'video/mp4' }
const FILES = await Promise.all([
  madeMp4({ sound: 5, pictures: 6, layout: 'header first' }),
  madeMp4({ sound: 5, pictures: 4, layout: 'header last' }),
  madeMp4({ sound: 5, pictures: 5, layout: 'fragmented' }),
  fragmented({ samples: speech, duration: 1024, ofFragment: 30 }),
  madeFile({ tracks: [{ samples: speech, extra: [editList([700, -1], [2000, 1024], [500, -1], [1500, 60_000])] }] }),
  madeFile({
    tracks: [
      { samples: speech, language: 'kor' },
      { samples: speech, language: 'eng' },
    ],
  }),
  madeFile({ tracks: [{ samples: speech, entries: [mp4a(AAC_LC), mp4a(AAC_LC)], entry: 2 }] }),
])

/** Each refusal of the page, and what the server calls it. */
const SAME: Record<string, string> = {
  NOT_REALLY_MP4: 'NOT_A_VIDEO',
  MOV: 'NOT_A_VIDEO',
  DAMAGED: 'DAMAGED_VIDEO',
  NO_SOUND: 'NO_AUDIO',
  TOO_LONG: 'TOO_LONG',
  CODEC: 'UNSUPPORTED_AUDIO',
}
/** Numbers at which arithmetic may overflow or change its sign. */
const NUMBERS = [0, 1, 2, 0x7f, 0xff, 0x7fff, 0xffff, 0x7fff_ffff, 0x8000_0000, 0xffff_ffff]

const change = fc.record({ at: fc.nat(), kind: fc.constantFrom('byte', 'number', 'end'), value: fc.nat(255) })

function mutated(file: Uint8Array, changes: readonly { at: number; kind: string; value: number }[]): Uint8Array {
  let bytes = Uint8Array.from(file)
  const headers = ['moov', 'moof', 'stts', 'stsz', 'elst', 'trun'].flatMap(type => {
    const place = Buffer.from(bytes).indexOf(type, 0, 'latin1')
    return place < 0 ? [] : [place]
  })
  for (const { at, kind, value } of changes) {
    // Most changes hit a header, because changes in the sound only alter the sound.
    const place = at % 4 === 0 ? at % bytes.length : (headers[at % headers.length] ?? 0) + (value % 60)
    if (kind === 'byte' && place < bytes.length) bytes[place] = value
    if (kind === 'number' && place + 4 <= bytes.length)
      new DataView(bytes.buffer).setUint32(place, NUMBERS[value % NUMBERS.length] ?? 0)
    if (kind === 'end' && value < 40) bytes = bytes.slice(0, Math.max(16, at % bytes.length))
  }
  return bytes
}

/** What the page and the server say about a file, and what the server says about the sound that the page sends. */
async function verdicts(bytes: Uint8Array) {
  const file = new File([new Uint8Array(bytes)], 'a.mp4', MP4)
  const code = (error: unknown) => {
    if (error instanceof FileRefused) return SAME[error.code]
    if (error instanceof BusinessError) return error.name
    throw error
  }
  const settled = async (object: MediaBytes) => {
    const probed = await probeMedia(object, 14_400)
    await asFailure(async () => {
      for await (const _ of plainFile(object, probed.track).content);
    })
    return probed
  }
  const server = await settled(inMemory(bytes)).catch(code)
  const page = await probe(file).catch(code)
  if (page === undefined || typeof page === 'string') return { page, server, sent: undefined }
  const { trackId } = page
  const copy = await copySound(file, { trackId, signal: new AbortController().signal, onProgress() {} }).catch(code)
  if (!(copy instanceof Blob)) return { page: copy, server, sent: undefined }
  expect(copy.size).toBe(page.soundBytes)
  return { page, server, sent: await settled(blobBytes(copy)).catch(code) }
}

it('the page and the server agree about 500 mutated files, and about the sound that is sent', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  let [read, refused] = [0, 0]
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...FILES),
      fc.array(change, { minLength: 1, maxLength: 6 }),
      async (file, changes) => {
        const { page, server, sent } = await verdicts(mutated(file, changes))
        if (typeof page === 'string' || page === undefined) {
          refused += 1
          expect(server).toBe(page)
          return
        }
        read += 1
        if (typeof server !== 'object' || typeof sent !== 'object') throw new Error(`${server} and ${sent}`)
        expect(server.durationMs).toBe(Math.round(page.durationSeconds * 1000))
        expect(server.track.heardMs).toBe(page.soundMs)
        expect(sent.track.heardMs).toBe(page.soundMs)
        expect(Math.abs(sent.durationMs - server.durationMs)).toBeLessThanOrEqual(1)
      },
    ),
    { numRuns: 200 },
  )
  expect(Math.min(read, refused)).toBeGreaterThan(50)
})
