import { rm } from 'node:fs/promises'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type Functions, readFunctions } from '../../../local/functions/index.ts'
import { FunctionError } from '../../../local/functions/lambda.ts'
import { openInstallation } from '../../../local/machine/installation.ts'
import { createHostRewriter } from '../../../local/template/hosts.ts'
import { createResolver } from '../../../local/template/resolve.ts'
import { inlineFunction, loadWritten } from '../written-assembly.ts'

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

/** Opens the functions of a template with one function Fn. */
async function open(code: string, properties: Record<string, unknown> = {}, assets = {}) {
  const assembly = await loadWritten({ App: { Resources: inlineFunction('Fn', code, { properties }) } }, assets)
  folder = assembly.folder
  functions = await readFunctions({
    assembly,
    resolver: createResolver(assembly),
    hosts: createHostRewriter([{ host: 'site.example', url: 'http://127.0.0.1:1' }]),
    installation: await openInstallation(assembly.data),
    awsUrl: 'http://127.0.0.1:2',
    log: (_, line) => lines.push(line),
  })
}

/** Waits for a line of a function's console: it comes over a pipe of its own. */
const line = (text: string) => expect.poll(() => lines.find(one => one.includes(text))).toBeDefined()

it('a handler gets the event and a context, and its result comes back', async () => {
  await open(`exports.handler = async (event, context) => ({
    event, id: context.awsRequestId, left: context.getRemainingTimeInMillis(), name: context.functionName })`)
  const result = await functions.invoke('Fn', { a: 1 })
  expect(result).toMatchObject({ event: { a: 1 }, name: 'App-Fn', id: expect.stringMatching(/^[0-9a-f-]{36}$/) })
  expect(result).toHaveProperty('left', expect.closeTo(10_000, -3))
})

it("the environment is there before the code loads, hosts rewritten, this machine's AWS account shut out", async () => {
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

it("an error comes back in Lambda's form and shows in the console", async () => {
  await open(`class TooLong extends Error { name = 'TOO_LONG' }
    exports.handler = async () => { throw new TooLong('three hours') }`)
  const error = await functions.invoke('Fn', {}).catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(FunctionError)
  const trace = expect.arrayContaining([expect.stringContaining('three hours')])
  expect(error).toMatchObject({ report: { errorType: 'TOO_LONG', errorMessage: 'three hours', trace } })
  await line('ERROR TOO_LONG: three hours')
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

it('an environment is used again, and takes one event at a time', async () => {
  await open(`let busy = 0, most = 0, calls = 0; exports.handler = async () => {
    busy++; calls++; most = Math.max(most, busy); await new Promise(done => setTimeout(done, 5)); busy--; return { most, calls } }`)
  const results = await Promise.all(Array.from({ length: 12 }, () => functions.invoke('Fn', {})))
  for (const result of results) expect(result).toMatchObject({ most: 1 })
  expect(results.some(result => JSON.stringify(result) !== '{"most":1,"calls":1}')).toBe(true)
})

it('an event behind one that takes long gets an environment of its own', async () => {
  await open('exports.handler = event => (event.endless ? new Promise(() => setInterval(() => {}, 1e6)) : "answered")')
  const endless = functions.invoke('Fn', { endless: true }).catch(error => error.name)
  expect(await functions.invoke('Fn', {})).toBe('answered')
  await functions.stop()
  expect(await endless).toBe('AbortError')
})

it('a process that ends under an event is an error, and the next event gets a fresh one', async () => {
  await open('exports.handler = async event => { if (event.end) process.exit(3); return "alive" }')
  await expect(functions.invoke('Fn', { end: true })).rejects.toMatchObject({ name: 'Runtime.ExitError' })
  expect(await functions.invoke('Fn', {})).toBe('alive')
})

it('code that does not load says why', async () => {
  await open('require("left-pad")')
  await expect(functions.invoke('Fn', {})).rejects.toThrow("Cannot find module 'left-pad'")
})

it('a handler that is not exported says so', async () => {
  await open('exports.other = 1')
  await expect(functions.invoke('Fn', {})).rejects.toMatchObject({ name: 'Runtime.HandlerNotFound' })
})

it('a bundle of several files runs from its folder, as CommonJS whatever stands above', async () => {
  const files = {
    'index.cjs': 'exports.handler = async () => require("./lib/two.js")',
    'lib/two.js': 'module.exports = 2',
  }
  await open('', { Code: { S3Key: 'bundle.zip' } }, { bundle: files })
  expect(await functions.invoke('Fn', {})).toBe(2)
})

it('what a function prints is a line each in the terminal', async () => {
  await open('exports.handler = async () => { console.log("one"); console.error("two"); }')
  expect(await functions.invoke('Fn', {})).toBeNull()
  await line('one')
  await line('two')
})

it('after a stop no event is taken, and one under way is given up', async () => {
  await open('exports.handler = () => new Promise(() => {})')
  const under = functions.invoke('Fn', {})
  const given = expect(under).rejects.toMatchObject({ name: 'AbortError' })
  await functions.stop()
  await given
  await expect(functions.invoke('Fn', {})).rejects.toMatchObject({ name: 'AbortError' })
})

it('a function is found by its ARN, with a version or without', async () => {
  await open('exports.handler = async () => 1')
  const { arn } = functions.find('Fn').settings
  expect(await functions.invoke(arn, {})).toBe(1)
  expect(await functions.invoke(`${arn}:1`, {})).toBe(1)
  await expect(functions.invoke(`${arn}x`, {})).rejects.toMatchObject({ name: 'ResourceNotFoundException' })
})
