import * as z from 'zod'
import { register } from './archive-entry.ts'
import { brief } from './brief.ts'
import { lazyObject } from './lazy.ts'
import type { HistoryEntry, ProjectSentence } from './project.ts'
import { comment, MOST_COMMENTS } from './proofreading.ts'
import { wordColumns } from './word-columns.ts'

/**
 * A list whose items are checked by hand: on a slow computer, zod takes up to a second for the sentences of four
 * hours, before the page shows anything. Types are checked here; bounds were checked when the lists were stored.
 */
function listSchema<Item>(isItem: (value: unknown) => value is Item) {
  return z.custom<Item[]>(value => Array.isArray(value) && value.every(isItem))
}

type Fields = Record<string, unknown>

function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null
}

const BREAKS: ReadonlySet<unknown> = new Set(['cue', 'line', 'none'])
const REGISTERS: ReadonlySet<unknown> = new Set(register.options)

function isSentence(value: unknown): value is ProjectSentence {
  if (!isObject(value)) return false
  const { id, from, to, korean, breaks, ends = [], starts = [], startMs, endMs, shiftMs } = value
  const { speaker, problems, checked, unheard, finding, script } = value
  return (
    typeof id === 'string' &&
    typeof from === 'number' &&
    typeof to === 'number' &&
    typeof korean === 'string' &&
    Array.isArray(breaks) &&
    breaks.every(isBreak) &&
    Array.isArray(ends) &&
    ends.every(each => typeof each === 'number') &&
    Array.isArray(starts) &&
    starts.every(each => typeof each === 'number') &&
    Array.isArray(problems) &&
    problems.every(each => typeof each === 'string') &&
    isAbsentOr('number', startMs) &&
    isAbsentOr('number', endMs) &&
    isAbsentOr('number', shiftMs) &&
    isAbsentOr('string', speaker) &&
    isAbsentOr('boolean', checked) &&
    (unheard === undefined || isUnheard(unheard)) &&
    (script === undefined || (Array.isArray(script) && script.every(isDifference))) &&
    (finding === undefined || isFinding(finding)) &&
    (value.register === undefined || REGISTERS.has(value.register))
  )
}

function isBreak(value: unknown): boolean {
  return isObject(value) && typeof value.at === 'number' && BREAKS.has(value.kind) && isAbsentOr('number', value.ms)
}

function isUnheard(value: unknown): boolean {
  return (
    isObject(value) &&
    typeof value.startMs === 'number' &&
    typeof value.endMs === 'number' &&
    typeof value.words === 'string'
  )
}

function isDifference(value: unknown): boolean {
  return isObject(value) && typeof value.said === 'string' && typeof value.written === 'string'
}

function isFinding(value: unknown): boolean {
  return (
    isObject(value) &&
    typeof value.kind === 'string' &&
    typeof value.words === 'string' &&
    isAbsentOr('string', value.reason)
  )
}

function isAbsentOr(type: 'string' | 'number' | 'boolean', value: unknown): boolean {
  return value === undefined || typeof value === type
}

function isStored(value: unknown): value is { passage: ProjectSentence; version: number } {
  return isObject(value) && typeof value.version === 'number' && isSentence(value.passage)
}

function isHistoryEntry(value: unknown): value is HistoryEntry {
  return (
    isObject(value) &&
    [value.id, value.kind, value.at].every(each => typeof each === 'string') &&
    isAbsentOr('string', value.by) &&
    [value.before, value.after].every(each => Array.isArray(each) && each.every(isSentence))
  )
}

/** Everything that the editor opens. */
export const projectView = lazyObject(() => ({
  machine: z.object({
    format: z.literal(1),
    durationMs: z.int(),
    words: wordColumns,
    passages: listSchema(isSentence),
  }),
  /** The stored edits; absent before the first one. */
  stored: z
    .object({
      version: z.int(),
      passages: listSchema(isStored),
      removed: z.record(z.string(), z.int()),
      /** The last changes, oldest first. */
      history: listSchema(isHistoryEntry).optional(),
    })
    .optional(),
  /** The owner's and the proofreaders' comments, oldest first. */
  comments: z.array(comment).max(MOST_COMMENTS).optional(),
  /** The translator's brief; absent if no model wrote one and the owner did not either. */
  brief: brief.optional(),
  /** URL of the stored upload, valid for some hours; absent if it has expired or came from YouTube. */
  videoUrl: z.string().optional(),
  /** URL of the loudness of the sound (`web/editor/timeline/waveform-data.ts`); absent until an editor has stored it. */
  peaksUrl: z.string().optional(),
}))
