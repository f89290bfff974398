import type { Profile } from '../profile.ts'
import type { Flag } from '../types.ts'
import { halfWidths } from '../weight.ts'
import type { Block } from './block.ts'
import { sentenceAt } from './candidates.ts'
import type { PlannedCue } from './path.ts'
import { dialogueLines } from './turns.ts'

/** A cue whose times are not set yet. */
export interface UntimedCue {
  /** Indexes of its sentences among all shown sentences. */
  sentences: readonly number[]
  anchorMs: number
  lastWordEndMs: number
  halfWidths: number
  lines: readonly string[]
  sentenceIds: readonly string[]
  flags: readonly Flag[]
}

/** Gives a planned cue its text, the start of its first word and the flags known before timing. */
export function untimedCue(block: Block, cue: PlannedCue, firstSentence: number): UntimedCue {
  const { from, to, shape } = cue
  const first = sentenceAt(block, from)
  const last = sentenceAt(block, to - 1)
  const shown = block.sentences.slice(first, last + 1)
  const flags: Flag[] = []
  if (shown.some(sentence => !sentence.translated)) flags.push('translation')
  if (isInsideEojeol(block, from) || (shape.breakAt > 0 && isInsideEojeol(block, shape.breakAt)))
    flags.push('lineBreak')
  return {
    sentences: shown.map((_, i) => firstSentence + first + i),
    anchorMs: cue.startMs,
    lastWordEndMs: cue.lastWordEndMs,
    halfWidths: shape.halfWidths,
    lines: shape.dialogue ? dialogueLines(block, from, to, shape.breakAt) : block.layout.lines(from, to, shape.breakAt),
    sentenceIds: shown.map(({ sentence }) => sentence.id),
    flags,
  }
}

/** Whether a break falls inside an eojeol, except between a term and its brackets, where it reads well. */
function isInsideEojeol({ eojeols }: Block, at: number): boolean {
  return eojeols[at]?.glued === true && !eojeols[at].opensBrackets
}

/** Joins neighbouring cues if the media is too short, in milliseconds, to show them all. */
export function fitToMedia(
  untimed: readonly UntimedCue[],
  mediaEndMs: number | undefined,
  { lineCharacters }: Profile,
): readonly UntimedCue[] {
  const most = mediaEndMs === undefined ? untimed.length : Math.max(1, Math.floor(mediaEndMs / 2))
  if (untimed.length <= most) return untimed
  const each = Math.ceil(untimed.length / most)
  const joined: UntimedCue[] = []
  for (let i = 0; i < untimed.length; i += each) joined.push(join(untimed.slice(i, i + each), lineCharacters * 2))
  return joined
}

function join(untimed: readonly UntimedCue[], lineHalfWidths: number): UntimedCue {
  const all = untimed.flatMap(cue => cue.lines)
  const middle = halfWidths(all.join(' ')) <= lineHalfWidths ? all.length : Math.ceil(all.length / 2)
  return {
    sentences: untimed.flatMap(cue => cue.sentences),
    anchorMs: untimed[0]?.anchorMs ?? 0,
    lastWordEndMs: untimed[untimed.length - 1]?.lastWordEndMs ?? 0,
    halfWidths: untimed.reduce((sum, cue) => sum + cue.halfWidths + 1, -1),
    lines: [all.slice(0, middle).join(' '), all.slice(middle).join(' ')].filter(line => line !== ''),
    sentenceIds: [...new Set(untimed.flatMap(cue => cue.sentenceIds))],
    flags: [...new Set(untimed.flatMap(cue => cue.flags))],
  }
}
