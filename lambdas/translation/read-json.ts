import { jsonrepair } from 'jsonrepair'

/** Reasoning that some servers leave in the text; the opening tag may be part of the prompt. */
const THOUGHTS = /^.*<\/think(?:ing)?>|<think(?:ing)?>.*$/is

/**
 * Reads the JSON object that a model wrote as text: after its reasoning, in a Markdown fence, with missing brackets, or cut off.
 * Returns the text if it cannot be repaired, because whole items may be readable (`read-answer.ts`); undefined without an object.
 */
export function jsonIn(written: string): unknown {
  const text = written.replace(THOUGHTS, '')
  // Some models double the braces, as in a template. Doubled braces open one object.
  const from = text.search(/\{(?!\s*\{)/)
  if (from < 0) return undefined
  const to = text.lastIndexOf('}')
  const end = text.lastIndexOf('}', to - 1)
  return (
    parsed(text.slice(from, to + 1)) ??
    parsed(text.slice(from, end + 1)) ??
    parsed(text.slice(from), jsonrepair) ??
    text
  )
}

function parsed(text: string, repair = (damaged: string) => damaged): unknown {
  try {
    return JSON.parse(repair(text))
  } catch {
    return undefined
  }
}

/**
 * The input of a tool in a call that a model wrote out: `{"name": …, "arguments": …}` as in its template, or
 * `{"deliver_translations": …}`. Any other value is returned unchanged.
 */
export function openCall(value: unknown, tool: string): unknown {
  if (!isRecord(value)) return value
  const call = isRecord(value.function) ? value.function : value
  const inner = call.name === tool ? (call.arguments ?? call.parameters ?? call.input) : call[tool]
  if (inner === undefined) return value
  return typeof inner === 'string' ? (jsonIn(inner) ?? inner) : inner
}

/** The inputs of parallel calls as one: their lists are appended. */
export function joinInputs(inputs: readonly unknown[]): unknown {
  const [first] = inputs
  if (inputs.length < 2 || !inputs.every(isRecord)) return first
  const joined: Record<string, unknown> = {}
  for (const [name, value] of inputs.flatMap(input => Object.entries(input))) {
    const before = joined[name]
    joined[name] = Array.isArray(before) && Array.isArray(value) ? before.concat(value) : (before ?? value)
  }
  return joined
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
