import { bits, box, fullBox, table, text, u32 } from './boxes.ts'
import { fragmented, type MadeFragments } from './fragments.ts'
import { AAC_LC, bytesOf, editList, elementaryStream, type MadeTrack, madeFile, mp4a } from './sound-track.ts'
import { speechFrames } from './speech-frames.ts'

/** An MP4 file that claims less than it contains, or causes more work than it is charged for. */
export interface HostileFile {
  /** Completes the sentence "the file …". */
  name: string
  bytes: Buffer
}

/** 49 days in milliseconds: nearly as much as 32 bits hold. */
const DAYS_49 = 49 * 24 * 3600 * 1000

/** An hour of sound in a second: the sum of the durations, as the sample table states it. */
const shortTimes = (samples: unknown[]) => [samples.length - 1, 0, 1, 16_000]

/** All hostile files, each with `seconds` of speech. */
export async function hostileMedia(seconds: number): Promise<HostileFile[]> {
  const frames = await speechFrames(seconds)
  return [
    ...lyingConfigurations(frames),
    ...lyingDescriptions(frames),
    ...lyingTables(frames),
    ...lyingTimes(frames),
    ...packedSamples(frames),
    ...severalMovies(frames),
    ...lyingFragments(frames),
  ].map(([name, bytes]) => ({ name, bytes }))
}

type Named = [name: string, bytes: Buffer]

const track = (samples: Uint8Array[], changes: Partial<MadeTrack> = {}): MadeTrack => ({
  samples,
  times: shortTimes(samples),
  ...changes,
})
const file = (samples: Uint8Array[], changes: Partial<MadeTrack> = {}) =>
  madeFile({ tracks: [track(samples, changes)] })

/** Kinds of AAC by their AudioSpecificConfig; the frames stay what they are. */
function lyingConfigurations(frames: Uint8Array[]): Named[] {
  const config = (name: string, ...groups: string[]): Named => [
    `whose configuration claims ${name}`,
    file(frames, { entries: [mp4a(bits(...groups))] }),
  ]
  const ownRate = (rate: number) => rate.toString(2).padStart(24, '0')
  return [
    config('AAC Main', '00001', '1000', '0001', '000'),
    config('AAC LTP', '00100', '1000', '0001', '000'),
    config('AAC SSR', '00011', '1000', '0001', '000'),
    config('AAC LC at 96 kHz', '00010', '0000', '0001', '000'),
    config('a rate of its own of 16 MHz', '00010', '1111', ownRate(16_000_000), '0001', '000'),
    config('a rate of its own of 16 kHz', '00010', '1111', ownRate(16_000), '0001', '000'),
    config('a reserved rate', '00010', '1101', '0001', '000'),
    config('HE-AAC that doubles 16 kHz', '00101', '1000', '0001', '0101', '00010', '000'),
    config('HE-AAC whose outer rate is 96 kHz', '00101', '1000', '0001', '0000', '00010', '000'),
    config('HE-AAC v2', '11101', '1000', '0001', '0101', '00010', '000'),
    config('HE-AAC around SSR', '00101', '1000', '0001', '0101', '00011', '000'),
    config('frames of 960 values', '00010', '1000', '0001', '100'),
    config('low delay', '10111', '1000', '0001', '000'),
    config('enhanced low delay', '11111', '000111', '1000', '0001', '000'),
    config('xHE-AAC', '11111', '001010', '1000', '0001', '000'),
    config('channels described elsewhere', '00010', '1000', '0000', '000'),
    config('eight channels', '00010', '1000', '0111', '000'),
  ]
}

/** Sample entries by their type, their object type and their number. */
function lyingDescriptions(frames: Uint8Array[]): Named[] {
  const object = (objectType: number): Named => [
    `that names its sound 0x${objectType.toString(16)}`,
    file(frames, { entries: [mp4a(AAC_LC, { objectType })] }),
  ]
  const entry = (name: string, ...entries: Uint8Array[]): Named => [`with ${name}`, file(frames, { entries })]
  const dummy = box('text', Buffer.alloc(28))
  const planted = box('free', elementaryStream(bits('00010', '0000', '0001', '000'), 0x40))
  const types = ['enca', 'Opus', 'fLaC', 'sowt', 'twos', 'ac-3', 'alac', 'samr', '.mp3', 'ms\0U']
  return [
    ...[0x66, 0x67, 0x68, 0x69, 0x6b, 0xa5, 0xdd, 0].map(object),
    [
      'that names its sound MPEG-2 AAC without a configuration',
      file(frames, { entries: [mp4a(undefined, { objectType: 0x67 })] }),
    ],
    ['with a dummy before its sample entry', file(frames, { entries: [dummy, mp4a(AAC_LC)], entry: 2 })],
    ['whose samples name an entry that is not there', file(frames, { entry: 7 })],
    entry('a planted configuration before the true one', mp4a(AAC_LC, { before: [planted] })),
    entry(
      'a second configuration behind the true one',
      mp4a(bits('00010', '0011', '0001', '000'), { behind: [elementaryStream(AAC_LC, 0x40)] }),
    ),
    entry('its configuration in a QuickTime box', mp4a(AAC_LC, { wave: true })),
    entry('no sample entry'),
    ...types.map(type => entry(`its sound named ${type}`, mp4a(AAC_LC, { type }))),
  ]
}

/** Tables of sizes, chunks and offsets. */
function lyingTables(frames: Uint8Array[]): Named[] {
  const count = 0xffff_ffff
  const tables = (name: string, replaced: Record<string, Uint8Array>): Named => [
    name,
    file(frames, { tables: replaced }),
  ]
  const half = Math.floor(frames.length / 2)
  const sizes = table(frames.map(({ length }) => length))
  return [
    tables('that counts four thousand million samples of 4 bytes', { stsz: fullBox('stsz', 0, u32(4, count)) }),
    tables('that counts four thousand million samples of no bytes', { stsz: fullBox('stsz', 0, u32(0, count)) }),
    tables('that counts more samples than chunks hold', { stsz: fullBox('stsz', 0, u32(8, 1_000_000)) }),
    tables('that states half of its samples', { stsz: fullBox('stsz', 0, u32(0, half), sizes.subarray(0, half * 4)) }),
    tables('whose table of times is cut off', { stts: fullBox('stts', 0, u32(count)) }),
    tables('without a table of times', { stts: box('free') }),
    tables('without chunks', { stco: fullBox('stco', 0, u32(0)) }),
    tables('whose chunks lie behind its end', { stco: fullBox('stco', 0, u32(1, 0x7fff_ffff)) }),
    tables('whose runs of chunks go backward', { stsc: fullBox('stsc', 0, u32(2, 9, 50, 1, 1, 50, 1)) }),
    tables('whose runs of chunks repeat a chunk', { stsc: fullBox('stsc', 0, u32(2, 1, 50, 1, 1, 50, 1)) }),
    tables('whose runs of chunks hold no samples', { stsc: fullBox('stsc', 0, u32(2, 1, 0, 1, 2, 50, 1)) }),
    tables('whose runs of chunks begin behind the first chunk', { stsc: fullBox('stsc', 0, u32(1, 2, 5000, 1)) }),
    tables('whose runs of chunks change the sample entry', { stsc: fullBox('stsc', 0, u32(2, 1, 50, 1, 2, 50, 2)) }),
    ['whose samples are scattered', file(frames, { places: at => scattered(frames, at) })],
    [
      'whose samples are all the same bytes',
      file(Array<Uint8Array>(frames.length).fill(frames[0] ?? new Uint8Array()), {
        places: at => frames.map(() => at),
      }),
    ],
    ['whose samples begin at the same byte', file(frames, { places: at => frames.map(() => at) })],
  ]
}

/** Offsets of the samples when every other one is at the end. */
function scattered(samples: Uint8Array[], at: number): number[] {
  const straight: number[] = []
  let next = at
  for (const sample of samples) {
    straight.push(next)
    next += sample.length
  }
  return straight.map((place, i) => (i % 2 === 0 ? place : (straight[straight.length - i] ?? at)))
}

/** Durations and edit lists. */
function lyingTimes(frames: Uint8Array[]): Named[] {
  const extra = (name: string, ...entries: [number, number][]): Named => [
    name,
    file(frames, { extra: [editList(...entries)] }),
  ]
  const last = frames.length - 1
  return [
    ['whose sample table sums up to a second', file(frames)],
    ['whose samples have no duration', file(frames, { times: [frames.length, 0] })],
    ['whose last sample lasts 49 days', file(frames, { times: [last, 1024, 1, DAYS_49] })],
    ['whose first sample lasts 49 days', file(frames, { times: [1, DAYS_49, last, 1024] })],
    ['with an hour between any two samples', file(frames, { times: [frames.length, 3600 * 16_000] })],
    ['with a timescale of four thousand million', file(frames, { timescale: 0xffff_ffff })],
    extra('whose edit list shows a millisecond', [1, 0]),
    extra('whose edit list shows nothing for 49 days', [DAYS_49, -1], [1000, 0]),
    extra('whose edit list begins behind the sound', [1000, 0x7fff_ffff]),
    extra(
      'whose edit list shows a second twenty times',
      ...Array.from({ length: 20 }, (): [number, number] => [1000, 0]),
    ),
  ]
}

/** A frame of AAC without any sound: the shortest that decoders play. */
const SILENT_FRAME = Buffer.from([0, 0, 0, 7])

/** Samples that hold more than one frame each. */
function packedSamples(frames: Uint8Array[]): Named[] {
  const packed = (samples: Uint8Array[], count: number) =>
    Array.from({ length: Math.ceil(samples.length / count) }, (_, i) =>
      Buffer.concat(samples.slice(i * count, (i + 1) * count)),
    )
  const stereo = { entries: [mp4a(bits('00010', '1000', '0010', '000'))] }
  return [
    ['whose one sample holds all frames', file(packed(frames, frames.length))],
    ['whose samples hold sixty frames each', file(packed(frames, 60))],
    ['whose samples hold three frames each', file(packed(frames, 3))],
    ['whose samples hold ADTS frames', file(frames.map(adts))],
    ['whose samples hold three ADTS frames each', file(packed(frames.map(adts), 3))],
    ['whose samples hold two frames each, with a configuration for stereo', file(packed(frames, 2), stereo)],
    ['whose samples hold ten frames each, with a configuration for stereo', file(packed(frames, 10), stereo)],
    ['whose samples hold 190 silent frames each', file(frames.map(() => Buffer.alloc(760, SILENT_FRAME)))],
    ['whose last sample holds two frames', file([...frames.slice(0, -2), Buffer.concat(frames.slice(-2))])],
    ['whose samples are empty', file(frames.map(() => new Uint8Array()))],
  ]
}

/** A frame with its own header: AAC LC, 16 kHz, one channel. */
function adts(frame: Uint8Array): Buffer {
  const length = frame.length + 7
  const header = [0xff, 0xf1, 0x60, 0x40 | (length >> 11), (length >> 3) & 255, ((length & 7) << 5) | 31, 0xfc]
  return Buffer.concat([Buffer.from(header), frame])
}

/** More than one track or movie. */
function severalMovies(frames: Uint8Array[]): Named[] {
  const second = frames.slice(0, 16)
  const honest: MadeTrack = { samples: second }
  const whole = file(frames)
  return [
    ['whose first track is a second and whose second track is all', madeFile({ tracks: [honest, track(frames)] })],
    ['whose first track is all and whose second track is a second', madeFile({ tracks: [track(frames), honest] })],
    [
      'whose first track is one that players leave out',
      madeFile({ tracks: [{ samples: frames.map(() => SILENT_FRAME), isHidden: true }, track(frames)] }),
    ],
    ['whose tracks have the same number', madeFile({ tracks: [{ ...honest, id: 1 }, track(frames, { id: 1 })] })],
    [
      'whose first track cannot be counted',
      madeFile({ tracks: [track(frames, { entries: [mp4a(AAC_LC, { type: 'Opus' })] }), honest] }),
    ],
    ['with another file behind it', madeFile({ tracks: [honest], behind: [whole] })],
    ['with random bytes behind it', madeFile({ tracks: [honest], behind: [Buffer.alloc(bytesOf(frames), 7)] })],
  ]
}

/** Fragments. */
function lyingFragments(frames: Uint8Array[]): Named[] {
  const made = (name: string, changes: Partial<MadeFragments> = {}): Named => [
    name,
    fragmented({ samples: frames, duration: 0, ofFragment: 20, ...changes }),
  ]
  return [
    made('whose fragments have no duration'),
    made('whose fragments begin 49 days late', { firstTime: (DAYS_49 / 1000) * 16_000 }),
    made('whose fragments all begin at 0', { duration: 1024, times: () => 0 }),
    made('whose second fragment begins 49 days late', { times: i => (i > 0 ? (DAYS_49 / 1000) * 16_000 : 0) }),
    made('whose fragments change the sample entry', { entry: i => 1 + (i % 2) }),
    made('whose fragments count samples without sizes', { count: 0xffff_ffff }),
    made('whose fragments stand before its movie', { isMovieLast: true }),
  ]
}

/** A header of this many bytes that consists of empty boxes. */
export function headerOfTinyBoxes(bytes: number): HostileFile {
  const tiny = box('free')
  const boxes = Buffer.alloc(Math.floor(bytes / tiny.length) * tiny.length, tiny)
  const brand = box('ftyp', text('isom'), u32(0x200), text('isommp41'))
  return { name: 'whose header is tiny boxes', bytes: Buffer.concat([brand, box('moov', boxes)]) }
}

/** A header of this many bytes that consists of tracks, each with a time table. */
export function headerOfTracks(tracks: number, timesOfEach: number): HostileFile {
  const times = table(Array.from({ length: timesOfEach * 2 }, () => 1))
  const stts = fullBox('stts', 0, u32(timesOfEach), times)
  const one: MadeTrack = { samples: [new Uint8Array(4)], tables: { stts } }
  return {
    name: 'whose header is tracks with long tables',
    bytes: madeFile({ tracks: Array.from({ length: tracks }, () => one) }),
  }
}

/**
 * A file whose runs of chunks jump back and forth over chunks without samples: `kilobytes` of tables, half of them chunks.
 */
export function fileOfJumpingRuns(kilobytes: number): HostileFile {
  const chunks = Math.floor((kilobytes * 512) / 4)
  const runs = Math.floor((kilobytes * 512) / 12)
  const jumps = Array.from({ length: runs }, (_, i) => [i % 2 === 0 ? 1 : chunks, 0, 1]).flat()
  const tables = {
    stsc: fullBox('stsc', 0, u32(runs), table(jumps)),
    stco: fullBox('stco', 0, u32(chunks), table(Array.from({ length: chunks }, () => 48))),
  }
  return { name: 'whose runs of chunks jump', bytes: madeFile({ tracks: [{ samples: [new Uint8Array(4)], tables }] }) }
}
