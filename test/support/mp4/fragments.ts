import { movieBox, trackBox } from '../../../packages/mp4-sound/src/header.ts'
import { box, fullBox, table, text, u32 } from './boxes.ts'
import { AAC_LC, bytesOf, mp4a } from './sound-track.ts'

export interface MadeFragments {
  samples: Uint8Array[]
  /** Stated duration of a sample, in units of 16 kHz. */
  duration: number
  /** Samples of a fragment. */
  ofFragment: number
  /** Stated time of the first fragment. */
  firstTime?: number
  /** Stated time of each fragment, by index. */
  times?: (fragment: number) => number
  /** Index of the sample entry that each fragment refers to. */
  entry?: (fragment: number) => number
  /** Stated number of samples, which then have no individual sizes. */
  count?: number
  isMovieLast?: boolean
}

/** An MP4 file of fragments with one sound track. */
export function fragmented(made: MadeFragments): Buffer {
  const brand = box('ftyp', text('iso5'), u32(0x200), text('iso5mp41'))
  const fragments = fragmentsOf(made)
  return Buffer.concat(made.isMovieLast ? [brand, ...fragments, movie()] : [brand, movie(), ...fragments])
}

/** The fragments alone, for a movie whose header has samples of its own. */
export function fragmentsOf(made: MadeFragments): Buffer[] {
  const { samples, ofFragment } = made
  return Array.from({ length: Math.ceil(samples.length / ofFragment) }, (_, i) =>
    fragment(made, i, samples.slice(i * ofFragment, (i + 1) * ofFragment)),
  )
}

/** The box of `moov` that announces fragments of the first track. */
export const ANNOUNCEMENT = box('mvex', fullBox('trex', 0, u32(1, 1, 0, 0, 0)))

function movie(): Uint8Array {
  const empty = (type: string) => fullBox(type, 0, u32(0))
  const sizes = fullBox('stsz', 0, u32(0, 0))
  const tables = [fullBox('stsd', 0, u32(1), mp4a(AAC_LC)), empty('stts'), empty('stsc'), sizes, empty('stco')]
  const language = undefined
  return movieBox(
    1000,
    0,
    trackBox({ timescale: 16_000, units: 0, shown: 0, language, before: [], tables }),
    ANNOUNCEMENT,
  )
}

const DEFAULT_BASE_IS_MOOF = 0x20000

function fragment(made: MadeFragments, i: number, samples: Uint8Array[]): Buffer {
  const { duration, ofFragment, firstTime = 0, count } = made
  const time = made.times?.(i) ?? firstTime + i * ofFragment * duration
  const start = u32(Math.floor(time / 2 ** 32), time % 2 ** 32)
  const run = (offset: number) =>
    count === undefined
      ? fullBox('trun', 0x201, u32(samples.length, offset), table(samples.map(({ length }) => length)))
      : fullBox('trun', 0x01, u32(count, offset))
  const moof = (offset: number) =>
    box(
      'moof',
      fullBox('mfhd', 0, u32(i + 1)),
      box(
        'traf',
        fullBox('tfhd', DEFAULT_BASE_IS_MOOF | 0x0a, u32(1, made.entry?.(i) ?? 1, duration)),
        fullBox('tfdt', 0x01000000, start),
        run(offset),
      ),
    )
  const header = moof(moof(0).length + 8)
  return Buffer.concat([header, u32(bytesOf(samples) + 8), text('mdat'), ...samples])
}
