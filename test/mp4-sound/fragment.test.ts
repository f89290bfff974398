import { describe, expect, it } from 'vitest'
import { readMovie } from '#mp4-sound'
import { inMemory } from '../source/made-media.ts'
import { box, fullBox, table, u32 } from '../support/mp4/boxes.ts'
import { fragmented } from '../support/mp4/fragments.ts'

const SOUND = 1
const DATA = 9
const FROM_FRAGMENT = 0x02_0000
const SIZES = [40, 50, 60]

/** A fragment with 1,500 bytes of another track before three frames of sound, whose header has these flags. */
function fragmentWith(flags: number, offset: (moofBytes: number) => number[]): { bytes: Buffer; data: number } {
  const header = fragmented({ samples: [], duration: 1024, ofFragment: 1 })
  const moof = (bytes: number) =>
    box(
      'moof',
      fullBox('mfhd', 0, u32(1)),
      box('traf', fullBox('tfhd', 0x10, u32(DATA, 500)), fullBox('trun', 0x01, u32(3, bytes + 8))),
      box(
        'traf',
        fullBox('tfhd', 0x08 | flags, u32(SOUND, 1024)),
        fullBox('trun', 0x200 | (offset(0).length > 0 ? 0x01 : 0), u32(SIZES.length, ...offset(bytes)), table(SIZES)),
      ),
    )
  const bytes = moof(0).length
  return {
    bytes: Buffer.concat([header, moof(bytes), box('mdat', Buffer.alloc(1650))]),
    data: header.length + bytes + 8,
  }
}

describe('the sound of a fragment', () => {
  it.each([
    ['follows the data of the preceding track where nothing is stated', 0, () => []],
    ['counts its offset from the end of the preceding track’s data', 0, () => [0]],
    [
      'counts its offset from the start of the fragment if its header says so',
      FROM_FRAGMENT,
      (n: number) => [n + 1508],
    ],
  ] as const)('%s', async (_, flags, offset) => {
    const { bytes, data } = fragmentWith(flags, n => [...offset(n)])
    const { tracks } = await readMovie(inMemory(bytes), 60)
    expect([...tracks[0].frames.positions]).toEqual([data + 1500, data + 1540, data + 1590])
  })
})
