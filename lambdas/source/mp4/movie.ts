import { aacFrameSeconds } from './aac.ts'
import { boxAt, boxesIn, fourCharacters, MalformedError } from './box.ts'

/** A track of sound or pictures, with the samples counted so far. */
export interface Track {
  id: number
  kind: 'sound' | 'pictures'
  /** Time units a second. */
  timescale: number
  samples: number
  /** Sum of the durations of the samples, in time units. */
  units: number
  /** Seconds per sample as its codec defines them; 0 if it does not. */
  frameSeconds: number
  /** Time units of a sample in a fragment that does not state them. */
  defaultUnits: number
}

/** The tracks of sound and pictures in the content of `moov`. */
export function tracksOf(movie: DataView): Track[] {
  const defaults = fragmentDefaults(movie)
  const tracks: Track[] = []
  for (const { type, content } of boxesIn(movie)) {
    const track = type === 'trak' ? trackOf(content) : undefined
    if (track) tracks.push({ ...track, defaultUnits: defaults.get(track.id) ?? 0 })
  }
  return tracks
}

function trackOf(track: DataView): Track | undefined {
  const handler = boxAt(track, 'mdia', 'hdlr')
  const kind = { soun: 'sound' as const, vide: 'pictures' as const }[handler ? fourCharacters(handler, 8) : '']
  if (!kind) return undefined
  const header = required(boxAt(track, 'tkhd'), 'tkhd')
  const mediaHeader = required(boxAt(track, 'mdia', 'mdhd'), 'mdhd')
  const table = required(boxAt(track, 'mdia', 'minf', 'stbl'), 'stbl')
  const timescale = mediaHeader.getUint32(mediaHeader.getUint8(0) === 1 ? 20 : 12)
  if (timescale === 0) throw new MalformedError('a track has no timescale')
  return {
    id: header.getUint32(header.getUint8(0) === 1 ? 20 : 12),
    kind,
    timescale,
    ...samplesOf(table),
    frameSeconds: kind === 'sound' ? aacFrameSeconds(boxAt(table, 'stsd')) : 0,
    defaultUnits: 0,
  }
}

/** Counts samples by the table of sizes, and sums durations by the table of times. */
function samplesOf(table: DataView): { samples: number; units: number } {
  const sizes = boxAt(table, 'stsz') ?? boxAt(table, 'stz2')
  const times = boxAt(table, 'stts')
  let units = 0
  let timed = 0
  const entries = times?.getUint32(4) ?? 0
  if (times && entries * 8 > times.byteLength - 8) throw new MalformedError(`${entries} times do not fit`)
  for (let i = 0; times && i < entries; i++) {
    const count = times.getUint32(8 + i * 8)
    timed += count
    units += count * times.getUint32(12 + i * 8)
  }
  return { samples: sizes?.getUint32(8) ?? timed, units }
}

/** Default duration of fragment samples, by track (`mvex`, `trex`). */
function fragmentDefaults(movie: DataView): Map<number, number> {
  const extension = boxAt(movie, 'mvex')
  const defaults = new Map<number, number>()
  for (const { type, content } of extension ? boxesIn(extension) : [])
    if (type === 'trex') defaults.set(content.getUint32(4), content.getUint32(12))
  return defaults
}

function required(box: DataView | undefined, type: string): DataView {
  if (!box) throw new MalformedError(`a track has no ${type}`)
  return box
}

/** Flags of `tfhd` for the fields that may precede the default duration, in this order. */
const BEFORE_DURATION: [flag: number, bytes: number][] = [
  [0x01, 8],
  [0x02, 4],
]
const DEFAULT_DURATION = 0x08

/** Flags of `trun`: fields that occur once, then fields of each sample. */
const ONCE = [0x01, 0x04]
const DURATION = 0x100
const EACH = [DURATION, 0x200, 0x400, 0x800]

/** Adds the samples of a fragment, the content of `moof`, to their tracks. */
export function addFragment(fragment: DataView, tracks: ReadonlyMap<number, Track>): void {
  for (const { type, content } of boxesIn(fragment)) {
    const header = type === 'traf' ? boxAt(content, 'tfhd') : undefined
    const track = header && tracks.get(header.getUint32(4))
    if (!track) continue
    const usual = defaultUnits(header) ?? track.defaultUnits
    for (const run of boxesIn(content)) if (run.type === 'trun') addRun(run.content, track, usual)
  }
}

function defaultUnits(header: DataView): number | undefined {
  const flags = header.getUint32(0)
  if (!(flags & DEFAULT_DURATION)) return undefined
  const at = BEFORE_DURATION.reduce((sum, [flag, bytes]) => sum + (flags & flag ? bytes : 0), 8)
  return header.getUint32(at)
}

function addRun(run: DataView, track: Track, usualUnits: number): void {
  const flags = run.getUint32(0)
  const count = run.getUint32(4)
  const sampleBytes = 4 * EACH.filter(flag => flags & flag).length
  const start = 8 + 4 * ONCE.filter(flag => flags & flag).length
  if (start + count * sampleBytes > run.byteLength) throw new MalformedError(`${count} samples do not fit`)
  track.samples += count
  if (!(flags & DURATION)) {
    track.units += count * usualUnits
    return
  }
  for (let i = 0; i < count; i++) track.units += run.getUint32(start + i * sampleBytes)
}
