import { join } from 'node:path'
import { readSettings } from '../local/cloud/synthesize.ts'
import { createContext } from './ops/context.ts'
import { runOps } from './ops/run.ts'
import { findService } from './ops/service-file.ts'

// npm run ops: the operator's tool, for the local cloud or AWS.
const root = join(import.meta.dirname, '..')

process.exitCode = await runOps(
  process.argv.slice(2),
  async ({ config, profile }) =>
    createContext({
      service: findService({
        root,
        data: process.env.JAMAK_DATA,
        config,
        profile,
        cwd: process.env.INIT_CWD ?? process.cwd(),
      }),
      profile,
      settings: await readSettings(root, process.env),
      now: Date.now,
    }),
  { out: text => console.log(text), error: text => console.error(text) },
)
