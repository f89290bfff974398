/**
 * Loads one handler as Lambda does and prints the cost as JSON: milliseconds since process start, the CPU of the whole
 * process, and the loaded files of its bundle. `node start.ts FILE`; a file that ends with `.mjs` is imported.
 */
import { createRequire } from 'node:module'

const [file = ''] = process.argv.slice(2)
const loaded: { handler?: unknown } = await import(file)
const { user, system } = process.cpuUsage()
if (typeof loaded.handler !== 'function') throw new Error(`${file} has no handler`)
const files = Object.keys(createRequire(import.meta.url).cache)
console.log(JSON.stringify({ ms: performance.now(), cpuMs: (user + system) / 1000, files }))
// Sockets and timers of a handler that was never called must not keep the process alive.
process.exit()
