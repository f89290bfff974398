import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ClientSettings, Cloud } from './options.ts'

/** Where the running cloud says how to reach it: for `npm run ops` and `npm run demo`. */
const FILE = 'cloud.json'

class Settings {
  readonly endpoint: string
  readonly region: string
  readonly credentials: ClientSettings['credentials']

  constructor({ endpoint, region, credentials }: ClientSettings) {
    this.endpoint = endpoint
    this.region = region
    this.credentials = credentials
  }
}

/** Writes the addresses, names and operator's credentials of a running cloud; for this machine's user alone. */
export function writeCloudFile(folder: string, cloud: Cloud): void {
  const { endpoint, region, credentials } = cloud.client(Settings)
  const content = {
    pid: process.pid,
    siteUrl: cloud.siteUrl,
    awsUrl: endpoint,
    region,
    credentials,
    tables: {
      users: cloud.physicalName('TablesUsers'),
      service: cloud.physicalName('TablesService'),
      ledger: cloud.physicalName('TablesLedger'),
      archive: cloud.physicalName('TablesArchive'),
      payments: cloud.physicalName('TablesPayments'),
      logs: cloud.physicalName('TablesLogs'),
    },
    bucket: cloud.physicalName('Media'),
    machines: { main: cloud.physicalName('WorkflowVideo'), closing: cloud.physicalName('WorkflowClosing') },
  }
  writeFileSync(join(folder, FILE), `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600 })
}

/** Takes the file away when the cloud ends. */
export function removeCloudFile(folder: string): void {
  rmSync(join(folder, FILE), { force: true })
}
