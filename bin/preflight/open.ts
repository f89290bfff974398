import { randomUUID } from 'node:crypto'
import { lookup } from 'node:dns/promises'
import { createClients } from './clients.ts'
import type { Finding } from './finding.ts'
import { runPreflight } from './run.ts'
import { deploySettings } from './settings.ts'

/** Opens the preflight with the settings of `.env`, the shell's credentials and this machine's DNS. */
export async function preflightHere(root: string): Promise<Finding[]> {
  const settings = deploySettings(root, process.env)
  if ('findings' in settings) return settings.findings
  return runPreflight({
    config: settings.config,
    clients: createClients(settings.config.region),
    resolves: host =>
      lookup(host).then(
        () => true,
        () => false,
      ),
    now: Date.now,
    unusedPrefix: `jamak-${randomUUID()}`,
  })
}
