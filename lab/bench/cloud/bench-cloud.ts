import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { mapTables } from '../../../lambdas/contract/tables.ts'
import type { Tables } from '../../../lambdas/records/tables.ts'
import type { Cloud, CloudEngines } from '../../../local/cloud/options.ts'
import { synthesize } from '../../../local/cloud/synthesize.ts'
import { startCloud } from '../../../local/cloud.ts'
import { exampleSettings } from '../../../test/support/example-settings.ts'

const ROOT = join(import.meta.dirname, '../../..')

/** Factor on waits. A wait whose seconds come from the state takes 10 ms, so that only work is measured. */
const WAIT_SCALE = 0.001

/** Synthesizes the application, runs it with these engines in a temporary folder, and deletes both afterwards. */
export async function withBenchCloud<Result>(
  engines: CloudEngines,
  work: (cloud: Cloud) => Promise<Result>,
): Promise<Result> {
  await using opened = new AsyncDisposableStack()
  const folder = mkdtempSync(join(tmpdir(), 'jamak-bench-'))
  opened.defer(() => rmSync(folder, { recursive: true, force: true }))
  const assembly = join(folder, 'assembly')
  await synthesize(ROOT, assembly, { DEPLOYMENT: 'local', TEST_PAY: 'on', BUILD_DIR: join(folder, 'build') })
  const cloud = await startCloud({
    assembly,
    folder: join(folder, 'data'),
    port: 0,
    env: exampleSettings(),
    engines,
    quiet: true,
    schedules: false,
    waitScale: WAIT_SCALE,
  })
  opened.defer(cloud.stop)
  return await work(cloud)
}

/** The tables, opened with the operator's credentials. */
export function benchTables(cloud: Cloud): Tables {
  return {
    client: DynamoDBDocumentClient.from(cloud.client(DynamoDBClient), {
      marshallOptions: { removeUndefinedValues: true },
    }),
    ...mapTables(({ id }) => cloud.physicalName(`Tables${id}`)),
  }
}
