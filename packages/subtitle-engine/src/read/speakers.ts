import { textOf, withoutStretches } from './lines.ts'
import { isLikelySound, isSpeakerName, ROLE } from './names.ts'
import type { Note, SourceCue, SourceLine } from './source.ts'

/** The sign of another speaker: a dash, or the chevrons of broadcast captions, which also occur inside a line. */
const TURN = /^(?:[>＞]{2,9}(?: [>＞]{2,9}){0,3}|[>＞](?= )|[-‐‑–—](?![-‐‑–—\d])) ?(?=\S)/
const INNER_TURN = /(?<=[^\s>＞]) (?=[>＞]{2,9} ?\S)/g
/** Dashes of dialogue written in one line: `- Is it? - It is.` */
const INNER_DASH = /(?<=[.?!…"”]) (?=[-–—] ?[\p{Lu}\p{Lo}])/gu
const BRACKETED = /^(?:\[([^[\]]{1,40})\]|\(([^()]{1,40})\)|（([^（）]{1,40})）)(\s{0,9}[:：])?(?:\s|$|(?=\S))/
const NAMED = /^([^\s:：[\](){}<>♪"“][^:：[\]{}<>♪"“]{0,48}?(?: \[[^[\]]{1,40}\])?)\s{0,9}[:：](?=\s|$|[^\d\s/][^/])/u
/** A name may be repeated inside a line, after the end of a sentence. */
const INNER_NAME = /(?<=(?<!\b(?:Mrs?|MRS?|Ms|MS|Dr|DR|St|ST|Prof|PROF))[.?!…"”] )(?=\p{Lu}[\p{L} .'’-]{0,39}: \S)/gu
/** If at least this share of cues has a label, every label before a colon is a name. */
const LABELLED_SHARE = 0.5
const TIMES_SEEN = 2

interface Label {
  name: string
  /** Characters of the line that it takes. */
  length: number
  /** True for `JOHN:`, `[John]:`, `Speaker 2:`, which are always names. */
  isCertain: boolean
  /** True for `[John]` without a colon, which may also be a sound. */
  isBare: boolean
}

/** Whisper.cpp's mark before another voice. */
const TURN_MARK = '[SPEAKER_TURN]'
/** A sound before a name: `[phone rings] TOM: Hello?` */
const SOUND_BEFORE = /^(?:\[[^[\]]{1,60}\]|\([^()]{1,60}\)) {1,3}(?=\S)/
/** Share of cues with a name as their first line, in files that have one in each. */
const HEADED_SHARE = 0.9

/**
 * Turns the notations of speakers into `speaker`: names before colons, in brackets, on a line above and from the file,
 * dashes and chevrons. Removes names and signs from the text. A speaker keeps the turn until the next name or sign,
 * also across a cue beside the dialogue.
 */
export function withSpeakers(cues: readonly SourceCue[], notes: Note[]): SourceCue[] {
  const isHeaded = areHeaded(cues)
  const isName = acceptedLabels(cues)
  const split = cues.map(cue => ({ ...cue, lines: cue.lines.flatMap(line => splitLine(line, isName)) }))
  const accepts = acceptedLabels(split)
  let turns = 0
  let speaker: string | undefined
  let isTurning = false
  const read = split.map(cue => ({
    ...cue,
    lines: cue.lines.flatMap((line, i): SourceLine[] => {
      const { turn, from, label } = isHeaded && i === 0 && cue.lines.length > 1 ? headOf(line) : labelIn(line)
      const isNamed = label !== undefined && accepts(label)
      if (isNamed) {
        notes.push({ kind: 'name', line: cue.line, text: label.name })
        speaker = label.name
      } else if (line.speaker !== undefined) speaker = line.speaker
      else if (turn > 0 || isTurning) {
        turns += 1
        speaker = `turn-${turns}`
      }
      isTurning = line.words.at(-1)?.text === TURN_MARK
      const end = textOf([line]).length
      const said = withoutStretches(
        [line],
        [
          [0, turn],
          [from, from + (isNamed ? label.length : 0)],
          [isTurning ? end - TURN_MARK.length : end, end],
        ],
      )
      return said.map(({ words }) => ({ words, speaker }))
    }),
  }))
  const spoken = read.filter(({ lines }) => lines.length > 0)
  if (!spoken.some(({ lines }) => lines.some(line => line.speaker !== undefined))) return spoken
  return spoken.map(cue => ({ ...cue, lines: cue.lines.map(line => ({ ...line, speaker: line.speaker ?? 'turn-0' })) }))
}

interface Found {
  /** Characters that the sign of another speaker takes. */
  turn: number
  /** Where the label begins. */
  from: number
  label: Label | undefined
}

function labelIn(line: SourceLine): Found {
  const text = textOf([line])
  const turn = TURN.exec(text)?.[0].length ?? 0
  const label = labelOf(text.slice(turn))
  if (label) return { turn, from: turn, label }
  const from = turn + (SOUND_BEFORE.exec(text.slice(turn))?.[0].length ?? 0)
  const behind = from === turn ? undefined : labelOf(text.slice(from))
  return { turn, from, label: behind?.isCertain ? behind : undefined }
}

/** Reads the whole line as a name. */
function headOf(line: SourceLine): Found {
  const text = textOf([line])
  return {
    turn: 0,
    from: 0,
    label: { name: text.replace(/:$/, ''), length: text.length, isCertain: true, isBare: false },
  }
}

/** True if the first line of nearly every cue is a name, as Premiere and DaVinci Resolve write it above the text. */
function areHeaded(cues: readonly SourceCue[]): boolean {
  const heads = cues.flatMap(({ lines: [first, second] }) => {
    const text = first && second ? textOf([first]).replace(/:$/, '') : ''
    return ROLE.test(text) || isSpeakerName(text) ? [text] : []
  })
  if (heads.length < Math.max(TIMES_SEEN, cues.length * HEADED_SHARE)) return false
  return heads.every(text => ROLE.test(text)) || new Set(heads).size * 2 <= heads.length
}

/** Divides a line before chevrons, dashes and names inside it. */
function splitLine(line: SourceLine, isName: (label: Label) => boolean): SourceLine[] {
  const text = textOf([line])
  const isDialogue = /^[-–—]/.test(text)
  if (!isDialogue && !/>>|＞＞|: /.test(text)) return [line]
  const turns = [...text.matchAll(INNER_TURN), ...(isDialogue ? text.matchAll(INNER_DASH) : [])]
  const starts = turns.map(({ index }) => index + 1)
  for (const { index } of text.matchAll(INNER_NAME)) {
    const label = labelOf(text.slice(index))
    if (label && isName(label)) starts.push(index)
  }
  const opens = new Set(starts)
  const parts: SourceLine[] = []
  let at = 0
  for (const word of line.words) {
    if (parts.length === 0 || opens.has(at)) parts.push({ ...line, words: [] })
    parts.at(-1)?.words.push(word)
    at += word.text.length + 1
  }
  return parts
}

function labelOf(text: string): Label | undefined {
  const bracketed = BRACKETED.exec(text)
  if (bracketed) {
    const [whole, square, round, wide, colon] = bracketed
    // `[Anna, in German]`
    const name = (square ?? round ?? wide ?? '').split(', ', 1).join('').trim()
    const isRole = ROLE.test(name)
    if (!isRole && !(isSpeakerName(name) && (colon !== undefined || !isLikelySound(name)))) return undefined
    return {
      name,
      length: whole.length,
      isCertain: colon !== undefined || isRole,
      isBare: colon === undefined && !isRole,
    }
  }
  const named = NAMED.exec(text)
  if (!named) return undefined
  const [whole, stated = ''] = named
  // `JOHN (O.S.):`, `Anna Berg (she/her):`, `ANNA [whispering]:`
  const name = stated.replace(/\s{0,9}(?:\([^()]{1,30}\)|\[[^[\]]{1,40}\])$/, '').trim()
  const isRole = ROLE.test(name)
  if (!isRole && !isSpeakerName(name)) return undefined
  const isCapital = /\p{Lu}/u.test(name) && name === name.toUpperCase() && name.length > 1
  return { name, length: whole.length, isCertain: isRole || isCapital, isBare: false }
}

/** Which labels are names: certain ones, those that come again, and all if most cues have one. */
function acceptedLabels(cues: readonly SourceCue[]): (label: Label) => boolean {
  const seen = new Map<string, number>()
  let labelled = 0
  for (const { lines } of cues) {
    let isLabelled = false
    for (const line of lines) {
      const { label } = labelIn(line)
      if (!label) continue
      const name = label.name.toLowerCase()
      seen.set(name, (seen.get(name) ?? 0) + 1)
      isLabelled ||= !label.isBare
    }
    if (isLabelled) labelled += 1
  }
  const isLabelledFile = labelled >= Math.max(TIMES_SEEN, cues.length * LABELLED_SHARE)
  return ({ name, isCertain, isBare }) =>
    isCertain || (seen.get(name.toLowerCase()) ?? 0) >= TIMES_SEEN || (isLabelledFile && !isBare)
}
