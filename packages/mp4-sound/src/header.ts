import { box, fullBox, joined, table, text, u16, u32, u64 } from './boxes-written.ts'

/** A sound track to be written, and the file around it. All times are in units of `timescale` per second. */
export interface WrittenSound {
  timescale: number
  /** The sample entry, whole. */
  entry: Uint8Array
  /** Bytes of each frame; they follow the header in order. */
  sizes: Uint32Array
  /** Start of each frame, and after the last one its end; the first is 0. */
  times: ArrayLike<number>
  /** Entries of the edit list: length, and start in the sound or -1 for a hole. */
  edits: readonly (readonly [units: number, from: number])[]
  /** ISO 639-2 code. */
  language: string | undefined
}

/**
 * Builds the header of an MP4 file with a single sound track; the frames follow in order. Every number in it comes from
 * the frames, so all readers compute the same length.
 */
export function soundHeader(sound: WrittenSound): Uint8Array<ArrayBuffer> {
  const bytes = sound.sizes.reduce((sum, size) => sum + size, 0)
  const isLarge = bytes > LARGEST_SHORT
  const data = isLarge ? [u32(1), text('mdat'), u64([bytes + 16])] : [u32(bytes + 8), text('mdat')]
  const brand = box('ftyp', text('isom'), u32(0x200), text('isomiso2mp41'))
  const head = (at: number) => joined([brand, movie(sound, at, isLarge), ...data])
  // Chunk offsets depend on the length of the header, which does not depend on their values.
  return head(head(0).length)
}

/** Bytes of sound that 32-bit sizes and offsets hold, header included. */
const LARGEST_SHORT = 0xf000_0000
/** Frames per chunk. */
const CHUNK_FRAMES = 50

function movie(sound: WrittenSound, mediaAt: number, isLarge: boolean): Uint8Array {
  const { timescale, times, sizes, edits } = sound
  const units = times[sizes.length] ?? 0
  const shown = edits.length > 0 ? edits.reduce((sum, [length]) => sum + length, 0) : units
  return box(
    'moov',
    fullBox(
      'mvhd',
      0,
      u32(0, 0, timescale, shown, 0x10000),
      u16(0x100, 0),
      u32(0, 0),
      MATRIX,
      u32(0, 0, 0, 0, 0, 0, 2),
    ),
    box(
      'trak',
      fullBox('tkhd', 3, u32(0, 0, 1, 0, shown, 0, 0), u16(0, 0, 0x100, 0), MATRIX, u32(0, 0)),
      ...editList(edits),
      box(
        'mdia',
        fullBox('mdhd', 0, u32(0, 0, timescale, units), u16(packed(sound.language ?? 'und'), 0)),
        fullBox('hdlr', 0, u32(0), text('soun'), u32(0, 0, 0), text('sound\0')),
        box(
          'minf',
          fullBox('smhd', 0, u32(0)),
          box('dinf', fullBox('dref', 0, u32(1), fullBox('url ', 1))),
          box('stbl', fullBox('stsd', 0, u32(1), sound.entry), ...tables(sound, mediaAt, isLarge)),
        ),
      ),
    ),
  )
}

/** The unity matrix. */
const MATRIX = u32(0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000)

/** A language of three letters in fifteen bits. */
function packed(language: string): number {
  return [...language].reduce((sum, letter) => sum * 32 + ((letter.codePointAt(0) ?? 0) & 31), 0)
}

function editList(edits: WrittenSound['edits']): Uint8Array[] {
  if (edits.length === 0) return []
  const entries = edits.map(([units, from]) => u32(units, from, 0x10000))
  return [box('edts', fullBox('elst', 0, u32(edits.length), ...entries))]
}

function tables({ sizes, times }: WrittenSound, mediaAt: number, isLarge: boolean): Uint8Array[] {
  const { frames, places } = chunks(sizes, mediaAt)
  const runs = durations(times, sizes.length)
  return [
    fullBox('stts', 0, u32(runs.length / 2), table(runs)),
    fullBox('stsc', 0, u32(frames.length / 3), table(frames)),
    fullBox('stsz', 0, u32(0, sizes.length), table(sizes)),
    isLarge
      ? fullBox('co64', 0, u32(places.length), u64(places))
      : fullBox('stco', 0, u32(places.length), table(places)),
  ]
}

/** Entries of `stts`: numbers of frames and their duration. */
function durations(times: ArrayLike<number>, count: number): number[] {
  const runs: number[] = []
  for (let i = 0; i < count; i += 1) {
    const units = (times[i + 1] ?? 0) - (times[i] ?? 0)
    const last = runs.length - 1
    if (last > 0 && runs[last] === units) runs[last - 1] = (runs[last - 1] ?? 0) + 1
    else runs.push(1, units)
  }
  return runs
}

/** Entries of `stsc` (first chunk, frames per chunk, description), and the position of each chunk. */
function chunks(sizes: Uint32Array, mediaAt: number): { frames: number[]; places: number[] } {
  const places: number[] = []
  let at = mediaAt
  for (const [i, size] of sizes.entries()) {
    if (i % CHUNK_FRAMES === 0) places.push(at)
    at += size
  }
  const last = sizes.length % CHUNK_FRAMES
  const full = last === 0 ? places.length : places.length - 1
  const frames = full > 0 ? [1, CHUNK_FRAMES, 1] : []
  return { frames: last > 0 ? [...frames, full + 1, last, 1] : frames, places }
}
