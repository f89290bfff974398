import * as z from 'zod'

/** A model's text for a sentence. */
export interface AnsweredText {
  id: string
  korean: string
  /** Why it changed or doubts a text, if it gave a reason. */
  reason?: string
  /** Indexes of the English words with which the phrases after its signs begin, if they can be read. */
  starts?: number[]
}

const entry = z.looseObject({ id: z.union([z.string(), z.number()]), reason: z.string().optional().catch(undefined) })
/** Longest list of words that is accepted. */
const MOST_STARTS = 100
/** Names under which models return the text. */
const TEXT_NAMES = ['korean', 'ko', 'text', 'translation']

/**
 * Reads the texts in a model's response. Besides the tool's schema, accepts what models return by mistake: JSON in a
 * string, an object of texts by id, a list of texts in order, ids such as `1` or `S1`, word numbers in a string, and damaged
 * JSON in which items are whole.
 * @param ids the requested ids, in order
 */
export function readAnswer(input: unknown, ids: readonly string[]): AnsweredText[] {
  const value = unwrapped(input) ?? wholeItems(input)
  if (Array.isArray(value)) return fromList(value, ids)
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, text]) => fromEntry({ id: name, korean: text }, ids))
}

/** The list or object that contains the texts: parses JSON strings and unwraps `translations` and similar keys. */
function unwrapped(input: unknown): unknown {
  const value = parsed(input)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  for (const name of ['translations', 'input', 'sentences', 'answers'])
    if (name in value) return unwrapped(Object.entries(value).find(([key]) => key === name)?.[1])
  return value
}

function parsed(input: unknown): unknown {
  if (typeof input !== 'string') return input
  try {
    return JSON.parse(input.trim().replace(/^```[a-z]*|```$/g, ''))
  } catch {
    return undefined
  }
}

const WHOLE_ITEM = new RegExp(
  `"id"\\s*:\\s*"?([\\w-]{1,20})"?\\s*,\\s*"(?:${TEXT_NAMES.join('|')})"\\s*:\\s*("(?:[^"\\\\]|\\\\.)*")`,
  'g',
)

/** The items of damaged JSON whose id and text are whole. */
function wholeItems(damaged: unknown): unknown[] {
  if (typeof damaged !== 'string') return []
  return [...damaged.matchAll(WHOLE_ITEM)].map(([, id, text = '']) => ({ id, korean: parsed(text) }))
}

function fromList(list: readonly unknown[], ids: readonly string[]): AnsweredText[] {
  if (list.every(each => typeof each === 'string'))
    return list.length === ids.length ? ids.map((id, i) => ({ id, korean: String(list[i]) })) : []
  return list.flatMap(each => fromEntry(each, ids))
}

function fromEntry(given: unknown, ids: readonly string[]): AnsweredText[] {
  const read = entry.safeParse(given).data
  if (!read) return []
  const id = findId(String(read.id), ids)
  const name = TEXT_NAMES.find(each => typeof read[each] === 'string')
  if (id === undefined || name === undefined) return []
  const starts = readStarts(read.starts)
  const { reason } = read
  return [{ id, korean: String(read[name]), ...(reason !== undefined && { reason }), ...(starts && { starts }) }]
}

/** Converts word numbers, counted from 1, to indexes. Anything unreadable is dropped: the text matters more. */
function readStarts(value: unknown): number[] | undefined {
  const list = typeof value === 'string' ? value.match(/[^\s,|[\]]+/g) : Array.isArray(value) ? value : [value]
  const numbers = (list ?? []).map(each => (typeof each === 'string' && each.trim() !== '' ? Number(each) : each))
  const isRead = numbers.every(each => Number.isSafeInteger(each) && each > 0)
  return isRead && numbers.length > 0 && numbers.length <= MOST_STARTS ? numbers.map(each => each - 1) : undefined
}

/** The requested id that a model means by `1`, `S1` or `s01`. */
function findId(written: string, ids: readonly string[]): string | undefined {
  if (ids.includes(written)) return written
  const [, digits] = /^[sS]?(\d+)$/.exec(written.trim()) ?? []
  return digits === undefined ? undefined : ids.find(id => id === `s${Number(digits)}`)
}
