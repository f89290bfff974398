import { ROUTES, type Route, type RouteName } from '../../../lambdas/contract/routes.ts'
import { MOST_BODY_BYTES } from '../../../lambdas/runtime/http.ts'
import { submit } from '../../../test/support/journey.ts'
import { validBody } from '../../../test/support/valid-bodies.ts'
import { type Visitor, visitor } from '../../../test/support/visitor.ts'
import type { Attacked } from './media.ts'
import { type AttackedService, untilIdle } from './service.ts'

/** A quarter, half and nearly all of the bytes that a route accepts. */
const SHARES = [0.24, 0.48, 0.96]
const REPEATED = 3
/** The work of twice the bytes may be this many times as much: twice, and what a busy machine adds. */
const MOST_GROWTH = 3
/** Milliseconds that any request may take, whatever its size. */
const SLACK_MS = 60

const CUE = '1\n00:00:01,000 --> 00:00:04,000\nAnd then we left, 1,200 of us.\n\n'
/** What text fields are filled with: ordinary words, what patterns stumble over, and cues. */
const FILLERS = ['And then we left. ', '가 ', '((((', 'a@', CUE]

/**
 * Sends every route that takes a body bodies of growing size, with long texts and long lists in each of its fields, and
 * compares the CPU time of this process, in which all functions run. Work must grow no faster than the bytes.
 */
export async function tryBodies({ cloud, videos }: AttackedService, say: (line: string) => void): Promise<Attacked> {
  const owner = await visitor(cloud, 'bodies')
  const { key } = await submit(owner.api, videos.hello)
  // Until the subtitle is delivered, so that its routes work on it.
  await untilIdle(cloud)
  const { orderId } = await owner.api('createPayment', { body: { package: 'tokens-20' } })
  const broken: string[] = []
  let measured = 0
  for (const [name, route] of Object.entries<Route>(ROUTES)) {
    if (!route.body || !isRoute(name)) continue
    const parameters = { key, orderId, group: crypto.randomUUID(), id: 'jamak-hello' }
    let slowest: { filler: string; times: number[] } | undefined
    for (const filler of FILLERS) {
      const times: number[] = []
      for (const share of SHARES) {
        const bytes = share * (route.bodyBytes ?? MOST_BODY_BYTES)
        const body = grown(validBody(name, key, orderId), filler, bytes)
        times.push(await cpuOf(owner, name, { parameters, body }))
      }
      measured += times.length
      if ((times[2] ?? 0) > (slowest?.times[2] ?? -1)) slowest = { filler, times }
      const [, half = 0, whole = 0] = times
      if (whole > MOST_GROWTH * half + SLACK_MS) broken.push(`${name}, ${JSON.stringify(filler)}: ${shown(times)}`)
    }
    const kilobytes = Math.round((route.bodyBytes ?? MOST_BODY_BYTES) / 1024)
    say(`  ${name.padEnd(16)} ${String(kilobytes).padStart(5)} KB: ${shown(slowest?.times ?? [])} ms`)
  }
  return { line: `${measured} sizes, CPU at a quarter, half and all of the bytes`, broken }
}

const isRoute = (name: string): name is RouteName => Object.hasOwn(ROUTES, name)
const shown = (times: readonly number[]): string => times.map(time => time.toFixed(1).padStart(7)).join(' ')

/** The least CPU time of a few requests, in milliseconds. */
async function cpuOf(owner: Visitor, name: RouteName, parts: { parameters: Record<string, string>; body: unknown }) {
  let least = Number.POSITIVE_INFINITY
  for (let count = 0; count < REPEATED; count += 1) {
    const before = process.cpuUsage()
    await owner.call(name, parts)
    const { user, system } = process.cpuUsage(before)
    least = Math.min(least, (user + system) / 1000)
  }
  return least
}

/** A valid body whose texts and lists share `bytes`; a body without either gets an unknown list. */
function grown(body: unknown, filler: string, bytes: number): unknown {
  const fields = Object.entries(Object(body))
  const growing = fields.filter(([, value]) => typeof value === 'string' || Array.isArray(value))
  const share = bytes / Math.max(1, growing.length)
  const larger = growing.map(([name, value]) => [
    name,
    Array.isArray(value) ? list(value, filler, share) : text(filler, share),
  ])
  const unknown = growing.length === 0 ? [['unknown', list([], filler, bytes)]] : []
  return { ...Object(body), ...Object.fromEntries([...larger, ...unknown]) }
}

const jsonBytes = (value: unknown): number => Buffer.byteLength(JSON.stringify(value)) + 1

function text(filler: string, bytes: number): string {
  return filler.repeat(Math.floor(bytes / jsonBytes(filler)))
}

function list([first]: unknown[], filler: string, bytes: number): unknown[] {
  const item = first ?? { id: 's1', from: 0, to: 1, korean: filler, breaks: [], problems: [] }
  return Array.from({ length: Math.floor(bytes / jsonBytes(item)) }, () => item)
}
