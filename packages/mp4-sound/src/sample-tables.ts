import { type PlacedBox, wholeBox } from './box.ts'
import type { ReadBytes } from './bytes.ts'
import { MalformedError } from './errors.ts'
import type { StatedTrack, TrackBoxes } from './stated-track.ts'

/** Bytes of a table read at once. */
const BLOCK = 1024 ** 2
/** A day of video has fewer entries in its table of sample durations. */
const MOST_TIMES = 10_000_000
/** Maximum bytes of a sound track's table, which is loaded whole: 1.3 million samples take at least five bytes each. */
const LARGEST_TABLE = 24 * 1024 ** 2
/** Samples of PCM that count as one frame: a sample of its own has only a few bytes. */
const PCM_FRAME = 1024

/** Counts a track's samples and sums their durations. For sound, also records their positions. */
export async function readSampleTables(read: ReadBytes, tables: TrackBoxes, track: StatedTrack): Promise<void> {
  const sizes = tables.get('stsz') ?? tables.get('stz2')
  const times = tables.get('stts')
  const timed = times ? await statedTimes(read, times) : { samples: 0, units: 0 }
  const count = sizes ? (await head(read, sizes, 12)).getUint32(8) : timed.samples
  if (track.kind === 'sound' && count > 0 && sizes) await placeSamples(read, tables, sizes, count, track)
  track.units += timed.units
  track.samples += count
}

/** Sums the runs of samples of equal duration (`stts`), which are read in blocks. */
async function statedTimes(read: ReadBytes, times: PlacedBox): Promise<{ samples: number; units: number }> {
  const entries = (await head(read, times, 8)).getUint32(4)
  if (entries > MOST_TIMES || entries * 8 > times.end - times.start - 8)
    throw new MalformedError(`${entries} times do not fit`)
  const end = times.start + 8 + entries * 8
  const sum = { samples: 0, units: 0 }
  for (let at = times.start + 8; at < end; at += BLOCK) {
    const block = await read(at, Math.min(BLOCK, end - at))
    for (let i = 0; i < block.byteLength; i += 8) {
      const samples = block.getUint32(i)
      sum.samples += samples
      sum.units += samples * block.getUint32(i + 4)
    }
  }
  return sum
}

async function placeSamples(
  read: ReadBytes,
  tables: TrackBoxes,
  sizeTable: PlacedBox,
  count: number,
  track: StatedTrack,
): Promise<void> {
  const chunks = tables.get('stco') ?? tables.get('co64')
  const chunkRuns = tables.get('stsc')
  const times = tables.get('stts')
  if (!chunks || !chunkRuns || !times) throw new MalformedError('the places of the sound are missing')
  const whole = (box: PlacedBox) => wholeBox(read, box, LARGEST_TABLE)
  const sizes = sizesIn(await whole(sizeTable), sizeTable.type)
  const chunkAt = chunkPositions(await whole(chunks), chunks.type)
  const clock = sampleClock(await whole(times))
  const group = groupOf(track, sizes)
  let sample = 0
  for (const { chunk, samples, description } of chunkRunsIn(await whole(chunkRuns), chunkAt.count)) {
    let position = chunkAt.position(chunk)
    const end = Math.min(count, sample + samples)
    track.used.set(description, (track.used.get(description) ?? 0) + end - sample)
    while (sample < end) {
      const grouped = Math.min(group.samples, end - sample)
      const size = group.bytes ? group.bytes * grouped : sizes.of(sample)
      track.sound.add(position, size, clock(grouped))
      position += size
      sample += grouped
    }
    // Further samples belong to no chunk; players leave them out.
    if (sample === count) return
  }
}

/** How many samples count as a frame, and the bytes of each if they are all equal. */
function groupOf({ entries: [entry] }: StatedTrack, { common }: Sizes): { samples: number; bytes?: number } {
  if (entry?.codec !== 'pcm' || common === 0) return { samples: 1 }
  // QuickTime states a size of 1 for samples of any width.
  return { samples: PCM_FRAME, bytes: common === 1 ? Math.max(1, entry.channels * (entry.bits >> 3)) : common }
}

interface Sizes {
  /** Size of every sample; 0 if they differ. */
  common: number
  of: (sample: number) => number
}

/** Size of a sample by its index (`stsz`; `stz2` packs them in 4, 8 or 16 bits). */
function sizesIn(table: DataView, type: string): Sizes {
  if (type === 'stsz') {
    const common = table.getUint32(4)
    return { common, of: common > 0 ? () => common : sample => table.getUint32(12 + sample * 4) }
  }
  const bits = table.getUint8(7)
  if (bits === 16) return { common: 0, of: sample => table.getUint16(12 + sample * 2) }
  if (bits === 8) return { common: 0, of: sample => table.getUint8(12 + sample) }
  if (bits === 4) return { common: 0, of: sample => (table.getUint8(12 + (sample >> 1)) >> (sample & 1 ? 0 : 4)) & 15 }
  throw new MalformedError(`sizes of ${bits} bits`)
}

function chunkPositions(table: DataView, type: string): { count: number; position: (chunk: number) => number } {
  const count = table.getUint32(4)
  const isLong = type === 'co64'
  if (count * (isLong ? 8 : 4) > table.byteLength - 8) throw new MalformedError(`${count} chunks do not fit`)
  return {
    count,
    position: chunk => (isLong ? Number(table.getBigUint64(8 + chunk * 8)) : table.getUint32(8 + chunk * 4)),
  }
}

interface Chunk {
  /** Index of the chunk. */
  chunk: number
  samples: number
  description: number
}

/**
 * The chunks described by the runs of `stsc`, whose first chunks count from 1 and increase. A run that jumps back, or
 * whose chunks contain no samples, would let a small table cause any number of steps.
 */
function* chunkRunsIn(table: DataView, chunks: number): Generator<Chunk> {
  const entries = table.getUint32(4)
  if (entries * 12 > table.byteLength - 8) throw new MalformedError(`${entries} runs of chunks do not fit`)
  const firstOf = (entry: number) => (entry < entries ? table.getUint32(8 + entry * 12) - 1 : chunks)
  if (entries > 0 && firstOf(0) !== 0) throw new MalformedError('the runs of chunks do not begin with the first')
  for (let entry = 0; entry < entries; entry += 1) {
    const [samples, description] = [table.getUint32(12 + entry * 12), table.getUint32(16 + entry * 12)]
    if (samples === 0) throw new MalformedError('a run of chunks holds no samples')
    if (entry > 0 && firstOf(entry) <= firstOf(entry - 1))
      throw new MalformedError('the runs of chunks do not increase')
    const end = Math.min(firstOf(entry + 1), chunks)
    for (let chunk = firstOf(entry); chunk < end; chunk += 1) yield { chunk, samples, description }
  }
}

/** Returns a function that yields the start of the next samples in units. Samples beyond the table take no time. */
function sampleClock(table: DataView): (samples: number) => number {
  const entries = Math.min(table.getUint32(4), Math.floor((table.byteLength - 8) / 8))
  let [entry, left, units, at] = [0, 0, 0, 0]
  return samples => {
    const start = at
    let wanted = samples
    while (wanted > 0) {
      while (left === 0 && entry < entries) {
        left = table.getUint32(8 + entry * 8)
        units = table.getUint32(12 + entry * 8)
        entry += 1
      }
      if (left === 0) return start
      const taken = Math.min(wanted, left)
      left -= taken
      wanted -= taken
      at += taken * units
    }
    return start
  }
}

function head(read: ReadBytes, box: PlacedBox, bytes: number): Promise<DataView> {
  return read(box.start, Math.min(bytes, box.end - box.start))
}
