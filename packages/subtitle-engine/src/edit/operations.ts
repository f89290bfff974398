import { together } from '../transcript/unheard.ts'
import { breaksAfter } from './breaks.ts'
import { isEqual } from './canonical.ts'
import { type Break, clean, type Draft, type DraftSentence, eojeolsOf, inOrder, spokenWords, startOf } from './draft.ts'
import { mergeTypedBreaks, parseTypedText } from './lines.ts'

/** An edit. Callers supply ids of new sentences, so that an operation can be repeated. */
export type Operation =
  /** With `newlines`, the newlines of the text are the sentence's line and cue breaks (`parseTypedText`). */
  | { kind: 'text'; id: string; korean: string; newlines?: true }
  /** Changes several texts at once, as in search and replace. */
  | { kind: 'texts'; texts: readonly { id: string; korean: string }[] }
  /** The new sentence takes the words from `word` of the draft on and the Korean from eojeol `at` on. */
  | { kind: 'split'; id: string; newId: string; word: number; at: number }
  /** Joins the sentence with the next one. */
  | { kind: 'join'; id: string }
  /** `as: undefined` lets the engine decide again. */
  | { kind: 'break'; id: string; at: number; as: Break['kind'] | undefined; ms?: number }
  /** Sets the first in-time or last out-time; `null` follows the speech again. */
  | { kind: 'time'; id: string; startMs?: number | null; endMs?: number | null }
  /** Moves sentences against the media: all, or those from `from` on. */
  | { kind: 'shift'; from?: string; byMs: number }
  | { kind: 'speaker'; id: string; speaker: string | undefined }
  | { kind: 'register'; id: string; register: DraftSentence['register'] }
  | { kind: 'remove'; id: string }
  | { kind: 'add'; newId: string; startMs: number; endMs: number; korean: string }
  | { kind: 'check'; id: string; checked: boolean }
  /** Restores the machine's version of these sentences and of everything that shares words with them, or of all. */
  | { kind: 'restore'; ids: readonly string[] | 'all' }

/** A change: the sentences it removes and those it adds. Swapping them inverts it. */
export interface Patch {
  kind: Operation['kind']
  before: readonly DraftSentence[]
  after: readonly DraftSentence[]
}

/** Shortest time between an in-time and an out-time set by hand. */
const SHORTEST_MS = 100
const MAX_BREAKS = 40
const MAX_SPEAKER = 40

/** Builds the change for an operation; `undefined` if it changes nothing or is impossible. */
export function buildPatch(draft: Draft, operation: Operation, machine?: Draft): Patch | undefined {
  const { kind } = operation
  if (kind === 'restore') return machine && restoring(draft, machine, operation.ids)
  if (kind === 'texts') return textsPatch(draft, operation.texts)
  if (kind === 'add') return added(draft, operation)
  if (kind === 'shift') return shiftPatch(draft, operation)
  const at = draft.sentences.findIndex(({ id }) => id === operation.id)
  const sentence = draft.sentences[at]
  if (!sentence) return undefined
  if (kind === 'split') return split(draft, sentence, operation)
  if (kind === 'join') return joined(draft, sentence, draft.sentences[at + 1])
  if (kind === 'remove') return { kind, before: [sentence], after: [] }
  const after = changed(draft, sentence, operation)
  return after && !isEqual(after, sentence) ? { kind, before: [sentence], after: [after] } : undefined
}

type Change = Extract<Operation, { kind: 'text' | 'break' | 'time' | 'speaker' | 'register' | 'check' }>

function changed(draft: Draft, sentence: DraftSentence, operation: Change): DraftSentence | undefined {
  switch (operation.kind) {
    case 'text':
      return operation.newlines ? withTypedText(sentence, operation.korean) : withKorean(sentence, operation.korean)
    case 'break':
      return withBreak(draft, sentence, operation)
    case 'time':
      return withTimes(draft, sentence, operation)
    case 'speaker':
      return {
        ...sentence,
        speaker: operation.speaker && (clean(operation.speaker).slice(0, MAX_SPEAKER) || undefined),
      }
    case 'register':
      return { ...sentence, register: operation.register }
    case 'check':
      return { ...sentence, checked: operation.checked || undefined }
  }
}

/** Replaces the text; the translator's problems and marks belonged to the old one. */
function withKorean(sentence: DraftSentence, korean: string): DraftSentence {
  const text = clean(korean)
  if (text === sentence.korean) return sentence
  return {
    ...sentence,
    korean: text,
    breaks: breaksAfter(sentence.breaks, sentence.korean, text),
    ends: undefined,
    starts: undefined,
    held: undefined,
    finding: undefined,
    problems: [],
  }
}

function withTypedText(sentence: DraftSentence, typed: string): DraftSentence {
  const { korean, breaks } = parseTypedText(typed)
  const text = withKorean(sentence, korean)
  return { ...text, breaks: mergeTypedBreaks(breaks, text.breaks).slice(0, MAX_BREAKS) }
}

function withBreak(
  draft: Draft,
  sentence: DraftSentence,
  { at, as, ms }: Extract<Operation, { kind: 'break' }>,
): DraftSentence | undefined {
  if (!Number.isInteger(at) || at <= 0 || at >= eojeolsOf(sentence.korean).length) return undefined
  const others = sentence.breaks.filter(each => each.at !== at)
  if (as === undefined) return { ...sentence, breaks: others }
  if (others.length >= MAX_BREAKS) return undefined
  const moment = as === 'cue' && ms !== undefined ? { ms: Math.round(ms) } : {}
  if (moment.ms !== undefined && !isInside(draft, sentence, others, at, moment.ms)) return undefined
  return { ...sentence, breaks: [...others, { at, kind: as, ...moment }].sort((a, b) => a.at - b.at) }
}

/** Whether `ms` is between the sentence's in-time and out-time and keeps the order of its other breaks. */
function isInside(draft: Draft, sentence: DraftSentence, others: readonly Break[], at: number, ms: number): boolean {
  const spoken = spokenWords(sentence, draft.words)
  const earliest = others.reduce(
    (low, each) => (each.at < at ? Math.max(low, each.ms ?? low) : low),
    spoken[0]?.startMs ?? 0,
  )
  const end = spoken.reduce((high, word) => Math.max(high, word.endMs), 0) + 1500
  const latest = others.reduce((high, each) => (each.at > at ? Math.min(high, each.ms ?? high) : high), end)
  return ms > earliest && ms < latest
}

function withTimes(
  { words, durationMs }: Draft,
  sentence: DraftSentence,
  { startMs, endMs }: Extract<Operation, { kind: 'time' }>,
): DraftSentence | undefined {
  const silent = sentence.from === sentence.to
  if (silent && (startMs === null || endMs === null)) return undefined
  // The server would refuse this time, and every later save that contains it.
  if (typeof startMs === 'number' && durationMs > 0 && startMs >= durationMs) return undefined
  const moved = {
    ...sentence,
    startMs: startMs === undefined ? sentence.startMs : startMs === null ? undefined : Math.round(startMs),
    endMs: endMs === undefined ? sentence.endMs : endMs === null ? undefined : Math.round(endMs),
  }
  const spoken = spokenWords({ ...moved, endMs: undefined }, words)
  const start = spoken[0]?.startMs ?? 0
  const end = moved.endMs ?? spoken.reduce((high, word) => Math.max(high, word.endMs), 0)
  const last = durationMs > 0 ? durationMs : Number.MAX_SAFE_INTEGER
  const sound = Number.isSafeInteger(start) && Number.isSafeInteger(end) && start >= 0 && end <= Math.max(last, start)
  return sound && end - start >= (moved.endMs === undefined ? 0 : SHORTEST_MS) ? moved : undefined
}

function split(
  { words }: Draft,
  sentence: DraftSentence,
  { newId, word, at }: Extract<Operation, { kind: 'split' }>,
): Patch | undefined {
  const eojeols = eojeolsOf(sentence.korean)
  if (at <= 0 || at >= eojeols.length || word <= sentence.from || word >= sentence.to) return undefined
  const spoken = spokenWords(sentence, words)
  const second = spoken[word - sentence.from]
  const firstEnd = spoken[word - sentence.from - 1]
  if (!second || !firstEnd || second.startMs <= (spoken[0]?.startMs ?? 0)) return undefined
  const { startMs, endMs, checked: _, ends: __, starts: ___, held: ____, unheard, ...rest } = sentence
  const moved = startMs !== undefined || endMs !== undefined
  const head: DraftSentence = {
    ...rest,
    to: word,
    korean: eojeols.slice(0, at).join(' '),
    breaks: sentence.breaks.filter(each => each.at < at),
    ...(startMs !== undefined && { startMs }),
    ...(moved &&
      endMs !== undefined &&
      firstEnd.endMs > endMs - SHORTEST_MS && {
        endMs: Math.max(second.startMs, (spoken[0]?.startMs ?? 0) + SHORTEST_MS),
      }),
  }
  const tail: DraftSentence = {
    ...rest,
    id: newId,
    from: word,
    korean: eojeols.slice(at).join(' '),
    breaks: sentence.breaks.filter(each => each.at > at).map(each => ({ ...each, at: each.at - at })),
    ...(moved && second.startMs !== words[word]?.startMs && { startMs: second.startMs }),
    ...(endMs !== undefined && { endMs }),
    ...(unheard && { unheard }),
  }
  return { kind: 'split', before: [sentence], after: [head, tail] }
}

/** Maximum differences from a script that a joined sentence keeps. */
const MOST_DIFFERENCES = 10

/** Joins two neighbours. Words between them that the user removed return as silence. */
function joined({ words }: Draft, first: DraftSentence, second: DraftSentence | undefined): Patch | undefined {
  if (!second) return undefined
  const silent = [first, second].filter(({ from, to }) => from === to)
  // A sentence without words has no position among the words, so only a neighbour with words can absorb it.
  if (silent.length === 2 || (silent.length === 0 && first.to !== second.from)) return undefined
  const spoken = silent[0] === first ? second : first
  const [from, to] = silent.length === 0 ? [first.from, second.to] : [spoken.from, spoken.to]
  const at = eojeolsOf(first.korean).length
  const korean = clean(`${first.korean} ${second.korean}`)
  if (eojeolsOf(korean).length !== at + eojeolsOf(second.korean).length) return undefined
  const startMs = first.startMs ?? (silent[0] === second ? undefined : silent[0] && startOf(first, words))
  const { checked: _, startMs: __, endMs: ___, ends: ____, starts: _____, held: ______, ...rest } = first
  const after: DraftSentence = {
    ...rest,
    from,
    to,
    korean,
    breaks: [...first.breaks, ...second.breaks.map(each => ({ ...each, at: each.at + at }))].slice(0, MAX_BREAKS),
    problems: [...new Set([...first.problems, ...second.problems])],
    ...(second.script && { script: [...(first.script ?? []), ...second.script].slice(0, MOST_DIFFERENCES) }),
    ...(second.finding && !first.finding && { finding: second.finding }),
    ...(second.unheard && { unheard: together(first.unheard, second.unheard) }),
    ...(startMs !== undefined && { startMs }),
    ...(second.endMs !== undefined && { endMs: second.endMs }),
  }
  return { kind: 'join', before: [first, second], after: [after] }
}

function added(draft: Draft, { newId, korean, ...times }: Extract<Operation, { kind: 'add' }>): Patch | undefined {
  const { durationMs, sentences, words } = draft
  const [startMs, endMs] = [Math.round(times.startMs), Math.round(times.endMs)]
  const last = durationMs > 0 ? durationMs : Number.MAX_SAFE_INTEGER
  if (!(startMs >= 0 && endMs - startMs >= SHORTEST_MS && endMs <= last)) return undefined
  if (sentences.some(({ id }) => id === newId)) return undefined
  // Its position among the words decides the order of equal starts.
  const from = lowerBound(words.length, i => (words[i]?.startMs ?? 0) >= startMs)
  const sentence = { id: newId, from, to: from, korean: clean(korean), breaks: [], startMs, endMs, problems: [] }
  return { kind: 'add', before: [], after: [sentence] }
}

function lowerBound(length: number, isAtOrAfter: (i: number) => boolean): number {
  let [low, high] = [0, length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (isAtOrAfter(middle)) high = middle
    else low = middle + 1
  }
  return low
}

function shiftPatch(
  { sentences, words, durationMs }: Draft,
  { from, byMs }: Extract<Operation, { kind: 'shift' }>,
): Patch | undefined {
  const by = Math.round(byMs)
  const first = from === undefined ? 0 : sentences.findIndex(({ id }) => id === from)
  if (by === 0 || first < 0 || !Number.isSafeInteger(by)) return undefined
  const before = sentences.slice(first)
  const last = durationMs > 0 ? durationMs : Number.MAX_SAFE_INTEGER
  const moved = (ms: number | undefined) => (ms === undefined ? undefined : ms + by)
  const isInside = (sentence: DraftSentence) => {
    const start = startOf(sentence, words) + by
    return start >= 0 && start < last && (sentence.endMs ?? 0) + by <= last
  }
  // A shift that pushes a sentence out of the media would change the distances between sentences.
  if (before.length === 0 || !before.every(isInside)) return undefined
  const after = before.map((sentence): DraftSentence => {
    const { shiftMs = 0, startMs, endMs, breaks } = sentence
    return {
      ...sentence,
      shiftMs: shiftMs + by || undefined,
      startMs: moved(startMs),
      endMs: moved(endMs),
      breaks: breaks.map(each => (each.ms === undefined ? each : { ...each, ms: each.ms + by })),
    }
  })
  return { kind: 'shift', before, after }
}

function textsPatch({ sentences }: Draft, texts: readonly { id: string; korean: string }[]): Patch | undefined {
  const wanted = new Map(texts.map(({ id, korean }) => [id, korean]))
  const pairs = sentences.flatMap(sentence => {
    const korean = wanted.get(sentence.id)
    const after = korean === undefined ? sentence : withKorean(sentence, korean)
    return after === sentence ? [] : [[sentence, after] as const]
  })
  if (pairs.length === 0) return undefined
  return { kind: 'texts', before: pairs.map(([before]) => before), after: pairs.map(([, after]) => after) }
}

/** Restores the machine's sentences for all words that these sentences touch. */
function restoring(draft: Draft, machine: Draft, ids: readonly string[] | 'all'): Patch | undefined {
  let before: DraftSentence[]
  let after: DraftSentence[]
  if (ids === 'all') {
    before = [...draft.sentences]
    after = [...machine.sentences]
  } else {
    before = draft.sentences.filter(({ id }) => ids.includes(id))
    after = []
    for (let size = -1; size !== before.length + after.length; ) {
      size = before.length + after.length
      after = machine.sentences.filter(each => before.some(own => own.id === each.id || overlaps(own, each)))
      before = draft.sentences.filter(each => before.includes(each) || after.some(own => overlaps(own, each)))
    }
  }
  const [gone, come] = [difference(before, after), difference(after, before)]
  return gone.length + come.length > 0 ? { kind: 'restore', before: gone, after: come } : undefined
}

function difference(sentences: readonly DraftSentence[], others: readonly DraftSentence[]): DraftSentence[] {
  const byId = new Map(others.map(sentence => [sentence.id, sentence]))
  return sentences.filter(sentence => {
    const other = byId.get(sentence.id)
    return !other || !isEqual(sentence, other)
  })
}

function overlaps(a: DraftSentence, b: DraftSentence): boolean {
  return a.from < b.to && b.from < a.to
}

export function patched(draft: Draft, { before, after }: Patch): Draft {
  const only = after[0]
  if (before.length === 1 && after.length === 1 && only && before[0]?.id === only.id) {
    const sentences = draft.sentences.map(sentence => (sentence.id === only.id ? only : sentence))
    const same = startOf(before[0], draft.words) === startOf(only, draft.words)
    return { ...draft, sentences: same ? sentences : inOrder(sentences, draft.words) }
  }
  const gone = new Set(before.map(({ id }) => id))
  const kept = draft.sentences.filter(({ id }) => !gone.has(id))
  return { ...draft, sentences: inOrder([...kept, ...after], draft.words) }
}

export function inverse({ kind, before, after }: Patch): Patch {
  return { kind, before: after, after: before }
}
