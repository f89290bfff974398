import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { orUsage, WrongArgument } from '../../../bin/usage.ts'
import { synthesize } from '../../../local/cloud/synthesize.ts'

const HELP = `npm run attack -- [--minutes 10] [--seed 7] [--only access|saves|floods|bodies|media|model|uploads|strings|races|pairs|kills] [--page file]
npm run soak -- [--minutes 5] [--seed 7] [--people 8] [--page file]`

const ROOT = join(import.meta.dirname, '../../..')

/** Options of `npm run attack` and `npm run soak`. */
export interface Options {
  minutes: number | undefined
  seed: number
  people: number | undefined
  /** Runs only these parts. */
  only: string[]
  /** Page to write the figures into. */
  page: string | undefined
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
    page: values.page,
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
      page: { type: 'string' },
    },
  })
  for (const name of NUMBERS)
    if (!/^\d+(\.\d+)?$/.test(read.values[name] ?? '0')) throw new WrongArgument(`--${name} takes a number.`)
  return read
}

/** Prints lines and keeps them. */
export function createSpeaker(): { say(line: string): void; said: string[] } {
  const said: string[] = []
  return {
    said,
    say(line) {
      said.push(line)
      console.log(line)
    },
  }
}

/** Progress of a run: `25 kills`, `link: 12 kills`, `25 of 170 pairs`. */
const PROGRESS = /^(?:[a-z ]+: )?\d+ (?:kills\b|of \d+ pairs$)/

/** Replaces the section of a page between `<!-- name -->` and `<!-- /name -->`, leaving out lines of progress. */
export function writeSection(page: string, name: string, lines: readonly string[]): void {
  const [begin, end] = [`<!-- ${name} -->`, `<!-- /${name} -->`]
  const text = readFileSync(page, 'utf8')
  const [from, to] = [text.indexOf(begin), text.indexOf(end)]
  if (from < 0 || to < from) throw new Error(`${page} has no section ${name}`)
  const block = ['```', ...lines.filter(line => !PROGRESS.test(line)), '```'].join('\n')
  writeFileSync(page, `${text.slice(0, from + begin.length)}\n\n${block}\n\n${text.slice(to)}`)
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
