import type { Profile } from '../profile.ts'
import type { Flag } from '../types.ts'
import { halves } from '../weight.ts'
import type { Block } from './block.ts'
import { partAt } from './candidates.ts'
import type { Piece } from './path.ts'
import { dialogueLines } from './turns.ts'

/** A cue before it gets its times. */
export interface Draft {
  /** Indexes of the sentences that it shows. */
  parts: readonly number[]
  anchorMs: number
  lastWordEndMs: number
  halves: number
  lines: readonly string[]
  sentenceIds: readonly string[]
  flags: readonly Flag[]
}

/** Turns one piece of a block into a draft with text, anchor time and first flags. */
export function draftOf(block: Block, piece: Piece, firstPart: number): Draft {
  const { from, to, shape } = piece
  const first = partAt(block, from)
  const last = partAt(block, to - 1)
  const shown = block.parts.slice(first, last + 1)
  const flags: Flag[] = []
  if (shown.some(part => !part.translated)) flags.push('translation')
  if (block.eojeols[from]?.glued || (shape.breakAt > 0 && block.eojeols[shape.breakAt]?.glued)) flags.push('lineBreak')
  return {
    parts: shown.map((_, i) => firstPart + first + i),
    anchorMs: piece.startMs,
    lastWordEndMs: piece.lastWordEndMs,
    halves: shape.halves,
    lines: shape.dialogue ? dialogueLines(block, from, to, shape.breakAt) : block.layout.lines(from, to, shape.breakAt),
    sentenceIds: shown.map(part => part.sentence.id),
    flags,
  }
}

/** Joins neighbouring cues if the media is too short, in milliseconds, to show them all. */
export function squeezed(
  drafts: readonly Draft[],
  mediaEndMs: number | undefined,
  { lineCharacters }: Profile,
): readonly Draft[] {
  const most = mediaEndMs === undefined ? drafts.length : Math.max(1, Math.floor(mediaEndMs / 2))
  if (drafts.length <= most) return drafts
  const each = Math.ceil(drafts.length / most)
  const joined: Draft[] = []
  for (let i = 0; i < drafts.length; i += each) joined.push(join(drafts.slice(i, i + each), lineCharacters * 2))
  return joined
}

function join(drafts: readonly Draft[], lineHalves: number): Draft {
  const all = drafts.flatMap(draft => draft.lines)
  const middle = halves(all.join(' ')) <= lineHalves ? all.length : Math.ceil(all.length / 2)
  return {
    parts: drafts.flatMap(draft => draft.parts),
    anchorMs: drafts[0]?.anchorMs ?? 0,
    lastWordEndMs: drafts[drafts.length - 1]?.lastWordEndMs ?? 0,
    halves: drafts.reduce((sum, draft) => sum + draft.halves + 1, -1),
    lines: [all.slice(0, middle).join(' '), all.slice(middle).join(' ')].filter(line => line !== ''),
    sentenceIds: [...new Set(drafts.flatMap(draft => draft.sentenceIds))],
    flags: [...new Set(drafts.flatMap(draft => draft.flags))],
  }
}
