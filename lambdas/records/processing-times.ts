import * as z from 'zod'
import { readServiceRow, serviceKey } from './service-rows.ts'
import type { Tables } from './tables.ts'
import { update, write } from './transaction.ts'

/** Length of a finished video, and the time from the start of transcription to its subtitle, both in seconds. */
const sample = z.object({ length: z.number(), took: z.number() })
export type ProcessingTime = z.infer<typeof sample>
const timesRow = z.object({ samples: z.array(sample) })

/** Number of videos to remember: enough for a range, few enough to follow the engines as they get faster or slower. */
const KEPT = 40
/** A video is comparable to others up to this many times longer or shorter. */
const ALIKE = 4
/** With fewer videos, a range would be dishonest. */
const FEWEST = 3

/** Remaining seconds: most similar videos ended between the two. */
export interface TimeLeft {
  from: number
  to: number
}

/** The latest videos of all users. */
export async function readProcessingTimes(tables: Tables): Promise<ProcessingTime[]> {
  return timesRow.optional().parse(await readServiceRow(tables, serviceKey.processingTimes()))?.samples ?? []
}

/** Remembers a finished video. If two end at the same moment, one may be lost, which does not matter. */
export async function addProcessingTime(tables: Tables, { length, took }: ProcessingTime): Promise<void> {
  if (!(length > 0 && took > 0)) return
  const samples = [...(await readProcessingTimes(tables)), { length, took }].slice(-KEPT)
  await write(tables, update(tables.service, serviceKey.processingTimes(), { set: { samples } }))
}

/**
 * Estimates the remaining time of a video whose transcription began `elapsed` seconds ago: the middle three fifths of
 * the similar videos that took longer than that. `undefined` if there are too few.
 */
export function timeLeft(samples: readonly ProcessingTime[], length: number, elapsed: number): TimeLeft | undefined {
  const totals = samples
    .filter(each => each.length <= length * ALIKE && each.length * ALIKE >= length)
    .map(each => (each.took * length) / each.length)
    .filter(total => total > elapsed)
    .sort((a, b) => a - b)
  if (totals.length < FEWEST) return undefined
  return { from: quantile(totals, 0.2) - elapsed, to: quantile(totals, 0.8) - elapsed }
}

/** The value below which this share of the sorted values is, interpolated between its neighbours. */
function quantile(sorted: readonly number[], share: number): number {
  const at = share * (sorted.length - 1)
  const below = sorted[Math.floor(at)] ?? 0
  const above = sorted[Math.ceil(at)] ?? below
  return below + (above - below) * (at - Math.floor(at))
}
