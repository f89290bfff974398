import { readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { hostileMedia } from '../../../test/support/mp4/hostile-media.ts'
import { heardSeconds } from '../../../test/support/mp4/settled-sound.ts'
import { disagreement, readAsPage, readAsServer } from '../../recordings/callers.ts'
import type { Chance } from './chance.ts'

/** A part of the attack: one line of figures, and the violations. */
export interface Attacked {
  line: string
  broken: string[]
}

const REFUSALS: ReadonlySet<string> = new Set([
  ...['NO_AUDIO', 'NOT_A_VIDEO', 'DAMAGED_VIDEO', 'UNSUPPORTED_AUDIO', 'TOO_LONG'],
])
/**
 * Sound may be transcribed beyond what is settled by this share and by these seconds, because frames are kept whole where
 * an edit cuts and clocks drift (`chargedMs`); the local decoder rounds to its own sample rate.
 */
const BEYOND_SHARE = 0.01
const BEYOND_SECONDS = 0.252
/** A file is read in tens of milliseconds; this leaves room for a busy machine. */
const MOST_MS = 10_000
const FILES = 2000
const ROOT = join(import.meta.dirname, '../../..')
const ORDINARY = ['hum.mp4', 'stereo.mp4', 'silent.mp4'].map(name => `test/fixtures/media/${name}`)

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

/**
 * Mutates ordinary and hostile files, reads each as the page and as the server do, settles it and decodes what would be
 * transcribed. Page and server must agree, an error must be a refusal, and no more may be transcribed than settled.
 */
export async function tryMedia(chance: Chance): Promise<Attacked> {
  const originals = [
    ...[...ORDINARY, 'local/sample/hello.m4a'].map(name => ({ name, bytes: readFileSync(join(ROOT, name)) })),
    ...(await hostileMedia(2)),
  ]
  const sources = originals
    .map(each => ({ ...each, headers: headersIn(each.bytes) }))
    .filter(({ headers }) => headers.length > 0)
  const folder = await mkdtemp(join(tmpdir(), 'jamak-attack-media-'))
  const path = join(folder, 'sound.mp4')
  const broken: string[] = []
  let [refused, slowest] = [0, 0]
  for (let n = 0; n < FILES; n += 1) {
    const one = chance.of(`file ${n}`)
    const source = one.pick(sources)
    const what = `file ${n}, from ${source.name},`
    const bytes = mutate(source.bytes, source.headers, one)
    const started = performance.now()
    const outcome = await readAsServer(bytes).catch((error: Error) => ({ refusal: error.name }))
    slowest = Math.max(slowest, performance.now() - started)
    const difference = await readAsPage(new Blob([bytes]))
      .then(read => disagreement(read, outcome))
      .catch((error: Error) => error.stack)
    if (difference) broken.push(`${what} is read twofold: ${difference}`)
    if ('refusal' in outcome) {
      refused += 1
      if (!REFUSALS.has(outcome.refusal)) broken.push(`${what} ended with ${outcome.refusal}`)
      continue
    }
    await writeFile(path, outcome.heard)
    const beyond = (await heardSeconds(path)) - outcome.chargedMs / 1000
    if (beyond > BEYOND_SECONDS + (BEYOND_SHARE * outcome.chargedMs) / 1000)
      broken.push(`of ${what} ${beyond.toFixed(3)} s more are transcribed than settled`)
  }
  await rm(folder, { recursive: true, force: true })
  if (slowest > MOST_MS) broken.push(`a file took ${Math.round(slowest)} ms`)
  const line = `${FILES} files, mutated from ${sources.length}: ${refused} refused, slowest ${Math.round(slowest)} ms`
  return { line, broken }
}
