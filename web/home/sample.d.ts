/** The sample's cues with the English spoken meanwhile, and how many keep every rule; the build writes them here. */
declare const SAMPLE: {
  cues: readonly { startMs: number; endMs: number; lines: readonly string[]; english: string }[]
  kept: number
}
