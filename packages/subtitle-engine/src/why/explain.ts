import { type Block, buildBlock, shownSentence } from '../cue/block.ts'
import { type Cut, cutBlock, type PlannedCue } from '../cue/path.ts'
import { FAR } from '../cue/places.ts'
import { textOf } from '../korean/eojeol.ts'
import type { Profile } from '../profile.ts'
import type { Sentence } from '../types.ts'
import { boundaryReasons } from './boundary-reasons.ts'

const MOST_ALTERNATIVES = 2

/**
 * Explains how a sentence is cut on its own: for each cue the costs that led to it, its next-best line end, and the
 * next-best cuts of the sentence without its end (the last cue: without its start; an only cue: into several).
 * Sentences that share cues with their neighbours may be cut otherwise.
 */
export function explainCuts(sentence: Sentence, korean: string, nextMs: number, profile: Profile): string[] {
  const shown = shownSentence(sentence, korean, nextMs, profile)
  if (!shown) return [`${sentence.id}: nothing to show`]
  const block = buildBlock([shown], profile)
  const cut = shown.overflows ? undefined : cutBlock(block, FAR, profile)
  if (!cut) return [`${sentence.id}: more text than its cues can hold; it is divided evenly`]
  return [
    `${sentence.id}, total ${Math.round(cut.cost)}: ${cutText(block, cut)}`,
    ...cut.cues.flatMap(cue => [...explainCue(block, cue, profile), ...alternatives(block, cut, cue, profile)]),
  ]
}

function explainCue(block: Block, { from, to, startMs, lastWordEndMs, shape }: PlannedCue, profile: Profile): string[] {
  const isLast = to === block.eojeols.length
  const indented = (lines: readonly string[]) => lines.map(line => `      ${line}`)
  const lines = [
    `  ${lineText(block, from, to, shape.breakAt)} (words of ${((lastWordEndMs - startMs) / 1000).toFixed(1)} s)`,
    `    ${profile.costs.cue} for a cue, ${Math.round(shape.cost)} for its look (line break, fill, stray words)`,
  ]
  if (shape.breakAt > 0)
    lines.push(
      '    its line ends there because:',
      ...indented(boundaryReasons(block.eojeols, block.costs, shape.breakAt)),
      ...nextLineEnd(block, from, to, shape.breakAt),
    )
  if (!isLast)
    lines.push('    the cue ends there because:', ...indented(boundaryReasons(block.eojeols, block.costs, to)))
  return lines
}

/** The best line end of a cue other than its own; none if no other leaves two lines that fit. */
function nextLineEnd(block: Block, from: number, to: number, breakAt: number): string[] {
  const other = block.layout.layout(from, to, breakAt)
  if (!other.fits) return []
  const more = Math.round(other.cost - block.layout.layout(from, to).cost)
  return [`    next-best line end, +${more}: ${lineText(block, from, to, other.breakAt)}`]
}

/** The best cuts without the cue's end (an only cue: into several), then without the end that replaced it. */
function alternatives(block: Block, cut: Cut, cue: PlannedCue, profile: Profile): string[] {
  const end = block.eojeols.length
  const isOnly = cut.cues.length === 1
  if (isOnly && cue.shape.breakAt === 0) return []
  const place = isOnly ? 0 : cue.to < end ? cue.to : cue.from
  const forbidden = isOnly ? [] : [place]
  const isForbidden = (from: number, to: number) => forbidden.includes(to) || (isOnly && to - from === end)
  const found: string[] = []
  while (found.length < MOST_ALTERNATIVES) {
    const other = cutBlock(block, FAR, profile, isForbidden)
    if (!other) break
    found.push(`    next best, +${Math.round(other.cost - cut.cost)}: ${cutText(block, other)}`)
    const ends = other.cues.map(({ to }) => to).filter(to => to < end)
    const nearest = ends.sort((a, b) => Math.abs(a - place) - Math.abs(b - place))[0]
    if (nearest === undefined) break
    forbidden.push(nearest)
  }
  return found
}

function cutText(block: Block, { cues }: Cut): string {
  return cues.map(({ from, to, shape }) => lineText(block, from, to, shape.breakAt)).join(' ‖ ')
}

function lineText({ eojeols }: Block, from: number, to: number, breakAt: number): string {
  if (breakAt <= from) return textOf(eojeols, from, to)
  return `${textOf(eojeols, from, breakAt)} / ${textOf(eojeols, breakAt, to)}`
}
