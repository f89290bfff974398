import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { orUsage, WrongArgument } from '../../../bin/usage.ts'
import { synthesize } from '../../../local/cloud/synthesize.ts'

const HELP = `npm run attack -- [--minutes 10] [--seed 7] [--only access|saves|floods|bodies|media|uploads|strings|races|pairs|kills]
npm run soak -- [--minutes 5] [--seed 7] [--people 8]`

const ROOT = join(import.meta.dirname, '../../..')

/** Options of `npm run attack` and `npm run soak`. */
export interface Options {
  minutes: number | undefined
  seed: number
  people: number | undefined
  /** Runs only these parts. */
  only: string[]
}

/** Parses `--minutes 5 --seed 7 --only kills`. Prints the usage and exits on anything else. */
export function readOptions(words: string[]): Options {
  const { values } = orUsage(HELP, () => numbered(words))
  const number = (name: Numbered) => (values[name] === undefined ? undefined : Number(values[name]))
  return {
    minutes: number('minutes'),
    seed: number('seed') ?? Math.floor(Math.random() * 1_000_000),
    people: number('people'),
    only: values.only,
  }
}

const NUMBERS = ['minutes', 'seed', 'people'] as const
type Numbered = (typeof NUMBERS)[number]

function numbered(words: string[]) {
  const read = parseArgs({
    args: words,
    options: {
      minutes: { type: 'string' },
      seed: { type: 'string' },
      people: { type: 'string' },
      only: { type: 'string', multiple: true, default: [] },
    },
  })
  for (const name of NUMBERS)
    if (!/^\d+(\.\d+)?$/.test(read.values[name] ?? '0')) throw new WrongArgument(`--${name} takes a number.`)
  return read
}

/** Synthesizes the application with YouTube on, passes the folder to `work`, and deletes it afterwards. */
export async function withAssembly<Result>(work: (assembly: string) => Promise<Result>): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), 'jamak-attacked-'))
  try {
    const settings = { DEPLOYMENT: 'local', TEST_PAY: 'on', YOUTUBE_FETCH: 'on', BUILD_DIR: join(folder, 'build') }
    await synthesize(ROOT, join(folder, 'assembly'), settings)
    return await work(join(folder, 'assembly'))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
