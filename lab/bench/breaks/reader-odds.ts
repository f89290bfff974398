import { seenOf } from '../../../packages/subtitle-engine/src/korean/boundary-features.ts'
import type { BoundaryOdds } from '../../../packages/subtitle-engine/src/korean/boundary-model.ts'
import type { Seen } from '../../../packages/subtitle-engine/src/korean/kinds.ts'
import { zeros } from '../../../packages/subtitle-engine/src/zeros.ts'
import { type Label, labelledSentences } from '../../breaks/labelled.ts'

/** Replaces `boundary-model.ts` in `cut-process.ts`: turns one reader's labels into odds. */
const [, , , reader, , ...files] = process.argv
const ODDS: Record<Label, readonly [line: number, cue: number]> = {
  good: [0.97, 0.97],
  acceptable: [0.95, 0.1],
  bad: [0.005, 0.002],
}
const marks = new Map<string, Label[]>()
for (const { words, labels, second } of files.flatMap(file => labelledSentences(file))) {
  marks.set(keyOf(words.map(seenOf)), reader === '1' ? labels : second)
}

export function boundaryOdds(words: readonly Seen[]): BoundaryOdds {
  const odds = { line: zeros(words.length + 1), cue: zeros(words.length + 1) }
  for (const [i, label] of (marks.get(keyOf(words)) ?? []).entries()) {
    ;[odds.line[i + 1], odds.cue[i + 1]] = ODDS[label]
  }
  return odds
}

function keyOf(words: readonly Seen[]): string {
  return words.map(({ bare }) => bare).join(' ')
}
