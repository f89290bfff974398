import { type Budget, boxesAt, fourCharacters, type PlacedBox, wholeBox } from './box.ts'
import type { ReadBytes } from './bytes.ts'
import { type Edit, readEdits } from './edits.ts'
import { MalformedError } from './errors.ts'
import { labelsOf } from './labels.ts'
import { notedPriming } from './priming.ts'
import { type SampleEntry, sampleEntries } from './sample-entry.ts'
import { readSampleTables } from './sample-tables.ts'
import { type SampleDefaults, SampleList, type StatedTrack, type TrackBoxes } from './stated-track.ts'

export interface Budgets {
  boxes: Budget
  samples: Budget
}

/** No real video has more tracks than this. */
const MOST_TRACKS = 64
/** Maximum sound tracks that are considered; screen recorders write up to six. */
const MOST_SOUNDS = 8
/** Maximum samples of priming; encoders need two or three frames. */
const MOST_PRIMING = 8192
/** Maximum bytes of a box that is read whole. */
const LARGEST_BOX = 64 * 1024

/** Containers to descend into. */
const CONTAINERS = new Set(['mdia', 'minf', 'stbl', 'edts', 'udta'])

/** Reads the tracks of `moov`. */
export async function readHeader(read: ReadBytes, moov: PlacedBox, budgets: Budgets): Promise<StatedTrack[]> {
  const tracks: StatedTrack[] = []
  const defaults = new Map<number, SampleDefaults>()
  let timescale = 1
  let priming = 0
  const placed: PlacedBox[] = []
  for await (const box of boxesAt(read, moov, budgets.boxes)) {
    if (box.type === 'mvhd') timescale = readTimescale(await wholeBox(read, box, LARGEST_BOX)) || 1
    if (box.type === 'mvex') await readDefaults(read, box, budgets.boxes, defaults)
    if (box.type === 'udta') priming = await notedPriming(read, box, budgets.boxes)
    if (box.type === 'trak') placed.push(box)
    if (placed.length > MOST_TRACKS) throw new MalformedError(`more than ${MOST_TRACKS} tracks`)
  }
  let sounds = 0
  for (const box of placed) {
    const boxes = await trackBoxes(read, box, budgets.boxes)
    const track = await readTrack(read, boxes, timescale, budgets)
    if (!track) continue
    if (track.kind === 'sound') sounds += 1
    if (track.kind === 'sound' && track.edits.length === 0) track.edits = withoutPriming(priming, track.entries[0])
    if (track.kind === 'sound' && sounds > MOST_SOUNDS) continue
    track.defaults = defaults.get(track.id) ?? track.defaults
    await readSampleTables(read, boxes, track)
    tracks.push(track)
  }
  return tracks
}

/** An edit list that skips noted priming, which counts samples as they are played: twice the core's rate in HE-AAC. */
function withoutPriming(samples: number, entry: SampleEntry | undefined): Edit[] {
  const rate = entry ? entry.rate * (entry.codec === 'he-aac' ? 2 : 1) : 0
  if (samples === 0 || samples > MOST_PRIMING || rate === 0) return []
  return [{ seconds: Number.POSITIVE_INFINITY, from: samples / rate }]
}

/** Finds the first box of each type in a track, at any depth of the containers. */
async function trackBoxes(read: ReadBytes, track: PlacedBox, budget: Budget): Promise<Map<string, PlacedBox>> {
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
  boxes: TrackBoxes,
  movieTimescale: number,
  budgets: Budgets,
): Promise<StatedTrack | undefined> {
  const whole = async (type: string) => {
    const box = boxes.get(type)
    return box && wholeBox(read, box, LARGEST_BOX)
  }
  const handler = await whole('hdlr')
  const kind = handler && ({ soun: 'sound', vide: 'pictures' } as const)[fourCharacters(handler, 8)]
  if (!kind) return undefined
  const [header, medium] = [await whole('tkhd'), await whole('mdhd')]
  if (!header || !medium || !boxes.has('stbl')) throw new MalformedError('a track has no header')
  const timescale = readTimescale(medium)
  if (timescale === 0) throw new MalformedError('a track has no timescale')
  const [descriptions, edits, offsets] = [await whole('stsd'), await whole('elst'), boxes.get('ctts')]
  return {
    id: header.getUint32(header.getUint8(0) === 1 ? 20 : 12),
    isEnabled: (header.getUint8(3) & 1) === 1,
    kind,
    labels: labelsOf(medium, handler, await whole('name'), await whole('kind')),
    timescale,
    samples: 0,
    units: 0,
    offset: offsets && offsets.end - offsets.start >= 16 ? (await read(offsets.start, 16)).getInt32(12) : 0,
    edits: edits ? readEdits(edits, movieTimescale, timescale) : [],
    defaults: { description: 1, units: 0, bytes: 0 },
    firstUnits: undefined,
    entries: kind === 'sound' && descriptions ? sampleEntries(descriptions, budgets.boxes) : [],
    used: new Map(),
    sound: new SampleList(budgets.samples),
  }
}

/** Units per second in `mvhd` and `mdhd`. */
function readTimescale(header: DataView): number {
  return header.getUint32(header.getUint8(0) === 1 ? 20 : 12)
}

async function readDefaults(
  read: ReadBytes,
  extension: PlacedBox,
  budget: Budget,
  defaults: Map<number, SampleDefaults>,
): Promise<void> {
  for await (const box of boxesAt(read, extension, budget)) {
    if (box.type !== 'trex') continue
    const view = await wholeBox(read, box, LARGEST_BOX)
    const [description, units, bytes] = [view.getUint32(8), view.getUint32(12), view.getUint32(16)]
    defaults.set(view.getUint32(4), { description, units, bytes })
  }
}
