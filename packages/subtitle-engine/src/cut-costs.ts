/**
 * What the search for cuts weighs against each other; `docs/subtitle-rules.md` says what each is for and how it was
 * found. A unit of surprise is the negative logarithm of the learned odds: 0.7 for even odds, 2.3 for one in ten.
 */
export interface CutCosts {
  /** A cue: of cuts that read equally well, the one with fewer cues wins. */
  cue: number
  /** A line's end inside a cue, per unit of surprise that a line ends there. */
  line: number
  /** A cue's end, for the surprise that a line ends there, to the power of 1.5 (`korean/boundary.ts`). */
  cueLine: number
  /** A cue's end, per unit of surprise that a thought ends there. */
  cueThought: number
  /** A cue narrower than this many half-widths, unless it is a whole sentence, costs `short` for each one missing. */
  shortCue: number
  short: number
  /** A cue shown for less than this flashes. */
  restfulMs: number
  /** A cue shown for half a second less than `restfulMs`; four times as much for a second. */
  flash: number
}

/** Found by measuring cues that people made, and chosen by blind readings (docs/decisions/fewer-cues.md). */
export const STANDARD_COSTS: CutCosts = {
  cue: 74,
  line: 91,
  cueLine: 58,
  cueThought: 65,
  shortCue: 30,
  short: 10,
  restfulMs: 1900,
  flash: 35,
}

/** For slow readers: a line that ends inside a phrase costs more than a further cue. */
export const CHILDREN_COSTS: CutCosts = {
  cue: 17,
  line: 240,
  cueLine: 100,
  cueThought: 50,
  shortCue: 12,
  short: 1,
  restfulMs: 1700,
  flash: 30,
}

/** For lines of 12 characters, most of which cannot hold a phrase: further and shorter cues cost little. */
export const SHORTS_COSTS: CutCosts = {
  cue: -12,
  line: 130,
  cueLine: 110,
  cueThought: 30,
  shortCue: 12,
  short: 1,
  restfulMs: 1200,
  flash: 40,
}
