import { existsSync, mkdirSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  boxesOf,
  describeTwice,
  type Edit,
  find,
  hurry,
  type MovieBox,
  moveFragments,
  packSizes,
  pauseSound,
  setEdits,
  strange,
  widenPositions,
  written,
} from './box-edits.ts'
import { run, words } from './programs.ts'
import type { CheckSettings } from './report.ts'

const PICTURES = '-f lavfi -i testsrc=s=64x48:r=25'
const VIDEO = '-map 1:v -c:v libx264 -preset ultrafast -pix_fmt yuv420p -bf 0 -g 25 -shortest'
const AAC = '-map 0:a -c:a aac -ar 44100'
const TWO = `-map 0:a -map 0:a -c:a aac ${VIDEO}`
const FRAGMENTS = '-movflags frag_keyframe+empty_moov+default_base_moof'

/** A film whose clock is not simply that of its frames: how FFmpeg makes it, and what is then changed in its boxes. */
interface Film {
  name: string
  args: string
  /** Inputs before the pictures: `{in}` is the source, `{base}` a plain film. */
  inputs?: string
  change?: (boxes: MovieBox[]) => MovieBox[] | undefined
  /** Share of the bytes that is left of the file. */
  share?: number
  expected?: Pick<CheckSettings, 'track' | 'isFromZero' | 'hole'>
}

const film = (name: string, args: string, changes: Partial<Film> = {}): Film => ({
  name,
  args: `${AAC} ${VIDEO} ${args}`,
  ...changes,
})
const changed = (name: string, change: (boxes: MovieBox[]) => MovieBox[] | undefined): Film =>
  film(name, '', { change })
const fragmented = (name: string, change: (boxes: MovieBox[]) => MovieBox[] | undefined): Film =>
  film(name, FRAGMENTS, { change })
const twoTracks = (name: string, args: string): Film => ({ name, args: `${TWO} ${args}`, expected: { track: 1 } })

/** Edits as `length@start`, in milliseconds: `@-` shows nothing, `x0` dwells. */
const edited = (name: string, list: string, expected?: Film['expected'], isLong = false): Film =>
  film(name, '', { change: boxes => void setEdits(boxes, list.split(' ').map(editOf), isLong), expected })

function editOf(text: string): Edit {
  const [, ms, from, rate = 1] = /^(\d+)@(-|\d+)(?:x(\d))?$/.exec(text) ?? []
  return [Number(ms), from === '-' ? -1 : Number(from), Number(rate)]
}

const ffmpegSkipsTheHole = { isFromZero: true }

export const FILMS: readonly Film[] = [
  film('02-moov-and-fragments', '-movflags frag_keyframe'),
  film('02-separate-fragments', '-movflags frag_keyframe+separate_moof'),
  film('02-cut-off-in-a-fragment', '-movflags frag_keyframe', { share: 0.6 }),
  twoTracks('03-ac3-then-aac', '-c:a:0 ac3'),
  twoTracks('03-opus-then-aac', '-c:a:0 libopus'),
  twoTracks('03-aac51-then-aac', '-ac:a:0 6'),
  twoTracks('05-korean-then-english', '-metadata:s:a:0 language=kor -metadata:s:a:1 language=eng'),
  {
    name: '05-silence-then-microphone',
    args: `-filter_complex [0:a]volume=0[s] -map [s] ${AAC} ${VIDEO}`,
    expected: { track: 1 },
  },
  edited('07-start-cut', '8000@3300'),
  edited('07-end-cut', '5000@0'),
  edited('07-middle-cut', '3000@0 4000@6500'),
  edited('07-four-pieces', '1500@500 1200@3100 2000@5050 2500@9000'),
  edited('07-hole-in-the-middle', '4300@0 2500@- 5000@4300', { hole: [4300, 6800] }),
  edited('07-late-start', '2000@- 9000@0', ffmpegSkipsTheHole),
  edited('07-late-and-cut', '1500@- 5000@4200', ffmpegSkipsTheHole),
  edited('07-other-order', '3000@6000 3000@0'),
  edited('07-shown-twice', '4000@1000 4000@1000'),
  edited('07-dwell', '4000@0 2000@4000x0 5000@4000'),
  edited('07-64-bit-edits', '3000@1000 4000@6500', undefined, true),
  { name: '07-copied-from-the-middle', inputs: '-ss 3.4 -i {base}', args: '-c copy -map 0' },
  { name: '07-fragments-from-the-middle', inputs: '-ss 3.4 -i {base}', args: `-c copy -map 0 ${FRAGMENTS}` },
  changed('08-clock-0.1%-fast', boxes => void hurry(boxes, 1.001)),
  changed('08-clock-1%-slow', boxes => void hurry(boxes, 0.99)),
  changed('08-clock-3%-fast', boxes => void hurry(boxes, 1.03)),
  changed('08-pause-in-the-times', boxes => void pauseSound(boxes, 0.4, 1800)),
  changed('09-two-descriptions', boxes => void describeTwice(boxes, entry => entry)),
  changed('09-second-without-decoder', boxes => void describeTwice(boxes, withoutDecoder)),
  changed('10-64-bit-positions', boxes => void widenPositions(boxes)),
  changed('10-packed-sizes', boxes => void packSizes(boxes)),
  changed('10-strange-boxes', boxes => {
    find(boxes, 'moov').boxes.splice(1, 0, strange('free', 33), strange('uuid', 40), strange('skip', 8))
    return [...boxes, strange('free', 1000)]
  }),
  film('10-header-last', ''),
  film('10-header-first', '-movflags +faststart'),
  film('11-cut-off', '-movflags +faststart', { share: 0.7 }),
  film('11-fragments-cut-off', FRAGMENTS, { share: 0.55 }),
  fragmented('12-fragment-lost', boxes => {
    const lost = boxes.indexOf(boxes.filter(({ type }) => type === 'moof')[6] ?? strange('none', 0))
    return boxes.filter((_, i) => i !== lost && i !== lost + 1)
  }),
  fragmented('12-live-from-10-s', boxes => moveBoth(boxes, 10_000)),
  fragmented('12-pause-of-both', boxes => moveBoth(boxes, 2000, 5)),
  fragmented('12-sound-2-s-late', boxes => void moveFragments(boxes, 'soun', 2000)),
  fragmented('12-pictures-2-s-late', boxes => void moveFragments(boxes, 'vide', 2000)),
  film('13-sound-1.5-s-late', '', { inputs: '-itsoffset 1.5 -i {in}' }),
  film('13-pictures-2-s-late', '', { inputs: '-i {in} -itsoffset 2' }),
  film('13-both-3-s-late', '-output_ts_offset 3', { expected: ffmpegSkipsTheHole }),
  { name: '13-sound-only', args: AAC },
  film('13-b-frames', '-bf 2'),
  film('13-no-edit-list', '-use_editlist 0'),
]

/** A sample entry without the description of its decoder, as some muxers write the second one. */
function withoutDecoder(entry: Buffer): Buffer {
  const bare = Buffer.from(entry.subarray(0, 36))
  bare.writeUInt32BE(bare.length, 0)
  return bare
}

function moveBoth(boxes: readonly MovieBox[], ms: number, from = 0): undefined {
  for (const handler of ['soun', 'vide']) moveFragments(boxes, handler, ms, from)
}

/** Makes the films that are not in the folder yet and returns their paths in order. */
export async function makeFilms(folder: string, source: string, ffmpeg: string): Promise<string[]> {
  mkdirSync(folder, { recursive: true })
  const base = join(folder, 'base.mp4')
  const make = (inputs: string, args: string, file: string) => {
    const pictures = args.includes('1:v') ? PICTURES : ''
    const filled = words(`${inputs} ${pictures} ${args}`).map(word =>
      word.replace('{in}', source).replace('{base}', base),
    )
    return run(ffmpeg, ['-v', 'error', '-y', ...filled, file])
  }
  if (!existsSync(base)) await make('-i {in}', `${AAC} ${VIDEO}`, base)
  for (const { name, inputs = '-i {in}', args, change, share = 1 } of FILMS) {
    const file = join(folder, `${name}.mp4`)
    if (existsSync(file)) continue
    await make(inputs, args, file)
    const bytes = await readFile(file)
    const boxes = boxesOf(bytes)
    const altered = change ? written(change(boxes) ?? boxes) : bytes
    await writeFile(file, altered.subarray(0, altered.length * share))
  }
  return FILMS.map(({ name }) => join(folder, `${name}.mp4`))
}
