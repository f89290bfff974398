import type { Profile } from '../profile.ts'
import type { Block, Shape } from './block.ts'

/** Half-widths of a dash and its space. */
const DASH = 2

/** Index of the first sentence after `first`, up to `last`, with another speaker; undefined if there is only one. */
export function turnIn(block: Block, first: number, last: number): number | undefined {
  for (let sentence = first + 1; sentence <= last; sentence += 1) {
    const [before, now] = [speaker(block, sentence - 1), speaker(block, sentence)]
    if (before !== undefined && now !== undefined && before !== now) return sentence
  }
  return undefined
}

/**
 * The layout of two speakers in one cue: each has a line that begins with a dash and contains whole sentences.
 * Undefined if a line does not fit or if there is a third turn: A, B and A again take another cue.
 */
export function dialogueShape(
  block: Block,
  { from, to, first, last, turn }: { from: number; to: number; first: number; last: number; turn: number },
  cost: number,
  profile: Profile,
): Shape | undefined {
  const isWhole = from === block.eojeolsFrom[first] && to === block.eojeolsFrom[last + 1]
  if (!isWhole || turnIn(block, turn, last) !== undefined) return undefined
  const breakAt = block.eojeolsFrom[turn] ?? 0
  const lengths = [block.layout.lengthOf(from, breakAt) + DASH, block.layout.lengthOf(breakAt, to) + DASH] as const
  if (lengths.some(length => length > profile.lineCharacters * 2)) return undefined
  return { breakAt, dialogue: true, halfWidths: lengths[0] + lengths[1] + 1, cost }
}

/** The lines of a dialogue whose second line starts at `breakAt`. */
export function dialogueLines(block: Block, from: number, to: number, breakAt: number): string[] {
  const lines = [block.layout.lines(from, breakAt, 0), block.layout.lines(breakAt, to, 0)]
  return lines.map(([line = '']) => `- ${line}`)
}

function speaker(block: Block, sentence: number): string | undefined {
  return block.sentences[sentence]?.sentence.words[0]?.speaker
}
