import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as z from 'zod'
import { type Aim, amount, type Cell, type Report, spreadOf, type Table, TIMES } from './figures.ts'
import { isolated, median, printTable } from './isolated.ts'
import { PRE_CONVERTED } from './peers/srt.ts'
import { writeCorpus } from './subtitle/corpus.ts'

const LIBRARIES = ['jamak', 'subsrt-ts', 'subtitle', '@remotion/captions', 'srt-parser-2']
const srtProcess = new URL('subtitle/srt-process.ts', import.meta.url)
const cuesProcess = new URL('subtitle/cues-process.ts', import.meta.url)
const measured = z.object({
  equal: z.string(),
  times: z.array(z.number()),
  cpu: z.array(z.number()),
  beforeMb: z.number(),
  peakMb: z.number(),
})
const cut = z.object({
  words: z.number(),
  cues: z.number(),
  share: z.number(),
  times: z.array(z.number()),
  cpu: z.array(z.number()),
  peakMb: z.number(),
})

/**
 * Measures words to SRT for media of growing length, then SRT parsing and formatting next to npm libraries; `--quick`
 * skips the longest. CPU is the main thread's: the time that an idle machine would need.
 */
export async function run(options: readonly string[]): Promise<Report> {
  const quick = options.includes('--quick')
  const tables = [await growth(quick ? [1, 60, 240] : [1, 60, 240, 2400])]
  const aims: Aim[] = []
  const folder = mkdtempSync(join(tmpdir(), 'jamak-bench-'))
  try {
    for (const cues of quick ? [1000, 100_000] : [1000, 100_000, 1_000_000]) {
      const file = join(folder, `${cues}.srt`)
      writeCorpus(file, cues)
      for (const task of ['parse', 'format'] as const) {
        const { table, aim } = await sideBySide(task, cues, file)
        tables.push(table)
        aims.push(aim)
      }
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
  return { tables, aims, data: {} }
}

async function growth(lengths: readonly number[]): Promise<Table> {
  console.log('words -> sentences -> cues -> SRT (median after a warm-up)')
  const headings = [
    'media',
    'words',
    'cues',
    'time',
    'CPU',
    'peak',
    'keep all rules',
    'words to 1 hour',
    'CPU to 1 hour',
  ]
  const rows: Cell[][] = []
  let hour: { words: number; ms: number } | undefined
  for (const minutes of lengths) {
    const found = cut.parse(await isolated(cuesProcess, [String(minutes), minutes > 1000 ? '2' : '5']))
    const ms = median(found.cpu)
    if (minutes === 60) hour = { words: found.words, ms }
    rows.push([
      `${minutes} min`,
      amount(found.words),
      amount(found.cues),
      amount(median(found.times), 'ms'),
      amount(ms, 'ms'),
      amount(found.peakMb, 'MB'),
      amount(found.share * 100, '%', 2),
      minutes > 60 ? ratioOf(found.words, hour?.words) : '-',
      minutes > 60 ? ratioOf(ms, hour?.ms) : '-',
    ])
  }
  print(headings, rows)
  return { name: 'cutting', headings, rows }
}

type Task = 'parse' | 'format'

async function sideBySide(task: Task, cues: number, file: string): Promise<{ table: Table; aim: Aim }> {
  console.log(
    `\n${task} ${cues} cues (each library alone in a process; median after a warm-up; peak of the first, cold run)`,
  )
  const headings = [
    'library',
    'output as ours',
    'time',
    'to ours',
    'CPU',
    'to ours',
    'peak memory',
    'of it grown',
    'to ours',
  ]
  const rows: Cell[][] = []
  const peers: number[] = []
  let ours: { ms: number; cpuMs: number; peakMb: number } | undefined
  for (const name of task === 'format' ? [...LIBRARIES, PRE_CONVERTED] : LIBRARIES) {
    const warmRuns = cues > 100_000 ? 2 : 4
    const found = measured.parse(await isolated(srtProcess, [name, task, file, String(cues), String(warmRuns)]))
    const { equal, peakMb, beforeMb } = found
    const [ms, cpuMs] = [median(found.times), median(found.cpu)]
    if (ours && name !== PRE_CONVERTED) peers.push(cpuMs)
    ours ??= { ms, cpuMs, peakMb }
    rows.push([
      name,
      equal,
      amount(ms, 'ms', 2),
      ratioOf(ms, ours.ms),
      amount(cpuMs, 'ms', 2),
      ratioOf(cpuMs, ours.cpuMs),
      amount(peakMb, 'MB'),
      amount(Math.max(0, peakMb - beforeMb), 'MB'),
      ratioOf(peakMb, ours.peakMb),
    ])
  }
  print(headings, rows)
  const fastest = Math.min(...peers)
  const aim = {
    aim: `${task === 'parse' ? 'Reading' : 'Writing'} ${cues.toLocaleString('en-US')} cues as fast as the fastest peer given the same input (CPU, ours to its)`,
    measured: amount((ours?.cpuMs ?? 0) / fastest, TIMES, 2),
    atMost: 1,
    ifMissed: 'A short run is near the tick of the CPU clock; next: a profile of the writer beside that peer.',
  }
  return { table: { name: `${task} ${cues}`, headings, rows }, aim }
}

function print(headings: readonly string[], rows: readonly Cell[][]): void {
  printTable(
    headings,
    rows.map(row => row.map(cell => (typeof cell === 'string' ? cell : spreadOf([cell])))),
  )
}

/** A ratio, or `-` if either value is too small to measure; never Infinity or NaN. */
function ratioOf(value: number, own: number | undefined): Cell {
  return own !== undefined && own > 0 && Number.isFinite(value) ? amount(value / own, TIMES, 2) : '-'
}
