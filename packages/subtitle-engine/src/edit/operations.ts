import { breaksAfter } from './breaks.ts'
import {
  type Break,
  clean,
  eojeolsOf,
  inOrder,
  type Manuscript,
  type Passage,
  spokenWords,
  startOf,
} from './passage.ts'

/** What a person can do to a manuscript. Ids of new passages come from outside, so that an operation is repeatable. */
export type Operation =
  | { kind: 'text'; id: string; korean: string }
  /** Several texts at once: a term changed everywhere, a search and replace. */
  | { kind: 'texts'; texts: readonly { id: string; korean: string }[] }
  /** The second passage gets the words from number `word` of the manuscript and the Korean from eojeol `at`. */
  | { kind: 'split'; id: string; newId: string; word: number; at: number }
  /** With the passage that follows. */
  | { kind: 'join'; id: string }
  /** `as: undefined` leaves the place to the engine again. */
  | { kind: 'break'; id: string; at: number; as: Break['kind'] | undefined; ms?: number }
  /** First in-time or last out-time; `null` follows the speech again. */
  | { kind: 'time'; id: string; startMs?: number | null; endMs?: number | null }
  | { kind: 'speaker'; id: string; speaker: string | undefined }
  | { kind: 'register'; id: string; register: Passage['register'] }
  | { kind: 'remove'; id: string }
  | { kind: 'add'; newId: string; startMs: number; endMs: number; korean: string }
  | { kind: 'check'; id: string; checked: boolean }
  /** Back to the machine's version: of everything that shares words with these passages, or of all. */
  | { kind: 'restore'; ids: readonly string[] | 'all' }

/** A change of a manuscript as the passages that go and the passages that come; its inverse swaps them. */
export interface Patch {
  kind: Operation['kind']
  before: readonly Passage[]
  after: readonly Passage[]
}

/** Shortest time between an in-time and an out-time that are set by hand. */
const SHORTEST_MS = 100
const MAX_BREAKS = 40
const MAX_SPEAKER = 40

/** The change that an operation makes; `undefined` if it changes nothing or is not possible here. */
export function patchOf(manuscript: Manuscript, operation: Operation, machine?: Manuscript): Patch | undefined {
  const { kind } = operation
  if (kind === 'restore') return machine && restoring(manuscript, machine, operation.ids)
  if (kind === 'texts') return textsPatch(manuscript, operation.texts)
  if (kind === 'add') return added(manuscript, operation)
  const at = manuscript.passages.findIndex(({ id }) => id === operation.id)
  const passage = manuscript.passages[at]
  if (!passage) return undefined
  if (kind === 'split') return split(manuscript, passage, operation)
  if (kind === 'join') return joined(manuscript, passage, manuscript.passages[at + 1])
  if (kind === 'remove') return { kind, before: [passage], after: [] }
  const after = changed(manuscript, passage, operation)
  return after && !isEqual(after, passage) ? { kind, before: [passage], after: [after] } : undefined
}

type Change = Extract<Operation, { kind: 'text' | 'break' | 'time' | 'speaker' | 'register' | 'check' }>

function changed(manuscript: Manuscript, passage: Passage, operation: Change): Passage | undefined {
  switch (operation.kind) {
    case 'text':
      return withKorean(passage, operation.korean)
    case 'break':
      return withBreak(manuscript, passage, operation)
    case 'time':
      return withTimes(manuscript, passage, operation)
    case 'speaker':
      return { ...passage, speaker: operation.speaker && (clean(operation.speaker).slice(0, MAX_SPEAKER) || undefined) }
    case 'register':
      return { ...passage, register: operation.register }
    case 'check':
      return { ...passage, checked: operation.checked || undefined }
  }
}

/** A text that a person wrote has none of the translator's problems and none of its marks. */
function withKorean(passage: Passage, korean: string): Passage {
  const text = clean(korean)
  if (text === passage.korean) return passage
  return {
    ...passage,
    korean: text,
    breaks: breaksAfter(passage.breaks, passage.korean, text),
    ends: undefined,
    problems: [],
  }
}

function withBreak(
  manuscript: Manuscript,
  passage: Passage,
  { at, as, ms }: Extract<Operation, { kind: 'break' }>,
): Passage | undefined {
  if (!Number.isInteger(at) || at <= 0 || at >= eojeolsOf(passage.korean).length) return undefined
  const others = passage.breaks.filter(each => each.at !== at)
  if (as === undefined) return { ...passage, breaks: others }
  if (others.length >= MAX_BREAKS) return undefined
  const moment = as === 'cue' && ms !== undefined ? { ms: Math.round(ms) } : {}
  if (moment.ms !== undefined && !isInside(manuscript, passage, others, at, moment.ms)) return undefined
  return { ...passage, breaks: [...others, { at, kind: as, ...moment }].sort((a, b) => a.at - b.at) }
}

/** A moment between the passage's in-time and out-time and between the moments of its other breaks. */
function isInside(manuscript: Manuscript, passage: Passage, others: readonly Break[], at: number, ms: number): boolean {
  const spoken = spokenWords(passage, manuscript.words)
  const earliest = others.reduce(
    (low, each) => (each.at < at ? Math.max(low, each.ms ?? low) : low),
    spoken[0]?.startMs ?? 0,
  )
  const end = spoken.reduce((high, word) => Math.max(high, word.endMs), 0) + 1500
  const latest = others.reduce((high, each) => (each.at > at ? Math.min(high, each.ms ?? high) : high), end)
  return ms > earliest && ms < latest
}

function withTimes(
  { words, durationMs }: Manuscript,
  passage: Passage,
  { startMs, endMs }: Extract<Operation, { kind: 'time' }>,
): Passage | undefined {
  const silent = passage.from === passage.to
  if (silent && (startMs === null || endMs === null)) return undefined
  const moved = {
    ...passage,
    startMs: startMs === undefined ? passage.startMs : startMs === null ? undefined : Math.round(startMs),
    endMs: endMs === undefined ? passage.endMs : endMs === null ? undefined : Math.round(endMs),
  }
  const spoken = spokenWords({ ...moved, endMs: undefined }, words)
  const start = spoken[0]?.startMs ?? 0
  const end = moved.endMs ?? spoken.reduce((high, word) => Math.max(high, word.endMs), 0)
  const last = durationMs > 0 ? durationMs : Number.MAX_SAFE_INTEGER
  const sound = Number.isSafeInteger(start) && Number.isSafeInteger(end) && start >= 0 && end <= Math.max(last, start)
  return sound && end - start >= (moved.endMs === undefined ? 0 : SHORTEST_MS) ? moved : undefined
}

function split(
  { words }: Manuscript,
  passage: Passage,
  { newId, word, at }: Extract<Operation, { kind: 'split' }>,
): Patch | undefined {
  const eojeols = eojeolsOf(passage.korean)
  if (at <= 0 || at >= eojeols.length || word <= passage.from || word >= passage.to) return undefined
  const spoken = spokenWords(passage, words)
  const second = spoken[word - passage.from]
  const firstEnd = spoken[word - passage.from - 1]
  if (!second || !firstEnd || second.startMs <= (spoken[0]?.startMs ?? 0)) return undefined
  const { startMs, endMs, checked: _, ends: __, ...rest } = passage
  const moved = startMs !== undefined || endMs !== undefined
  const head: Passage = {
    ...rest,
    to: word,
    korean: eojeols.slice(0, at).join(' '),
    breaks: passage.breaks.filter(each => each.at < at),
    ...(startMs !== undefined && { startMs }),
    ...(moved &&
      endMs !== undefined &&
      firstEnd.endMs > endMs - SHORTEST_MS && {
        endMs: Math.max(second.startMs, (spoken[0]?.startMs ?? 0) + SHORTEST_MS),
      }),
  }
  const tail: Passage = {
    ...rest,
    id: newId,
    from: word,
    korean: eojeols.slice(at).join(' '),
    breaks: passage.breaks.filter(each => each.at > at).map(each => ({ ...each, at: each.at - at })),
    ...(moved && second.startMs !== words[word]?.startMs && { startMs: second.startMs }),
    ...(endMs !== undefined && { endMs }),
  }
  return { kind: 'split', before: [passage], after: [head, tail] }
}

/** One passage of two neighbours. Words between them that a person removed come along, as silence between words. */
function joined({ words }: Manuscript, first: Passage, second: Passage | undefined): Patch | undefined {
  if (!second) return undefined
  const silent = [first, second].filter(({ from, to }) => from === to)
  // A passage without words has no place among the words: only a neighbour with words can take it in.
  if (silent.length === 2 || (silent.length === 0 && first.to !== second.from)) return undefined
  const spoken = silent[0] === first ? second : first
  const [from, to] = silent.length === 0 ? [first.from, second.to] : [spoken.from, spoken.to]
  const at = eojeolsOf(first.korean).length
  const korean = clean(`${first.korean} ${second.korean}`)
  if (eojeolsOf(korean).length !== at + eojeolsOf(second.korean).length) return undefined
  const startMs = first.startMs ?? (silent[0] === second ? undefined : silent[0] && startOf(first, words))
  const { checked: _, startMs: __, endMs: ___, ends: ____, ...rest } = first
  const after: Passage = {
    ...rest,
    from,
    to,
    korean,
    breaks: [...first.breaks, ...second.breaks.map(each => ({ ...each, at: each.at + at }))].slice(0, MAX_BREAKS),
    problems: [...new Set([...first.problems, ...second.problems])],
    ...(startMs !== undefined && { startMs }),
    ...(second.endMs !== undefined && { endMs: second.endMs }),
  }
  return { kind: 'join', before: [first, second], after: [after] }
}

function added(
  manuscript: Manuscript,
  { newId, korean, ...times }: Extract<Operation, { kind: 'add' }>,
): Patch | undefined {
  const { durationMs, passages, words } = manuscript
  const [startMs, endMs] = [Math.round(times.startMs), Math.round(times.endMs)]
  const last = durationMs > 0 ? durationMs : Number.MAX_SAFE_INTEGER
  if (!(startMs >= 0 && endMs - startMs >= SHORTEST_MS && endMs <= last)) return undefined
  if (passages.some(({ id }) => id === newId)) return undefined
  // Its place among the words, so that equal starts are ordered alike everywhere.
  const from = lowerBound(words.length, i => (words[i]?.startMs ?? 0) >= startMs)
  const passage = { id: newId, from, to: from, korean: clean(korean), breaks: [], startMs, endMs, problems: [] }
  return { kind: 'add', before: [], after: [passage] }
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

function textsPatch({ passages }: Manuscript, texts: readonly { id: string; korean: string }[]): Patch | undefined {
  const wanted = new Map(texts.map(({ id, korean }) => [id, korean]))
  const pairs = passages.flatMap(passage => {
    const korean = wanted.get(passage.id)
    const after = korean === undefined ? passage : withKorean(passage, korean)
    return after === passage ? [] : [[passage, after] as const]
  })
  if (pairs.length === 0) return undefined
  return { kind: 'texts', before: pairs.map(([before]) => before), after: pairs.map(([, after]) => after) }
}

/** Replaces everything that shares words with the passages by what the machine made of these words. */
function restoring(manuscript: Manuscript, machine: Manuscript, ids: readonly string[] | 'all'): Patch | undefined {
  let before: Passage[]
  let after: Passage[]
  if (ids === 'all') {
    before = [...manuscript.passages]
    after = [...machine.passages]
  } else {
    before = manuscript.passages.filter(({ id }) => ids.includes(id))
    after = []
    for (let size = -1; size !== before.length + after.length; ) {
      size = before.length + after.length
      after = machine.passages.filter(each => before.some(own => own.id === each.id || overlaps(own, each)))
      before = manuscript.passages.filter(each => before.includes(each) || after.some(own => overlaps(own, each)))
    }
  }
  const [gone, come] = [difference(before, after), difference(after, before)]
  return gone.length + come.length > 0 ? { kind: 'restore', before: gone, after: come } : undefined
}

function difference(passages: readonly Passage[], others: readonly Passage[]): Passage[] {
  const byId = new Map(others.map(passage => [passage.id, passage]))
  return passages.filter(passage => {
    const other = byId.get(passage.id)
    return !other || !isEqual(passage, other)
  })
}

function overlaps(a: Passage, b: Passage): boolean {
  return a.from < b.to && b.from < a.to
}

/** The manuscript after a change. */
export function patched(manuscript: Manuscript, { before, after }: Patch): Manuscript {
  const only = after[0]
  if (before.length === 1 && after.length === 1 && only && before[0]?.id === only.id) {
    const passages = manuscript.passages.map(passage => (passage.id === only.id ? only : passage))
    const same = startOf(before[0], manuscript.words) === startOf(only, manuscript.words)
    return { ...manuscript, passages: same ? passages : inOrder(passages, manuscript.words) }
  }
  const gone = new Set(before.map(({ id }) => id))
  const kept = manuscript.passages.filter(({ id }) => !gone.has(id))
  return { ...manuscript, passages: inOrder([...kept, ...after], manuscript.words) }
}

export function inverse({ kind, before, after }: Patch): Patch {
  return { kind, before: after, after: before }
}

/** Whether two passages are the same in every field; absent and undefined are alike. */
export function isEqual(a: Passage, b: Passage): boolean {
  return a === b || canonical(a) === canonical(b)
}

/** A passage as text with its fields in one order: equal passages have equal texts. */
export function canonical({
  id,
  from,
  to,
  korean,
  breaks,
  ends,
  startMs,
  endMs,
  speaker,
  register,
  problems,
  checked,
}: Passage): string {
  const places = breaks.map(({ at, kind, ms }) => [at, kind, ms ?? null])
  return JSON.stringify([
    id,
    from,
    to,
    korean,
    places,
    ends ?? null,
    startMs ?? null,
    endMs ?? null,
    speaker ?? null,
    register ?? null,
    problems,
    checked ?? false,
  ])
}
