import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { mapTables } from '../../lambdas/contract/tables.ts'
import type { Cloud } from './options.ts'

/** File in the data folder with which `npm run ops` and `npm run demo` find the running service. */
const FILE = 'cloud.json'

/** Writes addresses, resource names and the operator's credentials. Only the user of this machine can read the file. */
export function writeCloudFile(folder: string, cloud: Cloud): void {
  const { endpoint, region, credentials } = cloud.clientSettings
  const content = {
    pid: process.pid,
    siteUrl: cloud.siteUrl,
    awsUrl: endpoint,
    region,
    credentials,
    tables: mapTables(({ id }) => cloud.physicalName(`Tables${id}`)),
    bucket: cloud.physicalName('Media'),
    machines: { main: cloud.physicalName('WorkflowVideo'), closing: cloud.physicalName('WorkflowClosing') },
  }
  writeFileSync(join(folder, FILE), `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600 })
}

/** Removes the file when the service stops. */
export function removeCloudFile(folder: string): void {
  rmSync(join(folder, FILE), { force: true })
}
