import { describe, expect, it } from 'vitest'
import { readMovie } from '#mp4-sound'
import { inMemory } from '../source/made-media.ts'
import { bits, box, fullBox, text, u32 } from '../support/mp4/boxes.ts'
import { AAC_LC, editList, madeFile, mp4a } from '../support/mp4/sound-track.ts'

/** User data of fdkaac for this many samples of priming. */
function noted(samples: number): Uint8Array {
  const number = samples.toString(16).toUpperCase().padStart(8, '0')
  const value = ` 00000000 ${number} 00000100 0000000000017700 00000000`
  const names = [fullBox('mean', 0, text('com.apple.iTunes')), fullBox('name', 0, text('iTunSMPB'))]
  const note = box('----', ...names, box('data', u32(1, 0), text(value)))
  return box('udta', fullBox('meta', 0, box('ilst', box('covr', Buffer.alloc(3000)), note)))
}

/** LC at 16 kHz, to which SBR is added so that plain decoders overlook it. */
const HE_AAC = bits('00010', '1000', '0001', '000', '01010110111', '00101', '1', '0101')

describe('priming noted in the user data', () => {
  const samples = Array.from({ length: 50 }, () => new Uint8Array(40))
  const read = async (track: { entries?: Uint8Array[]; extra?: Uint8Array[] }, priming: number) => {
    const { shownMs, tracks } = await readMovie(
      inMemory(madeFile({ tracks: [{ samples, ...track }], extra: [noted(priming)] })),
      60,
    )
    return { shownMs, frames: tracks[0].frames.count, codec: tracks[0].codec }
  }

  it('is skipped, as browsers and FFmpeg do', async () => {
    expect(await read({ entries: [mp4a(AAC_LC)] }, 2048)).toEqual({ codec: 'aac', shownMs: 3072, frames: 48 })
  })

  it('counts samples as they are played, which HE-AAC doubles', async () => {
    expect(await read({ entries: [mp4a(HE_AAC)] }, 2048)).toEqual({ codec: 'he-aac', shownMs: 3136, frames: 49 })
  })

  it.each([
    ['gives way to an edit list', { extra: [editList([3200, 0])] }, 2048],
    ['is no reason to hide more than encoders need', {}, 40_000],
  ])('%s', async (_, track, priming) => {
    expect(await read(track, priming)).toMatchObject({ shownMs: 3200, frames: 50 })
  })
})
