import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import * as z from 'zod'
import { mapTables } from '../../lambdas/contract/tables.ts'
import { UsageError } from './arguments.ts'

const machines = z.object({ main: z.string(), closing: z.string() })
const tables = z.object(mapTables(() => z.string()))

/** Written by `npm start` to `.jamak/cloud.json`; without `awsUrl` and `credentials` the service is on AWS. */
const serviceFile = z.object({
  region: z.string(),
  siteUrl: z.string(),
  tables,
  machines,
  awsUrl: z.string().optional(),
  credentials: z.object({ accessKeyId: z.string(), secretAccessKey: z.string() }).optional(),
  pid: z.int().optional(),
})
export type ServiceFile = z.infer<typeof serviceFile>

/** Outputs of both stacks as `cdk deploy --outputs-file` writes them: one object per stack. */
const outputs = z
  .looseObject({ SiteUrl: z.string(), StateMachine: z.string(), ClosingMachine: z.string() })
  .transform(names => ({
    region: names.StateMachine.split(':')[3] ?? '',
    siteUrl: names.SiteUrl,
    tables: mapTables(({ id }) => names[`${id}Table`]),
    machines: { main: names.StateMachine, closing: names.ClosingMachine },
  }))
  .pipe(serviceFile)

/**
 * Reads a service file or the outputs of the stacks.
 * @throws UsageError
 */
function parseServiceFile(text: string, file: string): ServiceFile {
  const json = parseJson(text)
  const own = serviceFile.safeParse(json)
  if (own.success) return own.data
  const stacks = z.record(z.string(), z.record(z.string(), z.string())).safeParse(json)
  const deployed = outputs.safeParse(stacks.success ? Object.assign({}, ...Object.values(stacks.data)) : {})
  if (deployed.success) return deployed.data
  throw new UsageError(`${file} is neither a cloud.json nor a file of cdk deploy --outputs-file.`)
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/**
 * Finds the service: in the named file, else the local cloud that runs on this machine.
 * @throws UsageError
 */
export function findService(options: {
  root: string
  /** Folder of the local cloud's data, if not `.jamak`. */
  data?: string
  config?: string
  profile?: string
  /** Working directory of the command. */
  cwd: string
}): ServiceFile {
  const { root, data, config, profile, cwd } = options
  if (config === undefined && profile !== undefined)
    throw new UsageError('--profile needs --config as well: cdk deploy --outputs-file outputs.json')
  const file = config === undefined ? join(data || join(root, '.jamak'), 'cloud.json') : resolve(cwd, config)
  if (!existsSync(file))
    throw new UsageError(
      config === undefined
        ? 'No service is running on this machine. Start one with npm start, or name a file with --config.'
        : `There is no file ${file}.`,
    )
  return parseServiceFile(readFileSync(file, 'utf8'), file)
}
