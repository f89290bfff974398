import { box, fullBox, joined, table, text, u16, u32, u64 } from './boxes-written.ts'

/** A sound track to write. All times are in units of `timescale` per second. */
export interface WrittenSound {
  timescale: number
  /** The sample entry, whole. */
  entry: Uint8Array
  /** Bytes of each frame; they follow the header in order. */
  sizes: Uint32Array
  /** Bytes of a PCM sample. A frame holds many, but decoders accept no larger samples than this. */
  sampleBytes?: number | undefined
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
  const bytes = bytesOf(sound.sizes)
  const isLarge = bytes > LARGEST_SHORT
  const data = isLarge ? [u32(1), text('mdat'), u64([bytes + 16])] : [u32(bytes + 8), text('mdat')]
  const brand = box('ftyp', text('isom'), u32(0x200), text('isomiso2mp41'))
  const head = (at: number) => joined([brand, movie(sound, at, isLarge), ...data])
  // Chunk offsets depend on the length of the header, which does not depend on their values.
  return head(head(0).length)
}

/** Most bytes of sound for 32-bit sizes and offsets, with room for the header. */
const LARGEST_SHORT = 0xf000_0000
/** Frames per chunk. */
const CHUNK_FRAMES = 50

function movie(sound: WrittenSound, mediaAt: number, isLarge: boolean): Uint8Array {
  const { timescale, times, sizes, edits, entry, language } = sound
  const units = times[sizes.length] ?? 0
  const shown = edits.length > 0 ? edits.reduce((sum, [length]) => sum + length, 0) : units
  const boxes = [fullBox('stsd', 0, u32(1), entry), ...tables(sound, mediaAt, isLarge)]
  return movieBox(
    timescale,
    shown,
    trackBox({ timescale, units, shown, language, before: editList(edits), tables: boxes }),
  )
}

/** The unity matrix. */
const MATRIX = u32(0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000)
const IN_USE = 3

export function movieBox(timescale: number, units: number, ...boxes: Uint8Array[]): Uint8Array {
  const times = [u32(0, 0, timescale, units, 0x10000), u16(0x100, 0), u32(0, 0)]
  return box('moov', fullBox('mvhd', 0, ...times, MATRIX, u32(0, 0, 0, 0, 0, 0, 2)), ...boxes)
}

export interface WrittenTrack {
  id?: number
  flags?: number
  timescale: number
  /** Length of the medium in its own units, and of the track in those of the movie. */
  units: number
  shown: number
  language: string | undefined
  /** Boxes before the medium. */
  before: Uint8Array[]
  /** Boxes of `stbl`. */
  tables: Uint8Array[]
}

export function trackBox(track: WrittenTrack): Uint8Array {
  const { id = 1, flags = IN_USE, timescale, units, shown, language = 'und', before, tables } = track
  const files = box('dinf', fullBox('dref', 0, u32(1), fullBox('url ', 1)))
  return box(
    'trak',
    fullBox('tkhd', flags, u32(0, 0, id, 0, shown, 0, 0), u16(0, 0, 0x100, 0), MATRIX, u32(0, 0)),
    ...before,
    box(
      'mdia',
      fullBox('mdhd', 0, u32(0, 0, timescale, units), u16(packed(language), 0)),
      fullBox('hdlr', 0, u32(0), text('soun'), u32(0, 0, 0), text('sound\0')),
      box('minf', fullBox('smhd', 0, u32(0)), files, box('stbl', ...tables)),
    ),
  )
}

/** A language of three letters in fifteen bits. */
function packed(language: string): number {
  return [...language].reduce((sum, letter) => sum * 32 + ((letter.codePointAt(0) ?? 0) & 31), 0)
}

function editList(edits: WrittenSound['edits']): Uint8Array[] {
  if (edits.length === 0) return []
  const entries = edits.map(([units, from]) => u32(units, from, 0x10000))
  return [box('edts', fullBox('elst', 0, u32(edits.length), ...entries))]
}

function tables(sound: WrittenSound, mediaAt: number, isLarge: boolean): Uint8Array[] {
  const { sizes, sampleBytes } = sound
  const { runs, places } = chunks(sound, mediaAt)
  const times = durations(sound)
  const [count, each] = sampleBytes ? [bytesOf(sizes) / sampleBytes, []] : [sizes.length, sizes]
  return [
    fullBox('stts', 0, u32(times.length / 2), table(times)),
    fullBox('stsc', 0, u32(runs.length / 3), table(runs)),
    fullBox('stsz', 0, u32(sampleBytes ?? 0, count), table(each)),
    isLarge
      ? fullBox('co64', 0, u32(places.length), u64(places))
      : fullBox('stco', 0, u32(places.length), table(places)),
  ]
}

function bytesOf(sizes: Uint32Array): number {
  return sizes.reduce((sum, size) => sum + size, 0)
}

/** Entries of `stts`: numbers of samples and their duration. */
function durations({ times, sizes, sampleBytes }: WrittenSound): number[] {
  const runs: number[] = []
  const add = (samples: number, units: number) => {
    const last = runs.length - 1
    if (runs[last] === units) runs[last - 1] = (runs[last - 1] ?? 0) + samples
    else if (samples > 0) runs.push(samples, units)
  }
  for (const [i, size] of sizes.entries()) {
    const units = (times[i + 1] ?? 0) - (times[i] ?? 0)
    const samples = sampleBytes ? size / sampleBytes : 1
    add(samples - (units % samples), Math.floor(units / samples))
    add(units % samples, Math.ceil(units / samples))
  }
  return runs
}

/** Entries of `stsc` (first chunk, samples per chunk, description), and the position of each chunk. */
function chunks({ sizes, sampleBytes }: WrittenSound, mediaAt: number): { runs: number[]; places: number[] } {
  const [runs, places]: [number[], number[]] = [[], []]
  let at = mediaAt
  for (let first = 0; first < sizes.length; first += CHUNK_FRAMES) {
    const chunk = sizes.subarray(first, first + CHUNK_FRAMES)
    const bytes = bytesOf(chunk)
    const samples = sampleBytes ? bytes / sampleBytes : chunk.length
    places.push(at)
    if (runs.at(-2) !== samples) runs.push(places.length, samples, 1)
    at += bytes
  }
  return { runs, places }
}
