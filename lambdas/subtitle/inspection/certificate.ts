import type { Inspection } from './inspect.ts'

/** What is stored with an entry, shown in the archive and told in the mail. */
export type Certificate = {
  cues: number
  /** Cues that keep every rule. */
  kept: number
  /** The same in thousandths of all cues, rounded down: 1000 only where every cue keeps every rule. */
  perMille: number
  /** Number of cues by the cause of their flag. */
  flags: Record<string, number>
}

/** The small, storable sum of an inspection. */
export function certificateFromInspection(inspection: Inspection): Certificate {
  const { cues, kept, flags } = inspection
  const counted: Record<string, number> = {}
  for (const [flag, count] of Object.entries(flags)) if (count !== undefined) counted[flag] = count
  return { cues, kept, perMille: cues === 0 ? 1000 : Math.floor((kept * 1000) / cues), flags: counted }
}
