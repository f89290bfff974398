import * as z from 'zod'

/** Event patterns of EventBridge: which events a rule takes. */

const filter = z.union([
  z.string(),
  z.number(),
  z.boolean(),
  z.null(),
  z.strictObject({ prefix: z.string() }),
  z.strictObject({ suffix: z.string() }),
  z.strictObject({ wildcard: z.string() }),
  z.strictObject({ exists: z.boolean() }),
  z.strictObject({ 'equals-ignore-case': z.string() }),
  z.strictObject({ numeric: z.array(z.union([z.string(), z.number()])) }),
  z.strictObject({
    'anything-but': z.union([
      z.string(),
      z.number(),
      z.array(z.union([z.string(), z.number()])),
      z.strictObject({ prefix: z.string() }),
      z.strictObject({ suffix: z.string() }),
    ]),
  }),
])
type Filter = z.infer<typeof filter>

const record = z.record(z.string(), z.unknown())

/** Reads a pattern; a filter that is not known here throws. The function tells whether an event matches. */
export function compilePattern(pattern: unknown): (event: unknown) => boolean {
  const parts = Object.entries(record.parse(pattern)).map(([key, value]) => {
    if (key === '$or') {
      const alternatives = z.array(record).parse(value).map(compilePattern)
      return (event: unknown) => alternatives.some(matches => matches(event))
    }
    const matches = Array.isArray(value) ? compileFilters(z.array(filter).parse(value)) : compilePattern(value)
    return (event: unknown) => matches(field(event, key))
  })
  return event => parts.every(matches => matches(event))
}

function field(event: unknown, key: string): unknown {
  const parsed = record.safeParse(event)
  return parsed.success ? parsed.data[key] : undefined
}

/** One of the filters suffices; a list in the event matches where one of its items does. */
function compileFilters(filters: Filter[]): (value: unknown) => boolean {
  return value => {
    const values = Array.isArray(value) ? value : [value]
    return filters.some(one => values.some(item => passes(one, item)))
  }
}

function passes(one: Filter, value: unknown): boolean {
  if (one === null || typeof one !== 'object') return value === one
  if ('exists' in one) return (value !== undefined) === one.exists
  if ('numeric' in one) return typeof value === 'number' && isInRange(one.numeric, value)
  if ('anything-but' in one) return value !== undefined && !isExcluded(one['anything-but'], value)
  if (typeof value !== 'string') return false
  if ('prefix' in one) return value.startsWith(one.prefix)
  if ('suffix' in one) return value.endsWith(one.suffix)
  if ('wildcard' in one) return wildcard(one.wildcard).test(value)
  return value.toLowerCase() === one['equals-ignore-case'].toLowerCase()
}

function isExcluded(excluded: Extract<Filter, { 'anything-but': unknown }>['anything-but'], value: unknown): boolean {
  if (typeof excluded !== 'object') return value === excluded
  if (Array.isArray(excluded)) return excluded.some(one => one === value)
  return passes(excluded, value)
}

/** `['>', 0, '<=', 5]` */
function isInRange(range: (string | number)[], value: number): boolean {
  for (let at = 0; at < range.length; at += 2) {
    const bound = Number(range[at + 1])
    const holds = {
      '=': value === bound,
      '<': value < bound,
      '<=': value <= bound,
      '>': value > bound,
      '>=': value >= bound,
    }
    const operator = z.enum(['=', '<', '<=', '>', '>=']).parse(range[at])
    if (!holds[operator]) return false
  }
  return true
}

function wildcard(pattern: string): RegExp {
  const parts = pattern.split('*').map(part => part.replace(/[\\^$+.()|[\]{}*?]/g, '\\$&'))
  return new RegExp(`^${parts.join('.*')}$`, 's')
}
