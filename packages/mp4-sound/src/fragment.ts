import { type Box, type Budget, boxesIn } from './box.ts'
import { MalformedError } from './errors.ts'
import type { SampleDefaults, StatedTrack } from './stated-track.ts'

/** Flags of `tfhd` for its optional fields, in file order. */
const BASE = 0x01
const DESCRIPTION = 0x02
const DURATION = 0x08
const SIZE = 0x10
/** Flag of `tfhd`: without a base of its own, positions count from the fragment's start. */
const FROM_FRAGMENT = 0x02_0000
/** Flags of `trun`: fields of the run, then fields of each sample. */
const OFFSET = 0x01
const FIRST_FLAGS = 0x04
const EACH_DURATION = 0x100
const EACH_SIZE = 0x200
const EACH_OFFSET = 0x800
const EACH = [EACH_DURATION, EACH_SIZE, 0x400, EACH_OFFSET]
const OFFSET_BYTES = 4

/** A run of samples in a fragment, with what the preceding boxes determine about it. */
interface RunPlace {
  /** Absent for tracks that are neither sound nor pictures. */
  track: StatedTrack | undefined
  defaults: SampleDefaults
  /** Position in the file to which the run's data offset is relative. */
  base: number
  /** Position of the first sample if the run does not state one. */
  follows: number
}

/**
 * Adds the samples of a fragment to their tracks. `moof` is the content of the box that begins at `moofStart` in the
 * file. A track whose header states no base begins where the data of the preceding track ends (ISO/IEC 14496-12, 8.8.7).
 */
export function addFragment(
  fragment: DataView,
  moofStart: number,
  tracks: ReadonlyMap<number, StatedTrack>,
  budget: Budget,
): void {
  let follows = moofStart
  for (const { type, content } of boxesIn(fragment, budget)) {
    if (type !== 'traf') continue
    const boxes = [...boxesIn(content, budget)]
    const header = boxes.find(box => box.type === 'tfhd')?.content
    if (!header) continue
    const track = tracks.get(header.getUint32(4))
    const { base = follows, defaults } = readHeader(header, moofStart, track?.defaults)
    const time = boxes.find(box => box.type === 'tfdt')
    if (track && time) beginFragment(track, time)
    follows = base
    for (const run of boxes) if (run.type === 'trun') follows = addRun(run.content, { track, defaults, base, follows })
  }
}

const NOTHING: SampleDefaults = { description: 1, units: 0, bytes: 0 }

function readHeader(
  header: DataView,
  moofStart: number,
  usual = NOTHING,
): { base: number | undefined; defaults: SampleDefaults } {
  const flags = header.getUint32(0) & 0xffffff
  let at = 8
  const next = (flag: number, bytes: number) => {
    if (!(flags & flag)) return undefined
    at += bytes
    return at - bytes
  }
  const basePlace = next(BASE, 8)
  const [description, units, bytes] = [next(DESCRIPTION, 4), next(DURATION, 4), next(SIZE, 4)].map(place =>
    place === undefined ? undefined : header.getUint32(place),
  )
  const ofFragment = flags & FROM_FRAGMENT ? moofStart : undefined
  return {
    base: basePlace === undefined ? ofFragment : Number(header.getBigUint64(basePlace)),
    defaults: {
      description: description ?? usual.description,
      units: units ?? usual.units,
      bytes: bytes ?? usual.bytes,
    },
  }
}

/**
 * A stated start time moves the track's clock forward, over a gap, but never backward, so no sample's duration shrinks.
 */
function beginFragment(track: StatedTrack, time: Box): void {
  const stated = time.content.getUint8(0) === 1 ? Number(time.content.getBigUint64(4)) : time.content.getUint32(4)
  if (track.samples === 0) track.firstUnits = stated
  track.units = Math.max(track.units, stated)
}

/** Adds the samples of a `trun`; returns the position after the last one. */
function addRun(run: DataView, { track, defaults, base, follows }: RunPlace): number {
  const flags = run.getUint32(0) & 0xffffff
  const count = run.getUint32(4)
  const sampleBytes = 4 * EACH.filter(flag => flags & flag).length
  const start = 8 + (flags & OFFSET ? 4 : 0) + (flags & FIRST_FLAGS ? 4 : 0)
  if (start + count * sampleBytes > run.byteLength) throw new MalformedError(`${count} samples do not fit`)
  if (track?.samples === 0 && flags & EACH_OFFSET && count > 0)
    track.offset = run.getInt32(start + sampleBytes - OFFSET_BYTES)
  const isSound = track?.kind === 'sound'
  if (isSound) track.used.set(defaults.description, (track.used.get(defaults.description) ?? 0) + count)
  if (track) track.samples += count
  let position = flags & OFFSET ? base + run.getInt32(8) : follows
  if (!isSound && !(flags & (EACH_DURATION | EACH_SIZE))) {
    if (track) track.units += count * defaults.units
    return position + count * defaults.bytes
  }
  const sizeAt = flags & EACH_DURATION ? 4 : 0
  for (let i = 0; i < count; i += 1) {
    const at = start + i * sampleBytes
    const size = flags & EACH_SIZE ? run.getUint32(at + sizeAt) : defaults.bytes
    if (isSound) track.sound.add(position, size, track.units)
    position += size
    if (track) track.units += flags & EACH_DURATION ? run.getUint32(at) : defaults.units
  }
  return position
}
