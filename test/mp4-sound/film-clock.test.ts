import { describe, expect, it } from 'vitest'
import { convertedHeader, filmFile, filmSpan, filmTime, readMovie, type Timeline } from '#mp4-sound'
import { silentBlock } from '../../packages/mp4-sound/src/aac-block.ts'
import { showings } from '../../packages/mp4-sound/src/edits.ts'
import { inMemory } from '../source/made-media.ts'
import { box, fullBox, u32 } from '../support/mp4/boxes.ts'
import { pcmMp4 } from '../support/mp4/coded-sound.ts'
import { ANNOUNCEMENT, fragmented, fragmentsOf } from '../support/mp4/fragments.ts'
import { AAC_LC, editList, type MadeTrack, madeFile, mp4a } from '../support/mp4/sound-track.ts'

const FRAME_MS = 64
const RATE = 16_000
/** Frames of 64 ms. */
const frames = (count: number) => Array.from({ length: count }, () => silentBlock(1))
/** A hundred frames: 6.4 s. */
const HUNDRED = frames(100)
const one = (changes: Partial<MadeTrack>) => madeFile({ tracks: [{ samples: HUNDRED, ...changes }] })
const edited = (...entries: [milliseconds: number, mediaTime: number][]) => one({ extra: [editList(...entries)] })
const at = (ms: number) => (ms / 1000) * RATE

/** Fifty frames in the header and fifty in fragments that follow it at this time. */
function hybrid(gapMs: number): Buffer {
  const made = { samples: frames(50), duration: 1024, ofFragment: 20, firstTime: 50 * 1024 + at(gapMs) }
  return madeFile({ tracks: [{ samples: frames(50) }], extra: [ANNOUNCEMENT], behind: fragmentsOf(made) })
}

/** The sound in 64-bit positions. */
function farAway(): Buffer {
  const file = one({ tables: { stco: fullBox('co64', 0, u32(2, 0, 0, 0, 0)) } })
  const [start, of] = [file.indexOf('mdat') + 4, file.indexOf('co64') + 12]
  for (const [i, position] of [start, start + 50 * silentBlock(1).length].entries())
    file.writeBigUInt64BE(BigInt(position), of + 8 * i)
  return file
}

const unreadable = box('mp4a', Buffer.alloc(28))
const twice = [mp4a(AAC_LC), mp4a(AAC_LC)]
const inBoth = fullBox('stsc', 0, u32(2, 1, 50, 1, 2, 50, 2))
/** An hour of frames by a clock of microseconds, each stated to last this long. */
const hour = (frameUs: number) =>
  madeFile({ tracks: [{ samples: frames(56_250), timescale: 1_000_000, times: [56_250, frameUs] }] })

/** Each layout with the length that a player shows and the film's times of some moments of the kept sound, in milliseconds. */
const CASES: [name: string, file: Buffer, shownMs: number, times: [soundMs: number, filmMs: number][]][] = [
  [
    'plain',
    one({}),
    6400,
    [
      [0, 0],
      [6400, 6400],
    ],
  ],
  [
    'trimmed at its start',
    edited([2400, at(4000)]),
    2400,
    [
      [32, 0],
      [1032, 1000],
      [2432, 2400],
    ],
  ],
  [
    'trimmed at its end',
    edited([4000, 0]),
    4000,
    [
      [1000, 1000],
      [4032, 4000],
    ],
  ],
  [
    'delayed',
    edited([1500, -1], [6400, 0]),
    7900,
    [
      [0, 1500],
      [1000, 2500],
    ],
  ],
  [
    'with encoder priming to skip',
    edited([6336, 1024]),
    6336,
    [
      [0, 0],
      [1000, 1000],
    ],
  ],
  [
    'of three pieces and a hole',
    edited([1280, 0], [1000, -1], [640, at(3200)], [640, at(1280)]),
    3560,
    [
      [1000, 1000],
      [1500, 2500],
      [2200, 3200],
    ],
  ],
  ['with a hole at its end', edited([6400, 0], [600, -1]), 7000, [[6000, 6000]]],
  ['whose edit list shows the rest of the media', edited([0, at(640)]), 5760, [[1000, 1000]]],
  ['whose edit list shows more than there is', edited([60_000, 0]), 6400, [[6000, 6000]]],
  ['whose edit list shows no sound at all', edited([7000, at(100_000)]), 6400, [[6000, 6000]]],
  ['of PCM', pcmMp4(), 3000, [[1000, 1000]]],
  [
    'with a gap between frames',
    one({ times: [49, 1024, 1, 1024 + at(2000), 50, 1024] }),
    8400,
    [
      [3000, 3000],
      [3300, 5300],
    ],
  ],
  ['in fragments', fragmented({ samples: HUNDRED, duration: 1024, ofFragment: 20 }), 6400, [[6000, 6000]]],
  [
    'in fragments cut from a longer recording',
    fragmented({ samples: HUNDRED, duration: 1024, ofFragment: 20, firstTime: at(100_000) }),
    6400,
    [[6000, 6000]],
  ],
  ['with samples in its header and in fragments', hybrid(0), 6400, [[6000, 6000]]],
  [
    'with a gap before its fragments',
    hybrid(3000),
    9400,
    [
      [3000, 3000],
      [3300, 6300],
    ],
  ],
  ['with two sample descriptions in use', one({ entries: twice, tables: { stsc: inBoth } }), 6400, [[6000, 6000]]],
  [
    'with an unreadable sample description in use',
    one({ entries: [unreadable, mp4a(AAC_LC)], tables: { stsc: inBoth } }),
    6400,
    [[6000, 6000]],
  ],
  ['in 64-bit positions', farAway(), 6400, [[6000, 6000]]],
  [
    'stated to last 0.1 % less',
    hour(63_936),
    3_596_400,
    [
      [1_800_000, 1_798_200],
      [3_599_000, 3_595_401],
    ],
  ],
  [
    'stated to last 0.1 % more',
    hour(64_064),
    3_603_600,
    [
      [1_800_000, 1_801_800],
      [3_599_000, 3_602_599],
    ],
  ],
  ['stated to last a fraction of what it lasts', hour(1000), 3_600_000, [[1_800_000, 1_800_000]]],
]

describe('sound on the film’s clock', () => {
  it.each(CASES)('%s', async (_, file, shownMs, times) => {
    const movie = await readMovie(inMemory(file), 14_400)
    const [track] = movie.tracks
    expect(Math.abs(movie.shownMs - shownMs)).toBeLessThanOrEqual(1)
    for (const [soundMs, filmMs] of times) expect(filmTime(track.timeline, soundMs)).toBeCloseTo(filmMs, -1)
  })

  it.each(CASES)('is unchanged in the file that is sent: %s', async (_, file) => {
    const movie = await readMovie(inMemory(file), 14_400)
    const [track] = movie.tracks
    const { size, content } = filmFile(inMemory(file), track, movie)
    const pieces: Uint8Array[] = []
    for await (const piece of content) pieces.push(piece)
    const sent = Buffer.concat(pieces)
    expect(sent.length).toBe(size)
    const again = await readMovie(inMemory(sent), 14_400)
    expect(Math.abs(again.shownMs - movie.shownMs)).toBeLessThanOrEqual(1)
    expect(again.tracks[0]).toMatchObject({ soundMs: track.soundMs, heardMs: track.heardMs })
    const moments = Array.from({ length: Math.floor((2 * track.soundMs) / FRAME_MS) }, (_, i) => (i * FRAME_MS) / 2)
    const times = (timeline: Timeline) => moments.map(soundMs => filmTime(timeline, soundMs))
    const before = times(track.timeline)
    const apart = times(again.tracks[0].timeline).map((filmMs, i) => Math.abs(filmMs - (before[i] ?? 0)))
    expect(apart.filter(ms => ms >= 1)).toEqual([])
  })

  it('is unchanged after a conversion, apart from the delay of the encoder', async () => {
    const file = edited([1280, 0], [1000, -1], [2000, at(3200)])
    const movie = await readMovie(inMemory(file), 14_400)
    const [{ timeline, soundMs, language }] = movie.tracks
    // MP3 at 16 kHz: frames of 36 ms in 216 bytes.
    const frame = Buffer.concat([Buffer.from([0xff, 0xf3, 0x68, 0xc4]), Buffer.alloc(212)])
    const delay = 1105
    const mp3 = Array.from({ length: Math.ceil((soundMs + 69) / 36) }, () => frame)
    const sound = { rate: RATE, channels: 1, frameUnits: 576, delay } as const
    const sizes = Uint32Array.from(mp3, ({ length }) => length)
    const header = convertedHeader({ timeline, language }, movie, { ...sound, sizes })
    const again = await readMovie(inMemory(Buffer.concat([header, ...mp3])), 14_400)
    expect(again.shownMs).toBe(movie.shownMs)
    expect(Math.abs(again.tracks[0].heardMs - movie.tracks[0].heardMs)).toBeLessThan(10)
    // Frames that hold nothing but the delay are not shown.
    const [{ frames: kept, timeline: converted }] = again.tracks
    const skippedMs = (((kept.positions[0] ?? 0) - header.length) / frame.length) * 36
    for (const ms of [0, 100, 700, 1200, 1400, 2000, 3200]) {
      const filmMs = filmTime(converted, ms + (delay / RATE) * 1000 - skippedMs)
      expect(Math.abs(filmMs - filmTime(timeline, ms)), String(ms)).toBeLessThan(10)
    }
  })

  it('ends where a recording was cut off', async () => {
    const samples = HUNDRED.map(block => Buffer.concat([block, Buffer.alloc(36)]))
    const whole = fragmented({ samples, duration: 1024, ofFragment: 20 })
    const { shownMs, isCutOff, tracks } = await readMovie(inMemory(whole.subarray(0, whole.length - 410)), 14_400)
    expect({ shownMs, isCutOff, frames: tracks[0].frames.count }).toEqual({ shownMs: 5696, isCutOff: true, frames: 89 })
  })

  it('shows a word at a hole on the side that contains its middle, and drops a word that is cut off', async () => {
    const file = edited([1280, 0], [1000, -1], [2000, at(3200)])
    const { timeline } = (await readMovie(inMemory(file), 14_400)).tracks[0]
    const span = (startMs: number, endMs: number) => filmSpan(timeline, { startMs, endMs })
    expect(span(1000, 1300)).toEqual({ startMs: 1000, endMs: 1280 })
    expect(span(1200, 1500)).toEqual({ startMs: 2280, endMs: 2500 })
    const trimmed = await readMovie(inMemory(edited([2400, at(4010)])), 14_400)
    expect(filmSpan(trimmed.tracks[0].timeline, { startMs: 0, endMs: 30 })).toBeUndefined()
  })
})

describe('the stretches of the pictures', () => {
  it.each([
    // As ffmpeg writes a variable frame rate: a picture lasts from 8.625 to 8.667 s, after all decoding times.
    ['end where the edit does, even after the last decoding time', [{ from: 3.342, seconds: 5.325 }], 8.667, 5.241],
    ['end before the media if the edit does', [{ from: 3.342, seconds: 2 }], 5.342, 2],
    ['never end without an edit list', [], Number.POSITIVE_INFINITY, 8.583],
  ])('%s', (_, edits, to, end) => {
    const found = showings(edits, 0, 8.583)
    expect(found.shown.at(-1)?.to).toBeCloseTo(to, 3)
    expect(found.end).toBeCloseTo(end, 3)
  })
})
