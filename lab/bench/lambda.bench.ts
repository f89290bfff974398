import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { buildSync } from 'esbuild'
import { FUNCTIONS, type FunctionName } from '../../lambdas/contract/functions.ts'
import { bundleLambdas } from '../../lib/bundle.ts'
import { type Aim, amount, type Cell, type Report, type Table } from './figures.ts'
import { median } from './isolated.ts'
import { type Start, startOnce } from './lambda/start-once.ts'

const ROOT = join(import.meta.dirname, '../..')
const ROUNDS = 7
/** No further round begins after this time, so that a busy machine also ends within five minutes. */
const LAST_ROUND_MS = 150_000
/**
 * Targets for functions behind the page: compressed KB, and a third of the slowest function's former time, in multiples
 * of an empty handler.
 */
const AIM = { kilobytes: 130, emptyHandlers: 228 / 48 / 3 }
/** Functions that a user of the page waits for. */
const BEHIND_THE_PAGE: ReadonlySet<FunctionName> = new Set(['account', 'submission', 'archive', 'payment'])

interface Row {
  name: FunctionName
  behindThePage: boolean
  /** Compressed bytes of the files that a cold start loads. */
  gzipped: number
  /**
   * Median milliseconds and CPU beyond an empty handler, for the bundle and for the same code with its packages as npm
   * installs them.
   */
  bundled: Start
  unbundled: Start
}

/**
 * Measures the size of each function's bundle and its cold start beyond that of an empty handler, in fresh processes,
 * for the bundle and the unbundled code. Time and CPU are medians of seven alternating rounds (`--quick`: one).
 */
export async function run(options: readonly string[]): Promise<Report> {
  const folder = mkdtempSync(join(tmpdir(), 'jamak-starts-'))
  try {
    const { empty, rows, rounds } = await measure(folder, options.includes('--quick') ? 1 : ROUNDS)
    return { tables: [tableOf(empty, rows)], aims: aimsOf(empty, rows), data: { rounds, empty, functions: rows } }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function tableOf(empty: Start, rows: readonly Row[]): Table {
  const cells = ({ ms, cpuMs }: Start) => [amount(ms, 'ms'), amount(cpuMs, 'ms')]
  return {
    name: 'lambda',
    headings: ['function', 'behind the page', 'compressed', 'start', 'CPU', 'unbundled: start', 'CPU'],
    rows: [
      ['an empty handler', '-', '-', ...cells(empty), '-', '-'],
      ...rows.map(({ name, behindThePage, gzipped, bundled, unbundled }): Cell[] => [
        name,
        behindThePage ? 'yes' : 'no',
        amount(gzipped / 1024, 'KB', 1),
        ...cells(bundled),
        ...cells(unbundled),
      ]),
    ],
  }
}

function aimsOf(empty: Start, rows: readonly Row[]): Aim[] {
  return rows
    .filter(({ behindThePage }) => behindThePage)
    .flatMap(({ name, gzipped, bundled }) => [
      {
        aim: `${name}, compressed`,
        measured: amount(gzipped / 1024, 'KB', 1),
        atMost: AIM.kilobytes,
        ifMissed: 'The tables need the SDK with its JSON protocol, and every border needs zod.',
      },
      {
        aim: `${name}, start over an empty handler's, in empty handlers`,
        measured: amount(bundled.ms / empty.ms, '', 2),
        atMost: AIM.emptyHandlers,
        ifMissed: "Node's own modules, the SDK, zod with the schemas, and compiling take more than a third together.",
      },
    ])
}

async function measure(folder: string, wanted: number): Promise<{ empty: Start; rows: Row[]; rounds: number }> {
  const bundles = join(folder, 'bundled')
  await bundleLambdas(bundles)
  const packages = unbundle(join(folder, 'unbundled'))
  const nothing = join(folder, 'empty.cjs')
  writeFileSync(nothing, 'exports.handler = async () => ({})\n')
  const names = Object.keys(FUNCTIONS) as FunctionName[]
  const files = {
    bundled: (name: FunctionName) => join(bundles, name, 'index.cjs'),
    unbundled: (name: FunctionName) => join(packages, `${name}.mjs`),
  }
  const measured = new Map<string, Start[]>()
  const note = async (file: string) => measured.set(file, [...(measured.get(file) ?? []), await startOnce(file)])
  const began = performance.now()
  let rounds = 0
  // Each round runs all of them, so that a busy minute of the machine affects all alike.
  for (; rounds < wanted && (rounds === 0 || performance.now() - began < LAST_ROUND_MS); rounds += 1) {
    await note(nothing)
    for (const name of names) for (const fileOf of Object.values(files)) await note(fileOf(name))
  }
  const typical = (file: string): Start => {
    const starts = measured.get(file) ?? []
    const files = starts[0]?.files ?? []
    return { files, ms: median(starts.map(start => start.ms)), cpuMs: median(starts.map(start => start.cpuMs)) }
  }
  const empty = typical(nothing)
  const over = (file: string): Start => {
    const { ms, cpuMs, files } = typical(file)
    return { files, ms: ms - empty.ms, cpuMs: cpuMs - empty.cpuMs }
  }
  const rows = names.map(name => ({
    name,
    behindThePage: BEHIND_THE_PAGE.has(name),
    gzipped: compressedSize(typical(files.bundled(name)).files),
    bundled: over(files.bundled(name)),
    unbundled: over(files.unbundled(name)),
  }))
  return { empty, rows, rounds }
}

const compressedSize = (files: readonly string[]): number =>
  files.reduce((sum, file) => sum + gzipSync(readFileSync(file), { level: 9 }).length, 0)

/** The handlers without types, one file each, importing their packages from `node_modules`. */
function unbundle(folder: string): string {
  buildSync({
    entryPoints: Object.fromEntries(
      Object.entries(FUNCTIONS).map(([name, file]) => [name, join(ROOT, 'lambdas', file)]),
    ),
    outdir: folder,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    packages: 'external',
    platform: 'node',
    target: 'node24',
    format: 'esm',
    logLevel: 'warning',
  })
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
  return folder
}
