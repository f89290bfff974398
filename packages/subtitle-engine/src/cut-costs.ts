/**
 * What the search for cuts weighs against each other; `docs/subtitle-rules.md` says what each is for and how it was
 * found. A unit of surprise is the negative logarithm of the learned odds: 0.7 for even odds, 2.3 for one in ten.
 */
export interface CutCosts {
  /** A cue: of cuts that read equally well, the one with fewer cues wins. */
  cue: number
  /** A line's end inside a cue, per unit of surprise that a line ends there. */
  line: number
  /** A cue's end, per unit of surprise that a line ends there: cheaper, since the next cue brings the rest. */
  cueLine: number
  /** A cue's end, per unit of surprise that a thought ends there. */
  cueThought: number
  /** A cue narrower than this many half-widths, unless it is a whole sentence, costs `short` for each one missing. */
  shortCue: number
  short: number
  /** Share of `line` in a sentence that fits one cue and is spoken without a pause: both lines are seen at once. */
  wholeBreak: number
  /** A cue shown for less than this flashes. */
  restfulMs: number
  /** A cue shown for half a second less than `restfulMs`; four times as much for a second. */
  flash: number
}

/** Found by measuring cues that people made, and chosen by blind readings (docs/decisions/fewer-cues.md). */
export const STANDARD_COSTS: CutCosts = {
  cue: 76,
  line: 80,
  cueLine: 60,
  cueThought: 65,
  shortCue: 32,
  short: 6,
  wholeBreak: 0.8,
  restfulMs: 1700,
  flash: 60,
}

/** For slow readers: a line that ends inside a phrase costs more than a further cue. */
export const CHILDREN_COSTS: CutCosts = {
  cue: 17,
  line: 240,
  cueLine: 100,
  cueThought: 50,
  shortCue: 12,
  short: 1,
  wholeBreak: 1,
  restfulMs: 1700,
  flash: 30,
}

/** For lines of 12 characters, most of which cannot hold a phrase: further and shorter cues cost little. */
export const SHORTS_COSTS: CutCosts = {
  cue: -12,
  line: 130,
  cueLine: 130,
  cueThought: 30,
  shortCue: 12,
  short: 1,
  wholeBreak: 1,
  restfulMs: 1200,
  flash: 40,
}
