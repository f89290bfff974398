import type * as z from 'zod'
import { TossRefusal } from './refusals.ts'

/** A JSON body of the expected shape; anything else is refused as `INVALID_REQUEST`. */
export function parseBody<Schema extends z.ZodType>(schema: Schema, body: string): z.output<Schema> {
  const parsed = schema.safeParse(jsonOf(body))
  if (!parsed.success) throw new TossRefusal('INVALID_REQUEST')
  return parsed.data
}

function jsonOf(body: string): unknown {
  try {
    return JSON.parse(body || '{}')
  } catch {
    return undefined
  }
}
