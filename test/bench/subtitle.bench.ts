import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as z from 'zod'
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

/**
 * Measures words to SRT for growing media, then SRT parsing and formatting beside the npm libraries; `--quick` measures
 * less. CPU is the main thread's: the time that an idle machine would need.
 */
export async function run(options: readonly string[]): Promise<void> {
  const quick = options.includes('--quick')
  await growth(quick ? [1, 60, 240] : [1, 60, 240, 2400])
  const folder = mkdtempSync(join(tmpdir(), 'jamak-bench-'))
  try {
    for (const cues of quick ? [1000, 100_000] : [1000, 100_000, 1_000_000]) {
      const file = join(folder, `${cues}.srt`)
      writeCorpus(file, cues)
      for (const task of ['parse', 'format']) await sideBySide(task, cues, file)
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function growth(lengths: readonly number[]): Promise<void> {
  console.log('words -> sentences -> cues -> SRT (median after a warm-up)')
  const rows: string[][] = []
  let first: { words: number; ms: number } | undefined
  for (const minutes of lengths) {
    const found = cut.parse(await isolated(cuesProcess, [String(minutes), minutes > 1000 ? '3' : '5']))
    const ms = median(found.cpu)
    const hour = { words: found.words, ms }
    if (minutes === 60) first = hour
    const ratio =
      first && minutes > 60 ? `${ratioOf(hour.words, first.words)} words, ${ratioOf(ms, first.ms)} time` : ''
    const figures = [found.words, found.cues].map(String)
    const kept = `${(found.share * 100).toFixed(2)} %`
    rows.push([
      `${minutes} min`,
      ...figures,
      `${median(found.times).toFixed(0)} ms`,
      `${ms.toFixed(0)} ms`,
      `${found.peakMb.toFixed(0)} MB`,
      kept,
      ratio,
    ])
  }
  printTable(['media', 'words', 'cues', 'time', 'CPU', 'peak', 'keep all rules', 'to 1 hour'], rows)
}

async function sideBySide(task: string, cues: number, file: string): Promise<void> {
  console.log(
    `\n${task} ${cues} cues (each library alone in a process; times in milliseconds in, median after a warm-up; peak of one cold run)`,
  )
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
  printTable(['library', 'output as ours', 'time', 'to ours', 'CPU', 'to ours', 'peak memory', 'to ours'], rows)
}

/** A ratio, or `-` if either value is too small to measure: never Infinity or NaN. */
function ratioOf(value: number, own: number): string {
  return own > 0 && Number.isFinite(value) ? `${(value / own).toFixed(2)}x` : '-'
}
