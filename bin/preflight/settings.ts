import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { type Config, readConfig } from '../../lib/config.ts'
import type { Finding } from './finding.ts'

/** The settings of a deployment to AWS, or what is wrong with them. Shell variables override `.env`. */
export function deploySettings(
  root: string,
  machine: Record<string, string | undefined>,
): { config: Config } | { findings: Finding[] } {
  const what = 'Settings'
  const file = join(root, '.env')
  if (!existsSync(file))
    return { findings: [{ what, state: 'missing', found: 'no .env', next: 'cp .env.example .env, and edit it' }] }
  try {
    const config = readConfig({ ...parseEnv(readFileSync(file, 'utf8')), ...machine })
    if (config.deployment !== 'local') return { config }
    const next = 'DEPLOYMENT=development or DEPLOYMENT=production'
    return { findings: [{ what, state: 'missing', found: 'DEPLOYMENT=local is for npm start', next }] }
  } catch (error) {
    const faults = error instanceof Error ? error.message.split('\n').slice(1) : [String(error)]
    return { findings: faults.map(fault => ({ what, state: 'missing', found: fault.trim() })) }
  }
}
