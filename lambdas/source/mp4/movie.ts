import { type BoxBudget, boxesAt, fourCharacters, MalformedError, type PlacedBox, type ReadBytes } from './box.ts'
import { type SampleBudget, SampleList } from './samples.ts'
import { type SoundDescription, soundDescriptions } from './sound-coding.ts'

/** A sound or video track. */
export interface Track {
  id: number
  /** False for a track that players leave out, such as another language. */
  isEnabled: boolean
  kind: 'sound' | 'pictures'
  /** Time units per second. */
  timescale: number
  /** Number of samples, and the sum of their durations in time units, as the file states them. */
  samples: number
  units: number
  edits: Edits
  /** Defaults for samples of a fragment that does not state its own. */
  defaults: SampleDefaults
  /** Time of the first fragment; `undefined` if samples precede it. */
  firstSeconds: number | undefined
  /** True for a sound codec whose frames can be counted. Positions of samples are recorded only for such tracks. */
  isCountable: boolean
  /** Sample descriptions of a sound track, the number (from 1) of the one in use, and the positions of the samples. */
  descriptions: SoundDescription[]
  description: number | undefined
  sound: SampleList
}

export interface SampleDefaults {
  description: number
  units: number
  bytes: number
}

/** The first edit that is not empty, and the delay before it. */
export interface Edits {
  /** Units of the movie's timescale. */
  delay: number
  /** Media time at which playback starts, in units of the track's timescale. */
  mediaTime: number
}

/** The sample tables of a track, by box type. */
export type Tables = ReadonlyMap<string, PlacedBox>

export interface Movie {
  /** Units per second in edit lists. */
  timescale: number
  tracks: Track[]
  /** Positions of each track's sample tables. */
  tables: Map<Track, Tables>
}

/** No real video has more tracks than this. */
const MOST_TRACKS = 64
/** Maximum sound tracks whose sample positions are recorded, because they take memory. */
const MOST_COUNTED = 4
/** Maximum bytes of a box that is read whole. */
const LARGEST_BOX = 64 * 1024

/** Containers to descend into. */
const CONTAINERS = new Set(['mdia', 'minf', 'stbl', 'edts'])

/** Reads `moov` except for the sample tables, whose positions it records. */
export async function readMovie(
  read: ReadBytes,
  moov: PlacedBox,
  budget: BoxBudget,
  samples: SampleBudget,
): Promise<Movie> {
  const movie: Movie = { timescale: 1, tracks: [], tables: new Map() }
  const defaults = new Map<number, SampleDefaults>()
  for await (const box of boxesAt(read, moov, budget)) {
    if (box.type === 'mvhd') movie.timescale = readTimescale(await content(read, box))
    if (box.type === 'mvex') await readDefaults(read, box, budget, defaults)
    if (box.type !== 'trak') continue
    const boxes = await trackBoxes(read, box, budget)
    const track = await readTrack(read, boxes, budget, samples)
    if (!track) continue
    movie.tracks.push(track)
    movie.tables.set(track, boxes)
    if (movie.tracks.length > MOST_TRACKS) throw new MalformedError(`more than ${MOST_TRACKS} tracks`)
  }
  for (const track of movie.tracks) track.defaults = defaults.get(track.id) ?? track.defaults
  for (const track of movie.tracks.filter(track => track.isCountable).slice(MOST_COUNTED)) track.isCountable = false
  return movie
}

/** Finds the first box of each type in a track, at any depth of the containers. */
async function trackBoxes(read: ReadBytes, track: PlacedBox, budget: BoxBudget): Promise<Map<string, PlacedBox>> {
  const found = new Map<string, PlacedBox>()
  const search = async (container: PlacedBox) => {
    for await (const box of boxesAt(read, container, budget)) {
      if (found.has(box.type)) continue
      found.set(box.type, box)
      if (CONTAINERS.has(box.type)) await search(box)
    }
  }
  await search(track)
  return found
}

async function readTrack(
  read: ReadBytes,
  boxes: ReadonlyMap<string, PlacedBox>,
  budget: BoxBudget,
  samples: SampleBudget,
): Promise<Track | undefined> {
  const handler = boxes.get('hdlr')
  const name = handler ? fourCharacters(await content(read, handler), 8) : ''
  const kind = ({ soun: 'sound', vide: 'pictures' } as const)[name]
  if (!kind) return undefined
  const header = await content(read, required(boxes, 'tkhd'))
  const timescale = readTimescale(await content(read, required(boxes, 'mdhd')))
  if (timescale === 0) throw new MalformedError('a track has no timescale')
  required(boxes, 'stbl')
  const [stsd, edits] = [boxes.get('stsd'), boxes.get('elst')]
  const descriptions = kind === 'sound' && stsd ? soundDescriptions(await content(read, stsd), budget) : []
  return {
    id: header.getUint32(header.getUint8(0) === 1 ? 20 : 12),
    isEnabled: (header.getUint8(3) & 1) === 1,
    kind,
    timescale,
    samples: 0,
    units: 0,
    edits: edits ? readEdits(await content(read, edits)) : { delay: 0, mediaTime: 0 },
    defaults: { description: 1, units: 0, bytes: 0 },
    firstSeconds: undefined,
    isCountable: descriptions.some(description => description !== undefined),
    descriptions,
    description: undefined,
    sound: new SampleList(samples),
  }
}

/** Units per second in `mvhd` and `mdhd`. */
function readTimescale(header: DataView): number {
  return header.getUint32(header.getUint8(0) === 1 ? 20 : 12)
}

/** Later edits are ignored, as most players do: all samples are transcribed and charged. */
function readEdits(list: DataView): Edits {
  const isLong = list.getUint8(0) === 1
  const entryBytes = isLong ? 20 : 12
  let delay = 0
  const entries = list.getUint32(4)
  for (let i = 0; i < entries && 8 + (i + 1) * entryBytes <= list.byteLength; i += 1) {
    const at = 8 + i * entryBytes
    const duration = isLong ? Number(list.getBigUint64(at)) : list.getUint32(at)
    const mediaTime = isLong ? Number(list.getBigInt64(at + 8)) : list.getInt32(at + 4)
    if (mediaTime >= 0) return { delay, mediaTime }
    delay += duration
  }
  return { delay, mediaTime: 0 }
}

async function readDefaults(
  read: ReadBytes,
  extension: PlacedBox,
  budget: BoxBudget,
  defaults: Map<number, SampleDefaults>,
): Promise<void> {
  for await (const box of boxesAt(read, extension, budget)) {
    if (box.type !== 'trex') continue
    const view = await content(read, box)
    const [description, units, bytes] = [view.getUint32(8), view.getUint32(12), view.getUint32(16)]
    defaults.set(view.getUint32(4), { description, units, bytes })
  }
}

async function content(read: ReadBytes, { type, start, end }: PlacedBox): Promise<DataView> {
  if (end - start > LARGEST_BOX) throw new MalformedError(`${type} of ${end - start} bytes`)
  return read(start, end - start)
}

function required(boxes: ReadonlyMap<string, PlacedBox>, type: string): PlacedBox {
  const box = boxes.get(type)
  if (!box) throw new MalformedError(`a track has no ${type}`)
  return box
}
