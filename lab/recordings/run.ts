import { mkdirSync, readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { orUsage, WrongArgument } from '../../bin/usage.ts'
import { playInChromium } from './chromium.ts'
import { makeCorpus, sourceIn } from './corpus.ts'
import { FILMS, makeFilms } from './films.ts'
import { isThere } from './programs.ts'
import { type CheckSettings, check, type Row, worst } from './report.ts'

/**
 * `npm run recordings`: an MP4 of each encoder and each layout at hand goes through the page's reading and the server's.
 * Exits with 1 for a file that FFmpeg plays and one of them refuses, that both read differently, or whose cues are late.
 */
const HELP = `npm run recordings -- [folder with MP4 files] [--keep .jamak/recordings] [--ffmpeg ffmpeg]… [--chromium]

Without a folder it makes the files by the programs that are installed: ffmpeg, fdkaac, faac, gst-launch-1.0,
HandBrakeCLI, mencoder, cvlc, melt. Further versions of FFmpeg are given by their paths; the first one is the reference.
With --chromium it makes only the films with edited clocks, and compares them with what Chromium's <video> plays, too.`

const HERE = process.env.INIT_CWD ?? process.cwd()
const { folder, keep, ffmpegs, chromium } = orUsage(HELP, () => {
  const { values, positionals } = parseArgs({
    options: {
      keep: { type: 'string' },
      ffmpeg: { type: 'string', multiple: true },
      chromium: { type: 'boolean', default: false },
    },
    allowPositionals: true,
  })
  if (positionals.length > 1) throw new WrongArgument('There is one folder.')
  return {
    folder: positionals[0] && resolve(HERE, positionals[0]),
    keep: resolve(HERE, values.keep ?? join(import.meta.dirname, '../../.jamak/recordings')),
    ffmpegs: values.ffmpeg ?? ['ffmpeg'],
    chromium: values.chromium,
  }
})

const [ffmpeg = 'ffmpeg'] = ffmpegs
if (!(await isThere(ffmpeg))) {
  console.error(`${ffmpeg} is not installed. It makes the files and says what a player plays.`)
  process.exit(2)
}
const sounds = join(keep, 'sounds')
mkdirSync(sounds, { recursive: true })
const common = { folder: sounds, ffmpeg }
const rows = folder ? await rowsOf(filesIn(folder).map(file => ({ file, settings: common }))) : await ownRows()
const faulty = rows.filter(({ faults }) => faults.length > 0)
const most = Math.max(0, ...rows.map(({ errorMs = 0 }) => errorMs))
const refused = rows.filter(({ refusal }) => refusal)
console.log(`${rows.length} files, ${refused.length} refused, ${faulty.length} not right, cues at most ${most} ms off`)
process.exitCode = faulty.length > 0 ? 1 : 0

function filesIn(path: string): string[] {
  return readdirSync(path, { recursive: true, encoding: 'utf8' })
    .filter(name => /\.(mp4|m4a|m4v)$/i.test(name))
    .sort()
    .map(name => join(path, name))
}

async function ownRows(): Promise<Row[]> {
  if (chromium) {
    const films = await filmsFrom(await sourceIn(join(keep, 'made'), ffmpeg))
    const rows = await rowsOf(films)
    const played = await playInChromium(films.map(({ file }) => file))
    console.log(line(['file', 'quoted', 'Chromium', 'cues off']))
    for (const [i, { file, quotedMs, clicks = [] }] of rows.entries()) {
      const heard = played[i]?.clicks ?? []
      console.log(line([file, `${quotedMs}`, `${played[i]?.ms}`, `${worst(heard, clicks)}`]))
    }
    return rows
  }
  const made = await makeCorpus(join(keep, 'made'), ffmpegs)
  for (const program of made.missing) console.log(`${program} is not installed; its files are left out.`)
  for (const { name, reason } of made.failed) console.log(`${name} cannot be made: ${reason}`)
  return rowsOf([...made.files.map(file => ({ file, settings: common })), ...(await filmsFrom(made.source))])
}

async function filmsFrom(source: string): Promise<{ file: string; settings: CheckSettings }[]> {
  const films = await makeFilms(join(keep, 'films'), source, ffmpeg)
  return films.map((file, i) => ({ file, settings: { ...common, ...FILMS[i]?.expected } }))
}

async function rowsOf(files: readonly { file: string; settings: CheckSettings }[]): Promise<Row[]> {
  console.log(line(['file', 'sound', 'played', 'quoted', 'charged', 'heard', 'cues off', 'not right']))
  const rows: Row[] = []
  for (const { file, settings } of files) {
    const row = await check(file, settings)
    const { codec, isAsked, playedMs, quotedMs, chargedMs, heardMs, errorMs, refusal } = row
    const sound = refusal ?? `${codec}${isAsked ? ', asks' : ''}`
    const lengths = [playedMs, quotedMs, chargedMs, heardMs, errorMs].map(ms => `${ms ?? '-'}`)
    console.log(line([row.file, sound, ...lengths, row.faults.join('; ')]))
    rows.push(row)
  }
  return rows
}

function line(cells: readonly string[]): string {
  const widths = [44, 26, 8, 8, 8, 8, 9, 0]
  return cells
    .map((cell, i) => cell.padEnd(widths[i] ?? 0))
    .join(' ')
    .trimEnd()
}
