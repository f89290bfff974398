/**
 * Loads one handler as Lambda does and prints the cost as JSON: milliseconds since process start and the CPU of the
 * whole process. `node start.ts FILE`; a file that ends with `.mjs` is imported.
 */
const [file = ''] = process.argv.slice(2)
const loaded: { handler?: unknown } = await import(file)
const { user, system } = process.cpuUsage()
if (typeof loaded.handler !== 'function') throw new Error(`${file} has no handler`)
console.log(JSON.stringify({ ms: performance.now(), cpuMs: (user + system) / 1000 }))
// Sockets and timers of a handler that was never called must not keep the process alive.
process.exit()
