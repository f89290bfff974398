import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as z from 'zod'
import { withTable } from './figures.ts'
import { isolated, median, printTable } from './isolated.ts'
import { PRE_CONVERTED } from './peers/srt.ts'
import { writeCorpus } from './subtitle/corpus.ts'

const LIBRARIES = ['jamak', 'subsrt-ts', 'subtitle', '@remotion/captions', 'srt-parser-2']
const srtProcess = new URL('subtitle/srt-process.ts', import.meta.url)
const cuesProcess = new URL('subtitle/cues-process.ts', import.meta.url)
const measured = z.object({
  times: z.array(z.number()),
  cpu: z.array(z.number()),
  beforeMb: z.number(),
  peakMb: z.number(),
})
const compared = z.object({ equal: z.string() })
const cut = z.object({
  words: z.number(),
  cues: z.number(),
  share: z.number(),
  times: z.array(z.number()),
  cpu: z.array(z.number()),
  peakMb: z.number(),
})

const PAGE = new URL('../../docs/subtitle-rules.md', import.meta.url)

/** A table: its headings, then its rows. */
type Table = readonly (readonly string[])[]

/**
 * Measures words to SRT for growing media, then SRT parsing and formatting beside the npm libraries; `--quick` measures
 * less, `--page` writes docs/subtitle-rules.md. CPU is the main thread's: the time that an idle machine would need.
 */
export async function run(options: readonly string[]): Promise<void> {
  const quick = options.includes('--quick')
  const tables = new Map<string, Table>()
  tables.set('cutting', await growth(quick ? [1, 60, 240] : [1, 60, 240, 2400]))
  const folder = mkdtempSync(join(tmpdir(), 'jamak-bench-'))
  try {
    for (const cues of quick ? [1000, 100_000] : [1000, 100_000, 1_000_000]) {
      const file = join(folder, `${cues}.srt`)
      writeCorpus(file, cues)
      for (const task of ['parse', 'format']) tables.set(`${task} ${cues}`, await sideBySide(task, cues, file))
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
  if (!options.includes('--page')) return
  let page = readFileSync(PAGE, 'utf8')
  for (const [section, table] of tables) page = withTable(page, section, table)
  writeFileSync(PAGE, page)
  console.log(`\n${PAGE.pathname}`)
}

async function growth(lengths: readonly number[]): Promise<Table> {
  console.log('words -> sentences -> cues -> SRT (median after a warm-up)')
  const headings = ['media', 'words', 'cues', 'time', 'CPU', 'peak', 'keep all rules', 'to 1 hour']
  const rows: string[][] = []
  let hour: { words: number; ms: number } | undefined
  for (const minutes of lengths) {
    const found = cut.parse(await isolated(cuesProcess, [String(minutes), minutes > 1000 ? '3' : '5']))
    const ms = median(found.cpu)
    if (minutes === 60) hour = { words: found.words, ms }
    const ratio = hour && minutes > 60 ? `${ratioOf(found.words, hour.words)} words, ${ratioOf(ms, hour.ms)} CPU` : '-'
    rows.push([
      `${minutes} min`,
      String(found.words),
      String(found.cues),
      `${median(found.times).toFixed(0)} ms`,
      `${ms.toFixed(0)} ms`,
      `${found.peakMb.toFixed(0)} MB`,
      `${(found.share * 100).toFixed(2)} %`,
      ratio,
    ])
  }
  printTable(headings, rows)
  return [headings, ...rows]
}

async function sideBySide(task: string, cues: number, file: string): Promise<Table> {
  console.log(
    `\n${task} ${cues} cues (each library alone in a process; times in milliseconds in, median after a warm-up; peak of one cold run)`,
  )
  const headings = ['library', 'output as ours', 'time', 'to ours', 'CPU', 'to ours', 'peak memory', 'to ours']
  const rows: string[][] = []
  let ours: { ms: number; cpuMs: number; peakMb: number } | undefined
  for (const name of task === 'format' ? [...LIBRARIES, PRE_CONVERTED] : LIBRARIES) {
    const process = (runs: string) => isolated(srtProcess, [name, task, file, String(cues), runs])
    const { equal } = compared.parse(await process('0'))
    const { times, cpu } = measured.parse(await process(cues > 100_000 ? '4' : '5'))
    const { peakMb, beforeMb } = measured.parse(await process('1'))
    const ms = median(times)
    const cpuMs = median(cpu)
    ours ??= { ms, cpuMs, peakMb }
    const memory = `${peakMb.toFixed(0)} MB (+${Math.max(0, peakMb - beforeMb).toFixed(0)})`
    const ratios = [
      [ms, ours.ms],
      [cpuMs, ours.cpuMs],
      [peakMb, ours.peakMb],
    ].map(([value = 0, own = 0]) => ratioOf(value, own))
    const [byTime = '', byCpu = '', byMemory = ''] = ratios
    rows.push([name, equal, `${ms.toFixed(2)} ms`, byTime, `${cpuMs.toFixed(2)} ms`, byCpu, memory, byMemory])
  }
  printTable(headings, rows)
  return [headings, ...rows]
}

/** A ratio, or `-` if either value is too small to measure: never Infinity or NaN. */
function ratioOf(value: number, own: number): string {
  return own > 0 && Number.isFinite(value) ? `${(value / own).toFixed(2)}x` : '-'
}
