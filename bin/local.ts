import { enableCompileCache } from 'node:module'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { cacheFolders } from '../local/cache.ts'
import { orUsage } from './usage.ts'

const HELP = `npm start -- [--stacks | --json]
npm run dev -- [--stacks | --json]

Synthesizes the stacks and runs the whole service on this machine, until Ctrl+C. With
'npm run dev', changes of the page and of the functions take effect at once.

--stacks  shows the stack of each error
--json    prints log lines as JSON, as the functions write them

PORT=4300 npm start               uses other ports (4300 and 4301)
JAMAK_DATA=folder npm start       keeps the data in another folder than .jamak`

const flag = { type: 'boolean' } as const
const { values } = orUsage(HELP, () =>
  parseArgs({ options: { stacks: flag, json: flag, develop: flag, help: { ...flag, short: 'h' } } }),
)
if (values.help) console.log(HELP)
else {
  // Reuses code that an earlier start compiled.
  enableCompileCache(cacheFolders(join(import.meta.dirname, '..')).code)
  const [{ startLocal }, development] = await Promise.all([
    import('../local/start.ts'),
    values.develop ? import('./development.ts') : undefined,
  ])
  const style = values.json ? 'json' : values.stacks ? 'stacks' : 'text'
  process.exitCode = await startLocal(process.env, style, development?.develop)
}
