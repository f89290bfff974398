import * as z from 'zod'

/** How the terminal shows log lines: as readable text, with stacks, or as one JSON object per line. */
export type LogStyle = 'text' | 'stacks' | 'json'

interface DescribedError {
  name?: string | undefined
  message?: string | undefined
  stack?: string | undefined
  cause?: DescribedError | undefined
}

const describedError: z.ZodType<DescribedError> = z.object({
  name: z.string().optional(),
  message: z.string().optional(),
  stack: z.string().optional(),
  get cause() {
    return describedError.optional()
  },
})

/** A line in Lambda's JSON log format, as written by `lambda/lambda-console.ts`. */
const lambdaLine = z.looseObject({ timestamp: z.iso.datetime(), level: z.string(), message: z.unknown() })
const fieldsOfMessage = z.looseObject({
  topic: z.string().optional(),
  event: z.string().optional(),
  error: describedError.optional(),
})

/** Fields that only programs need. `entry` repeats `uid` and `key`. */
const UNREAD = new Set(['request', 'requestId', 'counted', 'entry'])
/** The stack's name before a function's name, and CDK's hash after it. */
const CDK_NAME = /^[A-Za-z]+-(.+?)[0-9A-F]{8}$/
/** Where an error was thrown: `at handler (file:///…:12:3)`. */
const PLACE = /^ at \S.*:\d+:\d+\)?$/

/** Formats a log line for the terminal. A function's line is `name | text`; `at` is when it was written. */
export function terminalLine(text: string, style: LogStyle, at: Date): string {
  const [, name, said = text] = /^([\w-]+) \| (.*)$/s.exec(text) ?? []
  const line = lambdaLine.safeParse(parseJson(said)).data
  if (style === 'json') {
    const about = name === undefined ? {} : { function: name }
    return JSON.stringify(line ? { ...about, ...line } : { timestamp: at.toISOString(), ...about, message: said })
  }
  const time = clock(line ? new Date(line.timestamp) : at)
  const body = line ? sentence(line, style) : style === 'text' ? withoutPlace(said) : said
  return [time, name?.replace(CDK_NAME, '$1'), body].filter(Boolean).join('  ')
}

/**
 * Describes an error with its causes, as `Name: message (because Name: message)`, followed by the stack in that style.
 */
export function describeError(error: unknown, style: LogStyle): string {
  if (!(error instanceof Error)) return String(error)
  return described({ name: error.name, message: error.message, stack: error.stack, cause: causeOf(error) }, style)
}

/** Removes the trailing location at which an error was thrown. */
function withoutPlace(line: string): string {
  const at = line.lastIndexOf(' at ')
  return at >= 0 && PLACE.test(line.slice(at)) ? line.slice(0, at).trimEnd() : line
}

function causeOf({ cause }: Error): DescribedError | undefined {
  if (!(cause instanceof Error)) return undefined
  return { name: cause.name, message: cause.message }
}

function sentence({ level, message }: z.infer<typeof lambdaLine>, style: LogStyle): string {
  const mark = level === 'INFO' ? '' : `${level} `
  const fields = fieldsOfMessage.safeParse(message).data
  if (!fields) return `${mark}${typeof message === 'string' ? message : JSON.stringify(message)}`
  const { topic, event, error, ...others } = fields
  const facts = Object.entries(others)
    .filter(([name]) => !UNREAD.has(name))
    .map(([name, value]) => `${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`)
  const head = [topic, event].filter(Boolean).join(': ')
  return `${mark}${[head, ...facts, error && described(error, style)].filter(Boolean).join('  ')}`
}

function described({ name, message, stack, cause }: DescribedError, style: LogStyle): string {
  const because = cause ? ` (because ${described(cause, 'text')})` : ''
  const trace = style === 'stacks' && stack ? `\n${stack}` : ''
  return `${[name, message].filter(Boolean).join(': ')}${because}${trace}`
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Local time with its offset from UTC: `09:05:07+09:00`. */
function clock(at: Date): string {
  const two = (value: number) => String(value).padStart(2, '0')
  const offset = -at.getTimezoneOffset()
  const [hours, minutes] = [Math.trunc(Math.abs(offset) / 60), Math.abs(offset) % 60]
  const zone = `${offset < 0 ? '-' : '+'}${two(hours)}:${two(minutes)}`
  return `${two(at.getHours())}:${two(at.getMinutes())}:${two(at.getSeconds())}${zone}`
}
