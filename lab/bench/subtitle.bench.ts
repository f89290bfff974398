import * as z from 'zod'
import { amount, type Cell, type Report, TIMES } from './figures.ts'
import { isolated, median } from './isolated.ts'

const cuesProcess = new URL('subtitle/cues-process.ts', import.meta.url)
const cut = z.object({
  words: z.number(),
  cues: z.number(),
  share: z.number(),
  times: z.array(z.number()),
  cpu: z.array(z.number()),
  peakMb: z.number(),
})
const HEADINGS = ['media', 'words', 'cues', 'time', 'CPU', 'peak', 'keep all rules', 'words to 1 hour', 'CPU to 1 hour']

/**
 * Measures the way from words to sentences, cues and SRT for media of growing length, after a warm-up; `--quick` skips
 * the longest. CPU is that of the main thread, which is the time that an idle machine would need.
 */
export async function run(options: readonly string[]): Promise<Report> {
  const rows: Cell[][] = []
  let hour: { words: number; ms: number } | undefined
  for (const minutes of options.includes('--quick') ? [1, 60, 240] : [1, 60, 240, 2400]) {
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
  return { tables: [{ name: 'cutting', headings: HEADINGS, rows }], aims: [], data: {} }
}

/** A ratio, or `-` if either value is too small to measure; never Infinity or NaN. */
function ratioOf(value: number, own: number | undefined): Cell {
  return own !== undefined && own > 0 && Number.isFinite(value) ? amount(value / own, TIMES, 2) : '-'
}
