import * as z from 'zod'
import { readServiceRow, serviceKey } from './service-rows.ts'
import type { Tables } from './tables.ts'
import { update, write } from './transaction.ts'

/** How long a finished video was and how long it took from the first of its sound to its subtitle, both in seconds. */
const sample = z.object({ length: z.number(), took: z.number() })
export type PaceSample = z.infer<typeof sample>
const paceRow = z.object({ samples: z.array(sample) })

/** Videos that are remembered: enough for a spread, few enough to follow the engines as they get faster or slower. */
const KEPT = 40
/** A video says something about others up to so many times as long or as short. */
const ALIKE = 4
/** With fewer videos there is no spread to be honest about. */
const FEWEST = 3

/** Seconds that a video still takes: most videos like it ended between the two. */
export interface TimeLeft {
  from: number
  to: number
}

/** The latest videos of everybody. */
export async function readPace(tables: Tables): Promise<PaceSample[]> {
  return paceRow.optional().parse(await readServiceRow(tables, serviceKey.pace()))?.samples ?? []
}

/** Remembers a finished video. Of two that end at the same moment one may be forgotten: it is one of many. */
export async function notePace(tables: Tables, { length, took }: PaceSample): Promise<void> {
  if (!(length > 0 && took > 0)) return
  const samples = [...(await readPace(tables)), { length, took }].slice(-KEPT)
  await write(tables, update(tables.service, serviceKey.pace(), { set: { samples } }))
}

/**
 * What videos of a similar length say about one that has been heard for `elapsed` seconds: the middle three fifths of
 * those that took longer than that. `undefined` where too few did.
 */
export function timeLeft(samples: readonly PaceSample[], length: number, elapsed: number): TimeLeft | undefined {
  const totals = samples
    .filter(each => each.length <= length * ALIKE && each.length * ALIKE >= length)
    .map(each => (each.took * length) / each.length)
    .filter(total => total > elapsed)
    .sort((a, b) => a - b)
  if (totals.length < FEWEST) return undefined
  return { from: quantile(totals, 0.2) - elapsed, to: quantile(totals, 0.8) - elapsed }
}

/** The value below which this share of the sorted values lies, between its two neighbours. */
function quantile(sorted: readonly number[], share: number): number {
  const at = share * (sorted.length - 1)
  const below = sorted[Math.floor(at)] ?? 0
  const above = sorted[Math.ceil(at)] ?? below
  return below + (above - below) * (at - Math.floor(at))
}
