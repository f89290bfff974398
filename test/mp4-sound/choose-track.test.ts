import { describe, expect, it } from 'vitest'
import { chooseTrack, readMovie } from '#mp4-sound'
import { silentBlock } from '../../packages/mp4-sound/src/aac-block.ts'
import { inMemory } from '../source/made-media.ts'
import { bits, box, fullBox, text, u16, u32 } from '../support/mp4/boxes.ts'
import { type MadeTrack, madeFile, mp4a } from '../support/mp4/sound-track.ts'
import { speechFrames } from '../support/mp4/speech-frames.ts'

const speech = await speechFrames(10)
const silence = speech.map(() => silentBlock(1))
const named = (name: string) => box('udta', box('name', text(name)))
const role = (value: string) => box('udta', fullBox('kind', 0, text('urn:mpeg:dash:role:2011\0'), text(`${value}\0`)))
const AC3 = box('ac-3', Buffer.alloc(6), u16(1), u32(0, 0), u16(2, 16, 0, 0), u32(48_000 * 0x10000))
/** As long as the speech in frames of 32 ms. */
const DOLBY = { entries: [AC3], samples: [...speech, ...speech], timescale: 48_000, times: [2 * speech.length, 1536] }
const SURROUND = mp4a(bits('00010', '1000', '0110', '000'))

/** Ids of the tracks that are taken or asked about. */
async function chosen(...tracks: Partial<MadeTrack>[]): Promise<{ take?: number; ask?: number[] }> {
  const movie = await readMovie(
    inMemory(madeFile({ tracks: tracks.map(track => ({ samples: speech, ...track })) })),
    60,
  )
  const choice = chooseTrack(movie.tracks)
  return 'take' in choice ? { take: choice.take.id } : { ask: choice.ask.map(({ id }) => id) }
}

describe('the track with the speech', () => {
  it.each([
    ['the only one, even if it is silent', [{ samples: silence }], 1],
    ['the microphone beside an unused input', [{ samples: silence }, {}], 2],
    ['English beside the default in Korean', [{ language: 'kor' }, { language: 'eng', isHidden: true }], 2],
    [
      'speech in another language if the English one is silent',
      [{ language: 'kor' }, { language: 'eng', samples: silence }],
      1,
    ],
    ['the recording, not a second of sound before it', [{ samples: speech.slice(0, 16) }, {}], 2],
    ['the film, not a commentary by its name', [{ extra: [named('Director’s Commentary')] }, {}], 2],
    ['the film, not a description by its role', [{}, { extra: [role('description')] }], 1],
    ['the copy that can be transcribed as it is', [DOLBY, {}], 2],
    ['stereo rather than the same in 5.1', [{ entries: [SURROUND] }, { language: 'und' }], 2],
    ['English in any codec beside another language', [{ language: 'kor' }, { language: 'eng', entries: [AC3] }], 2],
  ] as [string, Partial<MadeTrack>[], number][])('is %s', async (_, tracks, take) => {
    expect(await chosen(...tracks)).toEqual({ take })
  })

  it('is chosen by the user if several may be it, the default first', async () => {
    expect(await chosen({}, {})).toEqual({ ask: [1, 2] })
    expect(await chosen({ isHidden: true }, {}, { samples: silence })).toEqual({ ask: [2, 1] })
    expect(await chosen({ language: 'eng' }, { language: 'eng' }, {})).toEqual({ ask: [1, 2] })
    expect(await chosen({ language: 'kor' }, {})).toEqual({ ask: [1, 2] })
  })

  it('has its language and its name, but not the name that a muxer gives to all', async () => {
    const file = madeFile({
      tracks: [{ samples: speech, language: 'fra', extra: [named('Salle 2')] }, { samples: speech }],
    })
    const { tracks } = await readMovie(inMemory(file), 60)
    expect(tracks.map(({ language, name }) => ({ language, name }))).toEqual([
      { language: 'fra', name: 'Salle 2' },
      { language: undefined, name: undefined },
    ])
  })
})
