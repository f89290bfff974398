import type { SampleList } from './samples.ts'
import type { Sound } from './sound.ts'
import type { SoundCoding } from './sound-coding.ts'

/**
 * Builds the header of an MP4 file with a single sound track; the frames follow in order. Every number in it comes from
 * the counted frames and their codec, so all readers compute the same length.
 */
export function soundFileHeader(sound: Sound): Buffer {
  const { samples } = sound
  const bytes = samples.sizes.subarray(0, samples.count).reduce((sum, size) => sum + size, 0)
  const brand = box('ftyp', text('isom'), u32(0x200), text('isomiso2mp41'))
  const head = (at: number) => Buffer.concat([brand, movie(sound, at), u32(bytes + 8), text('mdat')])
  // Chunk offsets depend on the length of the header, which does not depend on their values.
  return head(head(0).length)
}

/** Size of the whole file in bytes. */
export function soundFileBytes(header: Buffer): number {
  return header.length + header.readUInt32BE(header.length - 8) - 8
}

/** Units per second in the edit list. */
const MOVIE_TIMESCALE = 1000
/** Frames per chunk. */
const CHUNK_FRAMES = 50

function movie(sound: Sound, mediaAt: number): Buffer {
  const { coding, end, delay } = sound
  const movieUnits = Math.ceil(((delay + end) / coding.rate) * MOVIE_TIMESCALE)
  return box(
    'moov',
    fullBox(
      'mvhd',
      0,
      u32(0, 0, MOVIE_TIMESCALE, movieUnits, 0x10000),
      u16(0x100, 0),
      u32(0, 0),
      MATRIX,
      u32(0, 0, 0, 0, 0, 0, 2),
    ),
    box(
      'trak',
      fullBox('tkhd', 3, u32(0, 0, 1, 0, movieUnits, 0, 0), u16(0, 0, 0x100, 0), MATRIX, u32(0, 0)),
      ...editList(sound),
      box(
        'mdia',
        fullBox('mdhd', 0, u32(0, 0, coding.rate, end), u16(UNDETERMINED, 0)),
        fullBox('hdlr', 0, u32(0), text('soun'), u32(0, 0, 0), text('sound\0')),
        box(
          'minf',
          fullBox('smhd', 0, u32(0)),
          box('dinf', fullBox('dref', 0, u32(1), fullBox('url ', 1))),
          box('stbl', fullBox('stsd', 0, u32(1), sampleEntry(coding)), ...tables(sound, mediaAt)),
        ),
      ),
    ),
  )
}

/** The unity matrix. */
const MATRIX = u32(0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000)
/** Packed language code `und` (undetermined). */
const UNDETERMINED = 0x55c4

/** An edit list for the delay before the sound and the encoder priming to skip; empty if there is neither. */
function editList({ coding, delay, skipped, end }: Sound): Buffer[] {
  if (delay <= 0 && skipped <= 0) return []
  const units = (time: number) => Math.round((time / coding.rate) * MOVIE_TIMESCALE)
  const edits = [
    ...(delay > 0 ? [u32(units(delay), 0xffffffff, 0x10000)] : []),
    u32(units(end - skipped), skipped, 0x10000),
  ]
  return [box('edts', fullBox('elst', 0, u32(edits.length), ...edits))]
}

function sampleEntry({ rate, channels, objectType, description }: SoundCoding): Buffer {
  const specific = description ? [descriptor(5, Buffer.from(description))] : []
  const decoder = descriptor(4, Buffer.from([objectType, 0x15]), Buffer.alloc(11), ...specific)
  const stream = descriptor(3, u16(0), Buffer.alloc(1), decoder, descriptor(6, Buffer.from([2])))
  return box(
    'mp4a',
    Buffer.alloc(6),
    u16(1),
    u32(0, 0),
    u16(channels, 16, 0, 0),
    u32(rate * 0x10000),
    fullBox('esds', 0, stream),
  )
}

function tables({ samples, coding, gaps }: Sound, mediaAt: number): Buffer[] {
  const { frames, places } = chunks(samples, mediaAt)
  const times = durations(samples.count, coding.frameUnits, gaps)
  return [
    fullBox('stts', 0, u32(times.length / 2), table(times)),
    fullBox('stsc', 0, u32(frames.length / 3), table(frames)),
    fullBox('stsz', 0, u32(0, samples.count), table(samples.sizes.subarray(0, samples.count))),
    fullBox('stco', 0, u32(places.length), table(places)),
  ]
}

/** Entries of `stts`: numbers of frames and their duration. A gap extends the duration of the frame before it. */
function durations(count: number, frameUnits: number, gaps: Sound['gaps']): number[] {
  const pairs: number[] = []
  let done = 0
  const add = (until: number, units: number) => {
    if (until > done) pairs.push(until - done, units)
    done = Math.max(done, until)
  }
  for (const { frame, units } of gaps) {
    add(frame - 1, frameUnits)
    add(frame, frameUnits + units)
  }
  add(count, frameUnits)
  return pairs
}

/** Entries of `stsc` (first chunk, frames per chunk, description), and the position of each chunk. */
function chunks(samples: SampleList, mediaAt: number): { frames: number[]; places: number[] } {
  const places: number[] = []
  let at = mediaAt
  for (let i = 0; i < samples.count; i += 1) {
    if (i % CHUNK_FRAMES === 0) places.push(at)
    at += samples.sizes[i] ?? 0
  }
  const last = samples.count % CHUNK_FRAMES
  const full = last === 0 ? places.length : places.length - 1
  const frames = full > 0 ? [1, CHUNK_FRAMES, 1] : []
  return { frames: last > 0 ? [...frames, full + 1, last, 1] : frames, places }
}

function box(type: string, ...content: Buffer[]): Buffer {
  const size = content.reduce((sum, each) => sum + each.length, 8)
  return Buffer.concat([u32(size), text(type), ...content])
}

function fullBox(type: string, flags: number, ...content: Buffer[]): Buffer {
  return box(type, u32(flags), ...content)
}

/** A descriptor of fewer than 128 bytes (ISO/IEC 14496-1). */
function descriptor(tag: number, ...content: Buffer[]): Buffer {
  const all = Buffer.concat(content)
  return Buffer.concat([Buffer.from([tag, all.length]), all])
}

function text(characters: string): Buffer {
  return Buffer.from(characters, 'latin1')
}

function u16(...values: number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 2)
  for (const [i, value] of values.entries()) bytes.writeUInt16BE(value, i * 2)
  return bytes
}

function u32(...values: number[]): Buffer {
  return table(values)
}

function table(values: ArrayLike<number>): Buffer {
  const bytes = Buffer.alloc(values.length * 4)
  for (let i = 0; i < values.length; i += 1) bytes.writeUInt32BE(values[i] ?? 0, i * 4)
  return bytes
}
