import { movieBox, trackBox } from '../../../packages/mp4-sound/src/header.ts'
import { box, descriptor, fullBox, table, text, u16, u32 } from './boxes.ts'

/** How a constructed file describes one sound track; every field may be false. */
export interface MadeTrack {
  id?: number
  /** True for a track that is not enabled. */
  isHidden?: boolean
  /** Bytes of the samples, in order. */
  samples: Uint8Array[]
  /** ISO 639-2 code; undetermined by default. */
  language?: string
  timescale?: number
  /** Pairs of a number of samples and their duration (`stts`). */
  times?: number[]
  /** Content of `stsd` after its count. */
  entries?: Uint8Array[]
  /** Index of the sample entry that the samples refer to. */
  entry?: number
  /** Boxes put into `trak` before `mdia`. */
  extra?: Uint8Array[]
  /** Tables that replace the true ones, by type. */
  tables?: Record<string, Uint8Array>
  /** Position in `mdat` of each sample's chunk; one after another by default. */
  places?: (at: number) => number[]
}

export interface MadeFile {
  tracks: MadeTrack[]
  /** Boxes appended to `moov` after the tracks. */
  extra?: Uint8Array[]
  /** Boxes after the media data. */
  behind?: Uint8Array[]
}

const RATE = 16_000
const SAMPLES_OF_A_CHUNK = 50

/** An MP4 file, media data first. */
export function madeFile({ tracks, extra = [], behind = [] }: MadeFile): Buffer {
  const brand = box('ftyp', text('isom'), u32(0x200), text('isommp41'))
  const data = box('mdat', ...tracks.flatMap(({ samples }) => samples))
  let at = brand.length + 8
  const boxes = tracks.map((track, i) => {
    const start = at
    at += bytesOf(track.samples)
    return madeTrack(track, i + 1, start)
  })
  return Buffer.concat([brand, data, movieBox(1000, 1000, ...boxes, ...extra), ...behind])
}

function madeTrack(track: MadeTrack, usualId: number, start: number): Uint8Array {
  const { id = usualId, samples, timescale = RATE, times = [samples.length, 1024], entry = 1, extra = [] } = track
  const places = track.places?.(start) ?? chunkPlaces(samples, start)
  const ofChunk = track.places ? 1 : SAMPLES_OF_A_CHUNK
  const last = samples.length % ofChunk
  const runs = [
    ...(last === 0 || places.length > 1 ? [1, ofChunk, entry] : []),
    ...(last > 0 ? [places.length, last, entry] : []),
  ]
  const { entries = [mp4a(AAC_LC)] } = track
  const tables = {
    stsd: fullBox('stsd', 0, u32(entries.length), ...entries),
    stts: fullBox('stts', 0, u32(times.length / 2), table(times)),
    stsc: fullBox('stsc', 0, u32(runs.length / 3), table(runs)),
    stsz: fullBox('stsz', 0, u32(0, samples.length), table(samples.map(({ length }) => length))),
    stco: fullBox('stco', 0, u32(places.length), table(places)),
    ...track.tables,
  }
  return trackBox({
    id,
    flags: track.isHidden ? 2 : 3,
    timescale,
    units: timescale,
    shown: 1000,
    language: track.language,
    before: extra,
    tables: Object.values(tables),
  })
}

function chunkPlaces(samples: Uint8Array[], start: number): number[] {
  const places: number[] = []
  let at = start
  for (const [i, sample] of samples.entries()) {
    if (i % SAMPLES_OF_A_CHUNK === 0) places.push(at)
    at += sample.length
  }
  return places
}

export function bytesOf(samples: Uint8Array[]): number {
  return samples.reduce((sum, sample) => sum + sample.length, 0)
}

/** AAC LC, 16 kHz, one channel: the actual format of the constructed files. */
export const AAC_LC = Buffer.from([0x14, 0x08])

export interface EntryClaims {
  type?: string
  objectType?: number
  /** Boxes before, after and around `esds`. */
  before?: Uint8Array[]
  behind?: Uint8Array[]
  wave?: boolean
}

/** A sample entry with this AudioSpecificConfig. */
export function mp4a(config: Uint8Array | undefined, claims: EntryClaims = {}): Uint8Array {
  const { type = 'mp4a', objectType = 0x40, before = [], behind = [], wave = false } = claims
  const esds = elementaryStream(config, objectType)
  const fields = [Buffer.alloc(6), u16(1), u16(wave ? 1 : 0, 0), u32(0), u16(1, 16, 0, 0), u32(RATE * 0x10000)]
  if (wave)
    return box(type, ...fields, u32(1024, 2, 2, 2), ...before, box('wave', box('frma', text('mp4a')), esds), ...behind)
  return box(type, ...fields, ...before, esds, ...behind)
}

export function elementaryStream(config: Uint8Array | undefined, objectType: number): Uint8Array {
  const specific = config ? [descriptor(5, config)] : []
  const decoder = descriptor(4, Buffer.from([objectType, 0x15]), Buffer.alloc(11), ...specific)
  return fullBox('esds', 0, descriptor(3, u16(1), Buffer.alloc(1), decoder, descriptor(6, Buffer.from([2]))))
}

/** An edit list with entries (duration in milliseconds, media time; -1 shows nothing). */
export function editList(...entries: [milliseconds: number, mediaTime: number][]): Uint8Array {
  const written = entries.map(([duration, mediaTime]) => u32(duration, mediaTime, 0x10000))
  return box('edts', fullBox('elst', 0, u32(entries.length), ...written))
}
