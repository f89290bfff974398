import { zeros } from '../zeros.ts'
import { FORBIDDEN } from './boundary.ts'
import { type Eojeol, textOf } from './eojeol.ts'
import { closesSentence } from './sentence-ends.ts'
import { withoutLineEndStop } from './tidy.ts'

/** The layout of eojeols in a cue: the first eojeol of the second line (0 for one line), and its cost. */
export type Layout = { breakAt: number; cost: number; fits: boolean }

/** Cost of dropping a comma so that the text fits one line. */
const DROPPED_COMMA = 8
/**
 * Cost per half-width of imbalance, which decides only between breaks that read equally well. A shorter first line is
 * slightly cheaper.
 */
const TOP_HEAVY = 0.05
const BOTTOM_HEAVY = 0.04

/** Measures and lays out stretches of one text. */
export class LineLayout {
  private readonly words: readonly Eojeol[]
  private readonly costs: readonly number[]
  private readonly limit: number
  /** Start and end of each eojeol in half-widths from the start of the text, and the width dropped at a line end. */
  private readonly begins: number[]
  private readonly ends: number[]
  private readonly stops: number[]

  constructor(words: readonly Eojeol[], costs: readonly number[], lineCharacters: number) {
    this.words = words
    this.costs = costs
    this.limit = lineCharacters * 2
    this.begins = zeros(words.length)
    this.ends = zeros(words.length)
    this.stops = zeros(words.length)
    let at = 0
    for (let i = 0; i < words.length; i += 1) {
      const word = words[i]
      if (!word) continue
      if (i > 0 && !word.glued) at += 1
      this.begins[i] = at
      at += word.length
      this.ends[i] = at
      this.stops[i] = word.length - word.lengthAtEnd
    }
  }

  /** Half-widths of eojeols on one line. */
  lengthOf(from: number, to: number): number {
    return to > from ? (this.ends[to - 1] ?? 0) - (this.stops[to - 1] ?? 0) - (this.begins[from] ?? 0) : 0
  }

  /** The reading length of a cue whose second line starts at `breakAt` (0: one line). */
  shownLength(from: number, to: number, breakAt: number): number {
    return breakAt > from ? this.lengthOf(from, breakAt) + 1 + this.lengthOf(breakAt, to) : this.lengthOf(from, to)
  }

  /**
   * Chooses one line if the text fits, else the cheapest break at which both lines fit, else the break with the
   * smallest excess.
   * @param except a place where the line must not end
   */
  layout(from: number, to: number, except = 0): Layout {
    const { limit } = this
    const whole = this.lengthOf(from, to)
    if (whole <= limit || to - from < 2) return { breakAt: 0, cost: 0, fits: whole <= limit }
    let breakAt = from + 1
    let lowest = Number.POSITIVE_INFINITY
    let fits = false
    for (let at = from + 1; at < to; at += 1) {
      if (at === except) continue
      const first = this.lengthOf(from, at)
      // Once a break has been found, a longer first line can only be worse.
      if (first > limit && lowest < Number.POSITIVE_INFINITY && first > whole - first) break
      const second = this.lengthOf(at, to)
      const over = (first > limit ? first - limit : 0) + (second > limit ? second - limit : 0)
      const lean = first > second ? (first - second) * TOP_HEAVY : (second - first) * BOTTOM_HEAVY
      const needless = over === 0 && this.isNeedless(at, first + 1 + second)
      const cost = needless ? this.costWithoutMark(at) : (this.costs[at] ?? 0) + lean + over * FORBIDDEN
      if (cost >= lowest) continue
      lowest = cost
      breakAt = at
      fits = over === 0
    }
    return { breakAt, cost: lowest, fits }
  }

  /** The text of the lines, without periods and commas at their ends. */
  lines(from: number, to: number, breakAt: number): string[] {
    if (breakAt <= from) return [this.line(from, to)].filter(line => line !== '')
    const lines = [this.line(from, breakAt), this.line(breakAt, to)].filter(line => line !== '')
    const needless = this.isNeedless(breakAt, this.shownLength(from, to, breakAt))
    return needless && !this.words[breakAt]?.glued ? [lines.join(' ')] : lines
  }

  private line(from: number, to: number): string {
    const text = textOf(this.words, from, to)
    return to < this.words.length && this.words[to - 1]?.keepsComma ? text : withoutLineEndStop(text)
  }

  /** Whether the lines on both sides of a break are shown as one. Two sentences are not: without a comma, they run together. */
  private isNeedless(at: number, joinedLength: number): boolean {
    if (joinedLength > this.limit) return false
    return !closesSentence(withoutLineEndStop(this.words[at - 1]?.text ?? ''), this.words[at]?.text)
  }

  /** Cost of merging two lines by dropping the comma between them. A full stop and a list comma cannot be dropped. */
  private costWithoutMark(at: number): number {
    const last = this.words[at - 1]
    if (!last || last.keepsComma) return FORBIDDEN
    return /[,，、]$/.test(last.text) ? DROPPED_COMMA - at / 1000 : FORBIDDEN
  }
}
