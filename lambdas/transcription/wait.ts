const SHORTEST_SECONDS = 2
const LONGEST_SECONDS = 30

/** Seconds until a job is asked after again: recognition takes a fraction of the media's length. */
export function waitSeconds(durationSeconds: number): number {
  return Math.min(LONGEST_SECONDS, Math.max(SHORTEST_SECONDS, Math.ceil(durationSeconds / 60)))
}
