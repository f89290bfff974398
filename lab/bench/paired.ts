import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import * as z from 'zod'
import { amount, type Cell, finiteJson, spreadOf, TIMES } from './figures.ts'
import { median, printTable } from './isolated.ts'
import { between, markdownTable } from './page.ts'
import { busyShare } from './sections.ts'

const ROOT = join(import.meta.dirname, '../..')
const PAGE = join(ROOT, 'docs/performance.md')
const HELP = 'npm run bench -- paired <commit> [subtitle | pipeline] [--rounds 5] [--page]'

/** Figures of one run, by name. */
type Figures = Record<string, number>

/** The program to run in each tree. */
const CORES: Readonly<Record<string, (tree: string) => Figures>> = { subtitle: cutWords, pipeline: sendVideos }

/**
 * Alternates the core of a section between a commit's tree and this one, with the packages installed here, and prints
 * both with their ratio, so that the load of the machine affects both alike. `--page` writes the table into
 * docs/performance.md.
 */
export async function compareWith(args: readonly string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { rounds: { type: 'string', default: '5' }, page: { type: 'boolean', default: false } },
  })
  const [commit, section = 'subtitle'] = positionals
  const core = CORES[section]
  const rounds = Number(values.rounds)
  if (commit === undefined || !core || !(rounds >= 1)) {
    console.error(HELP)
    process.exitCode = 2
    return
  }
  const folder = mkdtempSync(join(tmpdir(), 'jamak-paired-'))
  try {
    const name = execFileSync('git', ['rev-parse', '--short', `${commit}^{commit}`], {
      cwd: ROOT,
      encoding: 'utf8',
    }).trim()
    const before = treeOf(name, folder)
    const busyBefore = await busyShare()
    const pairs: [before: Figures, after: Figures][] = []
    for (let round = 0; round < rounds; round += 1) {
      // The two alternate in going first.
      const trees = round % 2 === 0 ? [before, ROOT] : [ROOT, before]
      const found = trees.map(tree => core(tree))
      const [one = {}, other = {}] = round % 2 === 0 ? found : found.toReversed()
      pairs.push([one, other])
      console.log(`round ${round + 1} of ${rounds}: ${name} ${JSON.stringify(one)}, this tree ${JSON.stringify(other)}`)
    }
    const headings = [
      section === 'subtitle' ? 'words to SRT' : 'a video to its SRT',
      name,
      'this tree',
      'ratio of medians',
      `ratio of the ${rounds} rounds`,
    ]
    const rows = rowsOf(pairs)
    const texts = rows.map(row => row.map(cell => (typeof cell === 'string' ? cell : spreadOf([cell]))))
    console.log()
    printTable(headings, texts)
    mkdirSync(join(ROOT, '.jamak'), { recursive: true })
    writeFileSync(join(ROOT, `.jamak/bench-paired-${section}.json`), `${finiteJson({ commit: name, pairs }, 2)}\n`)
    if (!values.page) return
    const when = `${new Date().toISOString().slice(0, 10)}; other work used ${(busyBefore * 100).toFixed(0)} % of the cores just before.`
    const text = `${when}\n\n${markdownTable([headings, ...texts])}`
    writeFileSync(PAGE, between(readFileSync(PAGE, 'utf8'), `paired ${section}`, text))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function rowsOf(pairs: readonly [Figures, Figures][]): Cell[][] {
  return Object.keys(pairs[0]?.[1] ?? {}).flatMap((figure): Cell[][] => {
    const both = pairs.flatMap(([before, after]): [number, number][] => {
      const [was, is] = [before[figure], after[figure]]
      return was === undefined || is === undefined || was <= 0 ? [] : [[was, is]]
    })
    if (both.length === 0) return []
    const [was, is] = [median(both.map(([each]) => each)), median(both.map(([, each]) => each))]
    const ratios = both.map(([one, other]) => amount(other / one, TIMES, 2))
    return [[figure, amount(was, 'ms'), amount(is, 'ms'), amount(is / was, TIMES, 2), spreadOf(ratios)]]
  })
}

/** Extracts the files of a commit into a folder and links the packages installed here. */
function treeOf(commit: string, folder: string): string {
  const tree = join(folder, 'tree')
  mkdirSync(tree)
  execFileSync('git', ['archive', '--format=tar', '-o', join(folder, 'tree.tar'), commit], { cwd: ROOT })
  execFileSync('tar', ['-xf', join(folder, 'tree.tar'), '-C', tree])
  // Older commits keep the test packages in a folder of their own.
  for (const folder of ['node_modules', 'test/node_modules'])
    symlinkSync(join(ROOT, 'node_modules'), join(tree, folder))
  return tree
}

/** The folder of a commit's benches: `test/bench` in older commits. */
function benchFolder(tree: string): string {
  return existsSync(join(tree, 'lab/bench')) ? 'lab/bench' : 'test/bench'
}

const cut = z.object({ cues: z.number(), cpu: z.array(z.number()) })

/** Turns four hours of words into SRT in a fresh process: the median of five runs after a warm-up. */
function cutWords(tree: string): Figures {
  const output = node(tree, ['--expose-gc', `${benchFolder(tree)}/subtitle/cues-process.ts`, '240', '5'])
  const { cpu, cues } = cut.parse(JSON.parse(output.trim().split('\n').at(-1) ?? ''))
  return { '4 hours, CPU': median(cpu), 'CPU for 1,000 cues of them': (1000 * median(cpu)) / cues }
}

const video = z.object({
  minutes: z.number(),
  toSubtitleMs: z.number(),
  cloudCpuMs: z.number().optional(),
  functionsCpuMs: z.number().optional(),
})
const older = z.object({ runs: z.array(video) })
const newer = z.object({ data: older })

/** Makes a process print the CPU milliseconds of its threads on exit, which older trees do not report. */
const SAY_CPU = `data:text/javascript,${encodeURIComponent(`
import { isMainThread } from 'node:worker_threads'
if (isMainThread)
  process.once('exit', () => {
    const { user, system } = process.cpuUsage()
    console.log('cpu ' + (user + system) / 1000)
  })`)}`

/** Measures videos of up to an hour from arrival to SRT. */
function sendVideos(tree: string): Figures {
  const file = join(mkdtempSync(join(tmpdir(), 'jamak-report-')), 'report.json')
  const folder = benchFolder(tree)
  const isNewer = existsSync(join(tree, folder, 'section-process.ts'))
  const program = isNewer ? [`${folder}/section-process.ts`, 'pipeline', file] : [`${folder}/run.ts`, 'pipeline']
  const output = node(tree, ['--import', SAY_CPU, ...program, '--longest', '60'])
  const json: unknown = JSON.parse(readFileSync(isNewer ? file : join(tree, '.jamak/bench-pipeline.json'), 'utf8'))
  rmSync(join(file, '..'), { recursive: true, force: true })
  const { runs } = isNewer ? newer.parse(json).data : older.parse(json)
  const [, allMs] = /^cpu ([\d.]+)$/m.exec(output) ?? []
  const figures: Figures = allMs === undefined ? {} : { 'all of them, CPU with what plays AWS': Number(allMs) }
  for (const { minutes, toSubtitleMs, cloudCpuMs, functionsCpuMs } of runs) {
    figures[`${minutes} min, time`] = toSubtitleMs
    if (cloudCpuMs !== undefined && functionsCpuMs !== undefined)
      figures[`${minutes} min, CPU`] = cloudCpuMs + functionsCpuMs
  }
  return figures
}

function node(tree: string, args: readonly string[]): string {
  const { status, stdout } = spawnSync(process.execPath, args, {
    cwd: tree,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  if (status !== 0) throw new Error(`${args.join(' ')} ended with ${status} in ${tree}`)
  return stdout
}
