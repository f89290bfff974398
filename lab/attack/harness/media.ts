import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  fileOfJumpingRuns,
  headerOfTinyBoxes,
  headerOfTracks,
  hostileMedia,
} from '../../../test/support/mp4/hostile-media.ts'
import { outcomeOf } from '../../../test/support/mp4/settled-sound.ts'

/** A part of the attack: one line of figures, and the violations. */
export interface Attacked {
  line: string
  broken: string[]
}

/** The local decoder rounds to its own sample rate. */
const ROUNDING_SECONDS = 0.001
/** A file of a megabyte is settled in tens of milliseconds; this leaves room for a busy machine. */
const MOST_MS = 5000
const SECONDS = 8

/** Settles hostile files, and decodes what would be transcribed. */
export async function tryMedia(): Promise<Attacked> {
  const folder = await mkdtemp(join(tmpdir(), 'jamak-attack-media-'))
  const files = [
    ...(await hostileMedia(SECONDS)),
    fileOfJumpingRuns(1000),
    fileOfJumpingRuns(3000),
    headerOfTinyBoxes(2_000_000),
    headerOfTracks(60, 20_000),
  ]
  const broken: string[] = []
  let [refused, slowest] = [0, 0]
  for (const { name, bytes } of files) {
    const started = performance.now()
    const outcome = await outcomeOf(bytes, folder)
    const ms = performance.now() - started
    slowest = Math.max(slowest, ms)
    if (ms > MOST_MS) broken.push(`a file ${name} took ${Math.round(ms)} ms`)
    if ('refusal' in outcome) refused += 1
    else if (outcome.heardSeconds > outcome.settledSeconds + ROUNDING_SECONDS)
      broken.push(
        `of a file ${name}, ${outcome.settledSeconds} s were settled and ${outcome.heardSeconds} s transcribed`,
      )
  }
  await rm(folder, { recursive: true, force: true })
  return { line: `${files.length} files: ${refused} refused, slowest ${Math.round(slowest)} ms`, broken }
}
