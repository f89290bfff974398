import type { Cue } from '../types.ts'

/** A line of speech in an English subtitle. */
export interface SpokenLine {
  text: string
  cue: number
  /** Set where the subtitle says that somebody else speaks. */
  speaker?: string
}

/** Brackets of sounds and of the speaker's name; round ones also hold asides, so only those that fill a line or shout. */
const SOUND = /\[[^[\]]*\]|\{[^{}]*\}|^\([^()]*\)$|^\([^()a-z]*\)|\([^()a-z]*\)$/gm
const NOTES = /[♪♫♬♩]+/gu
const TURN = /^(?:[-‐–—]|>>+) ?(?=\S)/
/** `JOHN:` and `MAN 2:`, but not the time of `AT 10:30`. */
const NAME = /^([A-Z][A-Z0-9.'’ -]{0,29}): ?(?!\d)/
/** Captions that roll repeat the last line of the cue before, which ends where they begin. */
const ROLLING_MS = 50

/** Speech and sounds of a subtitle: without dashes, names of speakers, music notes and repetitions of rolling captions. */
export function spokenLines(cues: readonly Cue[]): { lines: SpokenLine[]; sounds: { text: string; cue: number }[] } {
  const lines: SpokenLine[] = []
  const sounds: { text: string; cue: number }[] = []
  let turns = 0
  let speaker: string | undefined
  for (const [cue, { lines: texts }] of cues.entries()) {
    const whole = withoutRepetition(cues[cue - 1], cues[cue], texts).join('\n')
    const spoken = whole.replace(SOUND, sound => {
      sounds.push({ text: sound.replaceAll('\n', ' '), cue })
      return ''
    })
    if (spoken.trim() !== '' && spoken.replace(NOTES, '').trim() === '') sounds.push({ text: '♪', cue })
    // After a cue that was shown beside another, somebody else may speak again.
    let isShared = overlaps(cues[cue - 1], cues[cue]) || overlaps(cues[cue - 2], cues[cue - 1])
    for (const line of spoken.split('\n')) {
      const bare = line.replace(NOTES, '').trim()
      const isTurn = TURN.test(bare)
      const said = bare.replace(TURN, '')
      const name = NAME.exec(said)?.[1]
      const text = (name === undefined ? said : said.slice(said.indexOf(':') + 1)).trim()
      if (text === '') continue
      if (isTurn || isShared) turns += 1
      if (name !== undefined || isTurn || isShared) speaker = name ?? `turn-${turns}`
      isShared = false
      lines.push(speaker === undefined ? { text, cue } : { text, cue, speaker })
    }
  }
  const isTold = lines.some(line => line.speaker !== undefined)
  return { lines: isTold ? lines.map(line => ({ speaker: 'turn-0', ...line })) : lines, sounds }
}

/** True if two cues are on screen at once, so that two people speak or a sign is shown. */
function overlaps(before: Cue | undefined, cue: Cue | undefined): boolean {
  return before !== undefined && cue !== undefined && cue.startMs < before.endMs - ROLLING_MS
}

function withoutRepetition(before: Cue | undefined, cue: Cue | undefined, lines: readonly string[]): readonly string[] {
  const isRolling = before && cue && Math.abs(cue.startMs - before.endMs) < ROLLING_MS
  if (!isRolling || Math.max(lines.length, before.lines.length) < 2) return lines
  for (let n = Math.min(lines.length, before.lines.length); n > 0; n -= 1) {
    const shown = before.lines.slice(-n)
    if (shown.every((line, i) => line.trim() === lines[i]?.trim())) return lines.slice(n)
  }
  return lines
}
