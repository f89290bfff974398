import { AsyncLocalStorage } from 'node:async_hooks'
import type { Counted, Topic } from '../contract/log-lines.ts'
import { executionName } from '../contract/workflow.ts'

type Fields = Record<string, string | number | boolean | undefined>

const context = new AsyncLocalStorage<Fields>()

/**
 * Adds fields to every line that `work` logs, so that one id connects the request with the last step: `request` (API
 * Gateway's id) and `entry` (the name of the entry's execution).
 */
export function inLogContext<Result>(fields: Fields, work: () => Result): Result {
  return context.run({ ...context.getStore(), ...fields }, work)
}

/** Fields of a line about one entry; `entry` is the name of its execution, by which to trace it. */
export function aboutEntry({ uid, key }: { uid: string; key: string }): { uid: string; key: string; entry: string } {
  return { uid, key, entry: executionName({ uid, key }) }
}

/**
 * Logs one object. Lambda's JSON log format puts it under `message`, next to its own level, time and request id. Pass
 * ids and codes only, never names, email addresses, titles or access tokens.
 */
export function log(
  level: 'info' | 'warn' | 'error',
  topic: Topic,
  event: string,
  fields: Fields = {},
  error?: unknown,
): void {
  const about = { topic, event, ...context.getStore(), ...fields }
  console[level](error === undefined ? about : { ...about, error: describe(error) })
}

/** Logs a one-time event that a metric filter counts: `contract/log-lines.ts`. */
export function logCounted(counted: Counted, topic: Topic, event: string, fields: Fields): void {
  log('info', topic, event, { counted, ...fields })
}

interface DescribedError {
  name: string
  message: string
  stack?: string
  cause?: DescribedError
}

function describe(error: unknown, depth = 0): DescribedError {
  if (!(error instanceof Error)) return { name: typeof error, message: redact(String(error)) }
  return {
    name: error.name,
    message: redact(error.message),
    stack: error.stack ? redact(error.stack) : undefined,
    cause: error.cause !== undefined && depth < 5 ? describe(error.cause, depth + 1) : undefined,
  }
}

/**
 * Removes the query from URLs (a presigned one grants access to an object) and masks email addresses, in linear time.
 */
function redact(text: string): string {
  return text.replace(/https?:\/\/[^\s"']*/g, withoutQuery).replace(ADDRESS, '…@…')
}

const withoutQuery = (url: string): string => {
  const at = url.indexOf('?')
  return at < 0 ? url : `${url.slice(0, at)}?…`
}

// Starts at word boundaries only, so that each character is examined once however long the word is.
const ADDRESS = /(?<![^\s@"'<>])[^\s@"'<>]+@[^\s@"'<>]+\.[^\s@"'<>]+/g
