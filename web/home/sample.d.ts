/** The sample's cues with the English spoken at the time, and how many keep every rule. The build replaces `SAMPLE`. */
declare const SAMPLE: {
  cues: readonly { startMs: number; endMs: number; lines: readonly string[]; english: string }[]
  kept: number
}
