import { enableCompileCache } from 'node:module'
import { join } from 'node:path'
import { cacheOf } from '../local/machine/cache.ts'

// npm start: synthesizes the stacks and runs them on this machine. Loads what was compiled at an earlier start.
enableCompileCache(cacheOf(join(import.meta.dirname, '..')).code)
const { startLocal } = await import('../local/start.ts')
process.exitCode = await startLocal(process.env)
