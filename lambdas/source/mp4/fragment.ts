import { boxAt, boxesIn, MalformedError } from './box.ts'
import type { Track } from './movie.ts'

/** Flags of `tfhd`: which fields follow the track's id, in this order. */
const BEFORE_DURATION: [flag: number, bytes: number][] = [
  [0x01, 8],
  [0x02, 4],
]
const DEFAULT_DURATION = 0x08

/** Flags of `trun`: fields once, then fields of each sample. */
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
