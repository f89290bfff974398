import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs, parseEnv } from 'node:util'
import * as z from 'zod'
import { API_FUNCTIONS } from '../lambdas/contract/functions.ts'
import { type Config, readConfig } from '../lib/config.ts'
import { QUOTAS, type Quotas } from './capacity/limits.ts'
import { capacityReport } from './capacity/report.ts'
import { orUsage, WrongArgument } from './usage.ts'

const HELP = `npm run capacity -- [options]

How many videos a deployment with the settings of .env carries, and which limit is reached first, for the quotas of a
new account and for usual ones.

--minutes n            minutes of an ordinary video (10)
--lambda n             concurrent executions instead of both accounts' (npm run preflight prints the account's quotas)
--jobs n               transcription jobs at once
--tokens-per-minute n  tokens of the model a minute
--tokens-per-day n     tokens of the model a day`

const count = z.coerce.number().min(0).max(1e12)
const options = z.object({
  minutes: count.refine(value => value >= 0.1, 'at least 0.1').default(10),
  lambda: count.optional(),
  jobs: count.optional(),
  'tokens-per-minute': count.optional(),
  'tokens-per-day': count.optional(),
  help: z.boolean().default(false),
})

function readOptions(): z.infer<typeof options> {
  const text = { type: 'string' } as const
  const { values } = parseArgs({
    options: {
      minutes: text,
      lambda: text,
      jobs: text,
      'tokens-per-minute': text,
      'tokens-per-day': text,
      help: { type: 'boolean' },
    },
  })
  const parsed = options.safeParse(values)
  if (!parsed.success) throw new WrongArgument(parsed.error.issues.map(({ path }) => `--${path.join('.')}`).join(', '))
  return parsed.data
}

/** The settings of `.env`, or the example's, as a deployment to AWS would read them. */
function readSettings(): Config {
  const root = join(import.meta.dirname, '..')
  const file = ['.env', '.env.example'].map(name => join(root, name)).find(existsSync)
  const variables = { ...(file && parseEnv(readFileSync(file, 'utf8'))), ...process.env }
  const isLocal = variables.DEPLOYMENT === 'local'
  return readConfig({ ...variables, ...(isLocal && { DEPLOYMENT: 'development', YOUTUBE_FETCH: 'off' }) })
}

function print(read: z.infer<typeof options>): void {
  if (read.help) {
    console.log(HELP)
    return
  }
  const { translator, secondLook, breakReview, reservedConcurrency, partsFromMinutes } = readSettings()
  const given: Partial<Quotas> = {
    ...(read.lambda !== undefined && { lambda: read.lambda }),
    ...(read.jobs !== undefined && { transcribeJobs: read.jobs }),
    ...(read['tokens-per-minute'] !== undefined && { tokensPerMinute: read['tokens-per-minute'] }),
    ...(read['tokens-per-day'] !== undefined && { tokensPerDay: read['tokens-per-day'] }),
  }
  const load = {
    minutes: read.minutes,
    model: translator === 'bedrock',
    secondLook: secondLook === 'on',
    breakReview: breakReview === 'on',
    reserved: reservedConcurrency * Object.keys(API_FUNCTIONS).length,
    partsFromMinutes,
  }
  for (const [name, quotas] of Object.entries(QUOTAS))
    console.log(capacityReport(name === 'new' ? 'A new account' : 'Usual quotas', { ...quotas, ...given }, load))
}

print(orUsage(HELP, readOptions))
