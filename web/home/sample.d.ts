/** The sample's cues, each with the English of its sentences, and how many keep every rule. The build replaces `SAMPLE`. */
declare const SAMPLE: {
  cues: readonly { startMs: number; endMs: number; lines: readonly string[]; english: string }[]
  kept: number
}

/** The time of the sample's still picture and the cue on it, for screens that need no other. The build replaces it, too. */
declare const SAMPLE_STILL: { ms: number; text: string }
