import { appendFileSync, existsSync, readFileSync, statSync } from 'node:fs'
import http from 'node:http'
import { syncBuiltinESMExports } from 'node:module'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import * as z from 'zod'
import { chanceOf } from './chance.ts'
import { CONTROL, FAULTS, fault, handlerSettings, rate } from './faults.ts'

/**
 * Wraps a handler inside a function of the altered assembly and injects the fault that the control folder holds for the
 * current entry. It is bundled into each function's folder and depends on nothing of the application but its events.
 */

type Handler = (event: unknown, context: unknown) => Promise<unknown>
type ParsedFault = z.output<typeof fault>

const entryEvent = z.looseObject({ uid: z.string(), key: z.string() })
const apiEvent = z.object({
  requestContext: z.object({ authorizer: z.object({ jwt: z.object({ claims: z.object({ sub: z.string() }) }) }) }),
})
const statusEvent = z.object({ detail: z.object({ input: z.string() }) })

/** Outgoing calls since the current event began. */
let made = 0
let death: { phase: 'before' | 'after'; call: number } | undefined

function countCall(): { diesAfter: boolean } {
  made += 1
  const isTheOne = made === death?.call
  if (isTheOne && death?.phase === 'before') process.exit(1)
  return { diesAfter: isTheOne }
}

/** Counts outgoing calls. A worker's `process.exit` ends only this function, as on Lambda. */
export function watchCalls(): void {
  const { request } = http
  Object.assign(http, {
    request(...given: Parameters<typeof request>) {
      const { diesAfter } = countCall()
      const sent = request(...given)
      if (diesAfter) sent.prependOnceListener('response', () => process.exit(1))
      return sent
    },
  })
  syncBuiltinESMExports()
  const { fetch } = globalThis
  globalThis.fetch = async (...given) => {
    const { diesAfter } = countCall()
    const answer = await fetch(...given)
    if (diesAfter) process.exit(1)
    return answer
  }
}

/** Returns the handler with fault injection. */
export function underFaults(handler: Handler, given: unknown): Handler {
  const { name, control } = handlerSettings.parse(given)
  const file = (path: string) => join(control, path)
  const read = (path: string): string | undefined =>
    existsSync(file(path)) ? readFileSync(file(path), 'utf8') : undefined

  const waitingFault = (event: unknown, uid: string): ParsedFault | undefined => {
    const found = fault.parse(JSON.parse(read(CONTROL.fault(uid)) ?? '{}'))
    if (found.function !== name || !fits(event, found.event)) return undefined
    return (read(CONTROL.struck(uid)) ?? '').split('\n').length - 1 < found.times ? found : undefined
  }
  const anyFault = (): ParsedFault | undefined => {
    const text = read(CONTROL.rate)
    if (text === undefined) return undefined
    const { rate: probability, seed } = rate.parse(JSON.parse(text))
    // A file keeps the count, so a killed function, or the next process, continues it.
    appendFileSync(file(CONTROL.draws(name)), '.')
    const chance = chanceOf(seed).of(`${name} ${statSync(file(CONTROL.draws(name))).size}`)
    if (!chance.happens(probability)) return undefined
    const what = chance.pick(FAULTS.filter(each => each !== 'stopped meanwhile'))
    return fault.parse({ function: name, what, call: 1 + chance.below(6) })
  }

  return async (event, context) => {
    made = 0
    death = undefined
    const uid = ownerOf(event)
    const isWatched = uid !== undefined && existsSync(file(CONTROL.fault(uid)))
    const found = isWatched ? waitingFault(event, uid) : anyFault()
    const work = () => handler(event, context)
    if (!isWatched) return found ? play(found, work, async () => {}) : work()
    if (found) appendFileSync(file(CONTROL.struck(uid)), `${found.what}\n`)
    try {
      return await (found ? play(found, work, () => until(file(CONTROL.go(uid)))) : work())
    } finally {
      appendFileSync(
        file(CONTROL.calls(uid)),
        `${JSON.stringify({ name, event: textsOf(event), made, isStruck: found !== undefined })}\n`,
      )
    }
  }
}

async function play(
  found: ParsedFault,
  work: () => Promise<unknown>,
  untilStopped: () => Promise<void>,
): Promise<unknown> {
  const { what, call } = found
  if (what === 'throttled') throw named('Lambda.TooManyRequestsException')
  if (what === 'fails in passing') throw named('ServiceUnavailable')
  if (what === 'fails') throw named('Error')
  if (what === 'stopped meanwhile') await untilStopped()
  if (what === 'killed before a call') death = { phase: 'before', call }
  if (what === 'killed after a call') death = { phase: 'after', call }
  if (what === 'runs twice at once') return (await Promise.all([work(), work()]))[0]
  const answer = await work()
  if (what === 'answers twice') return work()
  if (what === 'fails after its work') throw named('Error')
  if (what === 'times out after its work') throw named('Sandbox.Timedout')
  return answer
}

function named(name: string): Error {
  return Object.assign(new Error('as the test asked'), { name })
}

/** Waits up to 30 s until the file appears. */
async function until(file: string): Promise<void> {
  for (let times = 0; times < 600 && !existsSync(file); times += 1) await setTimeout(50)
}

function ownerOf(event: unknown): string | undefined {
  const direct = entryEvent.safeParse(event)
  if (direct.success) return direct.data.uid
  const call = apiEvent.safeParse(event)
  if (call.success) return call.data.requestContext.authorizer.jwt.claims.sub
  const status = statusEvent.safeParse(event)
  return status.success ? entryEvent.safeParse(JSON.parse(status.data.detail.input)).data?.uid : undefined
}

/** The event's string fields. An event from the bus is identified by its source. */
function textsOf(event: unknown): Record<string, unknown> {
  if (typeof event !== 'object' || event === null) return {}
  return Object.fromEntries(Object.entries(event).filter(([, value]) => typeof value === 'string'))
}

function fits(event: unknown, wanted: Record<string, string>): boolean {
  const texts = textsOf(event)
  return Object.entries(wanted).every(([name, value]) => texts[name] === value)
}
