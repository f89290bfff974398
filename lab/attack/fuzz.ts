import { readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { orUsage, WrongArgument } from '../../bin/usage.ts'
import { hostileMedia } from '../../test/support/mp4/hostile-media.ts'
import { heardSeconds } from '../../test/support/mp4/settled-sound.ts'
import { disagreement, readAsPage, readAsServer } from '../recordings/callers.ts'
import { type Chance, chanceOf } from './harness/chance.ts'
import { createSpeaker, writeSection } from './harness/options.ts'

/**
 * `npm run fuzz -- --files 20000 --seed 7`: mutates media files, settles each as the workflow does, and decodes what would
 * be transcribed. Exits with 1 if more is transcribed than settled, if the page reads a file otherwise than the server, if
 * an error is not a refusal, or if a file takes longer than its size justifies.
 */
const HELP = 'npm run fuzz -- [--files 20000] [--seed 7] [--from folder of MP4 files] [--page file]'
const { files, seed, from, page } = orUsage(HELP, () => {
  const { values } = parseArgs({
    options: {
      files: { type: 'string' },
      seed: { type: 'string' },
      from: { type: 'string' },
      page: { type: 'string' },
    },
  })
  for (const [name, value = '0'] of Object.entries({ files: values.files, seed: values.seed }))
    if (!/^\d+$/.test(value)) throw new WrongArgument(`--${name} takes a number.`)
  return { files: Number(values.files ?? 20_000), seed: Number(values.seed ?? 7), from: values.from, page: values.page }
})

const REFUSALS: ReadonlySet<string> = new Set([
  ...['NO_AUDIO', 'NOT_A_VIDEO', 'DAMAGED_VIDEO', 'UNSUPPORTED_AUDIO', 'TOO_LONG'],
])
/**
 * Sound may be transcribed beyond what is settled by this share and by these seconds, because frames are kept whole where
 * an edit cuts and clocks drift (`chargedMs`); the local decoder rounds to its own sample rate.
 */
const BEYOND_SHARE = 0.01
const BEYOND_SECONDS = 0.252
const MOST_MS = 10_000
const ROOT = join(import.meta.dirname, '../..')

/** Numbers at which a program may turn around. */
const NUMBERS = [0, 1, 2, 0x7f, 0x80, 0xff, 0x7fff, 0xffff, 0x7fff_ffff, 0x8000_0000, 0xffff_fffe, 0xffff_ffff] as const

/** A copy of a file with one to eight changes: bits, numbers, stretches moved, repeated, cut out or cut off. */
function mutate(bytes: Uint8Array, headers: readonly number[], chance: Chance): Uint8Array<ArrayBuffer> {
  let copy = Uint8Array.from(bytes)
  // Most changes hit a header, because those in the sound only change what is heard.
  const place = () =>
    Math.min(
      copy.length - 5,
      Math.max(0, chance.happens(0.7) ? chance.pick(headers) + chance.below(60) : chance.below(copy.length)),
    )
  for (let left = chance.happens(0.5) ? 1 : 1 + chance.below(8); left > 0 && copy.length > 64; left -= 1) {
    const at = place()
    const kind = chance.below(6)
    if (kind === 0) copy[at] = (copy[at] ?? 0) ^ (1 << chance.below(8))
    if (kind === 1) new DataView(copy.buffer).setUint32(at, chance.pick(NUMBERS))
    if (kind === 2) copy[at] = chance.below(256)
    if (kind === 3) copy.copyWithin(at, place(), place() + chance.below(200))
    if (kind === 4 && chance.happens(0.3)) copy = copy.slice(0, Math.max(64, at))
    if (kind === 5 && chance.happens(0.5)) {
      const end = Math.min(copy.length, at + chance.below(400))
      copy = chance.happens(0.5)
        ? Uint8Array.from([...copy.subarray(0, at), ...copy.subarray(end)])
        : Uint8Array.from([...copy.subarray(0, end), ...copy.subarray(at)])
    }
  }
  return copy
}

/** Positions of box types, near which the headers are. */
function headersIn(bytes: Uint8Array): number[] {
  const text = Buffer.from(bytes).toString('latin1')
  return [
    ...text.matchAll(
      /ftyp|moov|mvhd|trak|tkhd|mdhd|hdlr|elst|stsd|mp4a|esds|stts|stsc|stsz|stco|co64|moof|trun|tfhd|tfdt/g,
    ),
  ].map(({ index }) => index - 4)
}

/** The files of a folder, such as those that `npm run recordings` makes. */
function filesIn(path: string): { name: string; bytes: Uint8Array }[] {
  const names = readdirSync(path, { recursive: true, encoding: 'utf8' }).filter(name => name.endsWith('.mp4'))
  return names.map(name => ({ name, bytes: new Uint8Array(readFileSync(join(path, name))) }))
}

const { say, said } = createSpeaker()
const chance = chanceOf(seed)
const originals = from
  ? filesIn(from)
  : [
      ...['test/fixtures/media/hum.mp4', 'test/fixtures/media/stereo.mp4', 'test/fixtures/media/silent.mp4'].map(
        name => ({
          name,
          bytes: new Uint8Array(readFileSync(join(ROOT, name))),
        }),
      ),
      { name: 'local/sample/hello.m4a', bytes: new Uint8Array(readFileSync(join(ROOT, 'local/sample/hello.m4a'))) },
      ...(await hostileMedia(2)),
    ]
const sources = originals
  .map(each => ({ ...each, headers: headersIn(each.bytes) }))
  .filter(({ headers }) => headers.length > 0)
const folder = await mkdtemp(join(tmpdir(), 'jamak-fuzz-'))
const outcomes = new Map<string, number>()
const broken: string[] = []
let [slowest, largest, closest] = [0, 0, Number.NEGATIVE_INFINITY]
for (let n = 0; n < files; n += 1) {
  const one = chance.of(`file ${n}`)
  const source = one.pick(sources)
  const bytes = mutate(source.bytes, source.headers, one)
  const started = performance.now()
  const outcome = await readAsServer(bytes).catch((error: Error) => ({ refusal: error.name }))
  const ms = performance.now() - started
  const difference = await readAsPage(new Blob([bytes]))
    .then(read => disagreement(read, outcome))
    .catch((error: Error) => error.stack)
  if (difference) broken.push(`file ${n}, from ${source.name}, is read twofold: ${difference}`)
  slowest = Math.max(slowest, ms)
  largest = Math.max(largest, process.memoryUsage.rss())
  if (ms > MOST_MS) broken.push(`file ${n}, from ${source.name}, took ${Math.round(ms)} ms`)
  if ('refusal' in outcome) {
    const { refusal } = outcome
    outcomes.set(refusal, (outcomes.get(refusal) ?? 0) + 1)
    if (!REFUSALS.has(refusal)) broken.push(`file ${n}, from ${source.name}, ended with ${refusal}`)
    continue
  }
  outcomes.set('settled', (outcomes.get('settled') ?? 0) + 1)
  const path = join(folder, 'sound.mp4')
  await writeFile(path, outcome.heard)
  const beyond = (await heardSeconds(path)) - outcome.chargedMs / 1000
  closest = Math.max(closest, beyond)
  if (beyond > BEYOND_SECONDS + (BEYOND_SHARE * outcome.chargedMs) / 1000)
    broken.push(`of file ${n}, from ${source.name}, ${beyond.toFixed(3)} s more are transcribed than settled`)
}
await rm(folder, { recursive: true, force: true })
say(
  `${files} files from ${sources.length}, seed ${seed}: ${[...outcomes].map(([name, count]) => `${name} ${count}`).join(', ')}`,
)
say(`slowest ${Math.round(slowest)} ms, largest memory of the process ${Math.round(largest / 1024 ** 2)} MB`)
say(
  `transcribed beyond the settled length: at most ${(Math.max(0, closest) * 1000).toFixed(0)} ms; broken ${broken.length}`,
)
for (const line of broken.slice(0, 20)) say(`  ${line}`)
if (page !== undefined) writeSection(page, 'fuzz', said)
process.exitCode = broken.length > 0 ? 1 : 0
