import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Worker } from 'node:worker_threads'
import { afterEach, beforeEach, expect, it } from 'vitest'
import * as z from 'zod'
import { FunctionError } from '../../src/lambda/errors.ts'
import { type Functions, readFunctions } from '../../src/lambda/index.ts'
import { openInstallation } from '../../src/machine/installation.ts'
import { createHostRewriter } from '../../src/template/hosts.ts'
import { createResolver } from '../../src/template/resolve.ts'
import { inlineFunction, loadWritten } from '../support/written-assembly.ts'

let functions: Functions
let folder = ''
let lines: string[] = []
beforeEach(() => {
  lines = []
})
afterEach(async () => {
  await functions.stop()
  await rm(folder, { recursive: true, force: true })
})

/** Opens the functions of a template with one function named Fn. */
async function open(code: string, properties: Record<string, unknown> = {}, assets = {}, concurrency?: number) {
  const assembly = await loadWritten({ App: { Resources: inlineFunction('Fn', code, { properties }) } }, assets)
  folder = assembly.folder
  functions = await readFunctions({
    assembly,
    resolver: createResolver(assembly),
    hosts: createHostRewriter([{ host: 'site.example', url: 'http://127.0.0.1:1' }]),
    installation: await openInstallation(assembly.data),
    awsUrl: 'http://127.0.0.1:2',
    waitScale: 0.0001,
    concurrency,
    log: (_, line) => lines.push(line),
  })
}

/** Waits for a line that a function prints, which arrives through a pipe. */
const line = (text: string) => expect.poll(() => lines.find(one => one.includes(text))).toBeDefined()

it('a handler gets the event and a context, and its result is returned', async () => {
  await open(`exports.handler = async (event, context) => ({
    event, id: context.awsRequestId, left: context.getRemainingTimeInMillis(), name: context.functionName })`)
  const result = await functions.invoke('Fn', { a: 1 })
  expect(result).toMatchObject({ event: { a: 1 }, name: 'App-Fn', id: expect.stringMatching(/^[0-9a-f-]{36}$/) })
  expect(result).toHaveProperty('left', expect.closeTo(10_000, -3))
})

it("the environment is set before the code loads, with local hosts and without this machine's AWS account", async () => {
  process.env.AWS_PROFILE = 'of-this-machine'
  const Variables = { SITE: 'https://site.example/x' }
  await open('const early = { ...process.env }; exports.handler = async () => early', { Environment: { Variables } })
  const seen = await functions.invoke('Fn', {})
  delete process.env.AWS_PROFILE
  expect(seen).toMatchObject({
    SITE: 'http://127.0.0.1:1/x',
    AWS_ENDPOINT_URL: 'http://127.0.0.1:2',
    AWS_ACCESS_KEY_ID: 'Fn',
    AWS_REGION: 'ap-northeast-2',
    AWS_CONFIG_FILE: '/dev/null',
    AWS_SHARED_CREDENTIALS_FILE: '/dev/null',
    TZ: 'UTC',
  })
  expect(seen).not.toHaveProperty('AWS_PROFILE')
})

it("an error is returned in Lambda's form and logged", async () => {
  await open(`class TooLong extends Error { name = 'TOO_LONG' }
    exports.handler = async () => { throw new TooLong('three hours') }`)
  const error = await functions.invoke('Fn', {}).catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(FunctionError)
  const trace = expect.arrayContaining([expect.stringContaining('three hours')])
  expect(error).toMatchObject({ report: { errorType: 'TOO_LONG', errorMessage: 'three hours', trace } })
  await line('ERROR TOO_LONG: three hours')
})

it('NODE_OPTIONS=--enable-source-maps names the source in stack traces, as on Lambda', async () => {
  const map = { version: 3, sources: ['/src/order.ts'], names: [], mappings: 'AAAA;AAEA' }
  const url = `data:application/json;base64,${Buffer.from(JSON.stringify(map)).toString('base64')}`
  const code = `exports.handler = async () =>
{ throw new Error('nothing') }
//# sourceMappingURL=${url}`
  await open(code, { Environment: { Variables: { NODE_OPTIONS: '--enable-source-maps' } } })
  const error = await functions.invoke('Fn', {}).catch((thrown: unknown) => thrown)
  const trace = expect.arrayContaining([expect.stringContaining('order.ts:3:1')])
  expect(error).toMatchObject({ report: { errorMessage: 'nothing', trace } })
})

it('a timed-out event ends only its own environment', async () => {
  await open(
    `let calls = 0; exports.handler = async event => {
      if (event.hang) await new Promise(resolve => setTimeout(resolve, 60000)); return ++calls }`,
    { Timeout: 1 },
  )
  const timedOut = { name: 'Sandbox.Timedout', message: expect.stringContaining('timed out') }
  const slow = expect(functions.invoke('Fn', { hang: true })).rejects.toMatchObject(timedOut)
  expect(await functions.invoke('Fn', {})).toBe(1)
  await slow
  expect(await functions.invoke('Fn', {})).toBe(2)
})

it('an environment is reused and runs one event at a time', async () => {
  await open(`let busy = 0, most = 0, calls = 0; exports.handler = async () => {
    busy++; calls++; most = Math.max(most, busy); await new Promise(done => setTimeout(done, 5)); busy--; return { most, calls } }`)
  const results = await Promise.all(Array.from({ length: 12 }, () => functions.invoke('Fn', {})))
  for (const result of results) expect(result).toMatchObject({ most: 1 })
  expect(results.some(result => JSON.stringify(result) !== '{"most":1,"calls":1}')).toBe(true)
})

it('an event behind a slow one gets another environment', async () => {
  await open('exports.handler = event => (event.endless ? new Promise(() => setInterval(() => {}, 1e6)) : "answered")')
  const endless = functions.invoke('Fn', { endless: true }).catch(error => error.name)
  expect(await functions.invoke('Fn', {})).toBe('answered')
  await functions.stop()
  expect(await endless).toBe('AbortError')
})

it('environments load one at a time, because loading takes CPU from running ones', async () => {
  await open(`const { readdirSync, writeFileSync } = require('node:fs')
    const from = performance.timeOrigin + performance.now()
    while (performance.timeOrigin + performance.now() < from + 60);
    const to = performance.timeOrigin + performance.now()
    exports.handler = async ({ together }) => {
      writeFileSync(together + '/' + from, '')
      while (readdirSync(together).length < 3) await new Promise(done => setTimeout(done, 20))
      return { from, to }
    }`)
  // Each environment stays busy until all three have started, so that none can run two events.
  const together = await mkdtemp(join(folder, 'together-'))
  const results = await Promise.all([1, 2, 3].map(() => functions.invoke('Fn', { together })))
  const spans = results.map(result => z.object({ from: z.number(), to: z.number() }).parse(result))
  spans.sort((a, b) => a.from - b.from)
  for (const [n, { from }] of spans.entries()) expect(from).toBeGreaterThan(spans[n - 1]?.to ?? 0)
})

it('an environment that exits during an event is an error, and the next event gets a new one', async () => {
  await open('exports.handler = async event => { if (event.end) process.exit(3); return "alive" }')
  await expect(functions.invoke('Fn', { end: true })).rejects.toMatchObject({ name: 'Runtime.ExitError' })
  expect(await functions.invoke('Fn', {})).toBe('alive')
})

it('the error of code that does not load is returned', async () => {
  await open('require("left-pad")')
  await expect(functions.invoke('Fn', {})).rejects.toThrow("Cannot find module 'left-pad'")
})

it('a handler that is not exported is an error', async () => {
  await open('exports.other = 1')
  await expect(functions.invoke('Fn', {})).rejects.toMatchObject({ name: 'Runtime.HandlerNotFound' })
})

it('a bundle of several files runs as CommonJS, whatever package.json its parent folders contain', async () => {
  const files = {
    'index.cjs': 'exports.handler = async () => require("./lib/two.js")',
    'lib/two.js': 'module.exports = 2',
  }
  await open('', { Code: { S3Key: 'bundle.zip' } }, { bundle: files })
  expect(await functions.invoke('Fn', {})).toBe(2)
})

it('each line that a function prints is a log line', async () => {
  await open('exports.handler = async () => { console.log("one"); console.error("two"); }')
  expect(await functions.invoke('Fn', {})).toBeNull()
  await line('one')
  await line('two')
})

it('a stopped function accepts no event and aborts the running one', async () => {
  await open('exports.handler = () => new Promise(() => {})')
  const under = functions.invoke('Fn', {})
  const given = expect(under).rejects.toMatchObject({ name: 'AbortError' })
  await functions.stop()
  await given
  await expect(functions.invoke('Fn', {})).rejects.toMatchObject({ name: 'AbortError' })
})

it('stopping resolves once every thread has ended, including released ones', async () => {
  const threads: Worker[] = []
  const keep = (thread: Worker) => void threads.push(thread)
  process.on('worker', keep)
  await open('exports.handler = "none"')
  await expect(functions.invoke('Fn', {})).rejects.toThrow()
  await functions.stop()
  process.off('worker', keep)
  expect(threads.map(thread => thread.threadId)).toEqual([-1])
})

it('a function is found by its ARN, and an unknown one is an error', async () => {
  await open('exports.handler = async () => 1')
  const { arn } = functions.find('Fn').settings
  expect(await functions.invoke(arn, {})).toBe(1)
  await expect(functions.invoke(`${arn}x`, {})).rejects.toMatchObject({ name: 'ResourceNotFoundException' })
})

/** Counts its calls and fails the number of times that the event names. */
const FAILS = `let calls = 0; exports.handler = async ({ fail }) => {
  calls++; console.log("call " + calls); if (calls <= fail) throw new Error("down") }`
const calls = () => lines.filter(one => one.startsWith('call ')).length

it('a failing asynchronous event is retried at most twice', async () => {
  await open(FAILS)
  await functions.invokeAsync('Fn', { fail: 9 })
  await line('the event failed and will not be repeated: Error: down')
  await expect.poll(calls).toBe(3)
})

it('an asynchronous event that succeeds in a retry is not retried again', async () => {
  await open(FAILS)
  await functions.invokeAsync('Fn', { fail: 1 })
  await expect.poll(calls).toBe(2)
  expect(lines.filter(one => one.includes('will be repeated'))).toHaveLength(1)
})

const WAITS = 'exports.handler = event => new Promise(done => setTimeout(done, event.wait ? 1e6 : 0, "ran"))'

it("events beyond the account's concurrency are refused as by Lambda, without running", async () => {
  await open(WAITS, {}, {}, 2)
  const held = [functions.invoke('Fn', { wait: true }), functions.invoke('Fn', { wait: true })]
  const throttled = {
    name: 'TooManyRequestsException',
    message: 'Rate Exceeded.',
    status: 429,
    reason: 'ConcurrentInvocationLimitExceeded',
  }
  await expect(functions.invoke('Fn', {})).rejects.toMatchObject(throttled)
  await line('throttled: Rate Exceeded.')
  const given = Promise.allSettled(held)
  await functions.stop()
  await given
})

it('a throttled asynchronous event waits in the queue until it can run', async () => {
  await open(
    'exports.handler = async ({ by }) => { console.log(by); if (by === "first") await new Promise(done => setTimeout(done, 300)) }',
    {},
    {},
    1,
  )
  const first = functions.invoke('Fn', { by: 'first' })
  await functions.invokeAsync('Fn', { by: 'second' })
  expect(lines.some(one => one.startsWith('throttled'))).toBe(true)
  await first
  await line('second')
  expect(lines.filter(one => one.includes('will be repeated'))).toEqual([])
})

it('changed code is loaded before the next event, and a running event finishes with the code that it started with', async () => {
  await open(`const { existsSync } = require('node:fs')
    exports.handler = async ({ until }) => {
      while (until && !existsSync(until)) await new Promise(resolve => setTimeout(resolve, 5))
      return 'old' }`)
  const code = functions.find('Fn').settings.folder
  const until = join(folder, 'go on')
  const begun = Promise.withResolvers<void>()
  expect(await functions.invoke('Fn', {})).toBe('old')
  const running = functions.invoke('Fn', { until }, begun.resolve)
  await begun.promise
  await writeFile(join(code, 'index.js'), `exports.handler = async () => 'new'`)
  functions.reload(new Set(['elsewhere', code]))
  expect(await functions.invoke('Fn', {})).toBe('new')
  await writeFile(until, '')
  expect(await running).toBe('old')
  expect(await functions.invoke('Fn', {})).toBe('new')
})
