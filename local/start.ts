import { join } from 'node:path'
import * as z from 'zod'
import { FULL_DISK, isFullDisk } from '#local-aws/machine/full-disk.ts'
import type { LogStyle } from '#local-aws/machine/log-line.ts'
import { LocalError, setLogStyle } from '#local-aws/machine/terminal.ts'
import { removeCloudFile, writeCloudFile } from './cloud/file.ts'
import type { Cloud, PageServer } from './cloud/options.ts'
import { readSettings, synthesize } from './cloud/synthesize.ts'
import { stopSignal } from './stop-signal.ts'

const DEFAULT_PORT = 4280
/** Time limit for an orderly stop. */
const PATIENCE_MS = 10_000

/** What to do about an error, by its code. */
const HINTS: Record<string, (machine: Record<string, string | undefined>) => string> = {
  PORT_TAKEN: ({ PORT }) => `Choose another one: PORT=${Number(PORT || DEFAULT_PORT) + 20} npm start`,
  DATA_IN_USE: () => 'Stop it, or use another folder: JAMAK_DATA=folder npm start',
}

/** Functions and page from their sources, which may change while the service runs. */
export interface Development {
  /** Folder with `lambdas` and `web`, from which the application is synthesized. */
  built: string
  /** Folder of a function's code, by that of its bundle in the synthesized application. */
  codeFolder(bundle: string): string
  page: PageServer
  /** Starts to apply changes to the running service. */
  watch(cloud: Pick<Cloud, 'reloadFunctions'>): void
  close(): Promise<void>
}

/** Synthesizes and starts the application, and runs it until a signal ends the process. Returns the exit code. */
export async function startLocal(
  machine: Record<string, string | undefined>,
  style: LogStyle = 'text',
  develop?: (folder: string) => Promise<Development>,
): Promise<number> {
  setLogStyle(style)
  let isRunning = false
  const stopped = stopSignal().then(() => {
    if (!isRunning) process.exit(1)
    setTimeout(() => process.exit(1), PATIENCE_MS).unref()
  })
  const root = join(import.meta.dirname, '..')
  const folder = machine.JAMAK_DATA || join(root, '.jamak')
  let development: Development | undefined
  try {
    const port = readPort(machine.PORT)
    const settings = await readSettings(root, machine)
    const assembly = join(folder, 'cdk.out')
    // The modules of the local services load while another process synthesizes.
    development = await develop?.(join(folder, 'development'))
    const { built, page, codeFolder } = development ?? {}
    const [{ startCloud }] = await Promise.all([import('./cloud.ts'), synthesize(root, assembly, settings, built)])
    const cloud = await startCloud({ assembly, folder, port, env: settings, schedules: true, page, codeFolder })
    development?.watch(cloud)
    writeCloudFile(folder, cloud)
    isRunning = true
    const engines = cloud.engines
    console.log(`
Jamak is running: ${cloud.siteUrl}
  Mailbox      ${cloud.awsUrl}/mail
  Speech       ${engines?.speech ?? ''}
  Translation  ${engines?.translation ?? ''}${engines?.reason ? '\n  A rehearsal runs, because a model is missing and was not downloaded: npm run models gets it.' : ''}
  YouTube      ${cloud.services.youtube ? 'practice videos, such as https://youtu.be/jamak-hello' : 'YouTube itself'}
  Data         ${folder}
  Press Ctrl+C to stop.
`)
    await stopped
    console.log('Stopping...')
    removeCloudFile(folder)
    // The browsers' web sockets would keep the server open.
    await development?.close()
    await cloud.stop()
    console.log(`Jamak has stopped. Its data remains in ${folder}.`)
    return 0
  } catch (error) {
    const told = error instanceof LocalError ? [error.message, HINTS[error.code]?.(machine)] : [FULL_DISK]
    if (!(error instanceof LocalError) && !isFullDisk(error)) throw error
    await development?.close()
    console.error(told.filter(Boolean).join(' '))
    return 1
  }
}

/** Reads the port of the site. The next port serves everything else. */
function readPort(text: string | undefined): number {
  const port = z.coerce
    .number()
    .int()
    .min(0)
    .max(65_534)
    .safeParse(text || DEFAULT_PORT)
  if (!port.success) throw new LocalError('PORT_INVALID', 'PORT must be a number from 0 to 65534.')
  return port.data
}
