import { readFile } from 'node:fs/promises'
import { createRequire, flushCompileCache, isBuiltin, Module } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { isMainThread, parentPort, workerData } from 'node:worker_threads'
import { patchConsole } from './lambda-console.ts'
import { type ErrorReport, errorReport, type Invocation, type WorkerSettings } from './protocol.ts'

/** An execution environment of a Lambda function: loads the bundle once, then runs one event at a time. */

/** A Node module with the method that compiles source code, which Node's types omit. */
interface CompilingModule extends Module {
  _compile?(code: string, file: string): void
}

type Handler = (event: unknown, context: Record<string, unknown>) => unknown

async function load(folder: string, handler: string): Promise<Handler> {
  const dot = handler.lastIndexOf('.')
  const [name, exported] = [handler.slice(0, dot), handler.slice(dot + 1)]
  const loaded = await loadModule(folder, name)
  const found = loaded[exported]
  if (typeof found !== 'function') throw failure('Runtime.HandlerNotFound', `${handler} is undefined or not exported`)
  return (event, context) => Reflect.apply(found, undefined, [event, context])
}

/** Loads a bundle as Lambda does: `.js` and `.cjs` are CommonJS, whatever a package.json in a parent folder says. */
async function loadModule(folder: string, name: string): Promise<Record<string, unknown>> {
  for (const extension of ['.js', '.cjs']) {
    const file = join(folder, `${name}${extension}`)
    const code = await readFile(file, 'utf8').catch(() => undefined)
    if (code === undefined) continue
    const loaded: CompilingModule = Object.assign(new Module(file), {
      filename: file,
      paths: [],
      require: runtimeRequire(file),
    })
    loaded._compile?.(code, file)
    return { ...loaded.exports }
  }
  const file = join(folder, `${name}.mjs`)
  if (await readFile(file).catch(() => undefined)) return import(pathToFileURL(file).href)
  throw failure('Runtime.ImportModuleError', `Error: Cannot find module '${name}'`)
}

/**
 * Lets a bundle load Node's modules, its own files and the SDK of Lambda's runtime, but none of this package's
 * dependencies.
 */
function runtimeRequire(file: string): (id: string) => unknown {
  const [own, runtime] = [createRequire(file), createRequire(import.meta.url)]
  return id => {
    if (isBuiltin(id) || id.startsWith('.')) return own(id)
    if (id.startsWith('@aws-sdk/')) return runtime(id)
    throw Object.assign(new Error(`Cannot find module '${id}'`), { code: 'MODULE_NOT_FOUND' })
  }
}

function failure(name: string, message: string): Error {
  return Object.assign(new Error(message), { name })
}

function buildContext(invocation: Invocation): Record<string, unknown> {
  return {
    functionName,
    functionVersion: '$LATEST',
    invokedFunctionArn: arn,
    memoryLimitInMB: String(memory),
    awsRequestId: invocation.requestId,
    logGroupName: `/aws/lambda/${functionName}`,
    logStreamName: 'local',
    callbackWaitsForEmptyEventLoop: true,
    getRemainingTimeInMillis: () => Math.max(0, invocation.deadline - Date.now()),
  }
}

async function answer(handler: Handler, invocation: Invocation): Promise<{ result: string } | { error: ErrorReport }> {
  try {
    const result = await handler(JSON.parse(invocation.event), buildContext(invocation))
    return { result: JSON.stringify(result) ?? 'null' }
  } catch (error) {
    return { error: errorReport(error) }
  }
}

if (isMainThread) throw new Error('This module runs in a worker thread.')
const { folder, handler: handlerName, functionName, memory, arn, logsJson }: WorkerSettings = workerData
let requestId: string | undefined
let isCompiled = false
if (logsJson)
  patchConsole(
    () => requestId,
    line => void process.stdout.write(`${line}\n`),
  )
try {
  const handler = await load(folder, handlerName)
  parentPort?.on('message', async (invocation: Invocation) => {
    requestId = invocation.requestId
    parentPort?.postMessage({ requestId: invocation.requestId, ...(await answer(handler, invocation)) })
    // The first event has compiled what most events run, so the next thread need not.
    if (!isCompiled) flushCompileCache()
    isCompiled = true
  })
  parentPort?.postMessage({ ready: true })
} catch (error) {
  parentPort?.postMessage({ loadError: errorReport(error) })
}
