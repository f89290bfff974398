import { join } from 'node:path'
import * as z from 'zod'
import type { LogStyle } from '#local-aws/machine/log-line.ts'
import { LocalError, setLogStyle } from '#local-aws/machine/terminal.ts'
import { removeCloudFile, writeCloudFile } from './cloud/file.ts'
import { readSettings, synthesize } from './cloud/synthesize.ts'

const DEFAULT_PORT = 4280

/** What to do about an error, by its code. */
const HINTS: Record<string, (machine: Record<string, string | undefined>) => string> = {
  PORT_TAKEN: ({ PORT }) => `Start with another one: PORT=${Number(PORT || DEFAULT_PORT) + 20} npm start`,
  DATA_IN_USE: () => 'Stop it, or start with another folder: JAMAK_DATA=folder npm start',
}

/** Synthesizes and starts the application, and runs it until a signal ends the process. Returns the exit code. */
export async function startLocal(
  machine: Record<string, string | undefined>,
  style: LogStyle = 'text',
): Promise<number> {
  setLogStyle(style)
  const root = join(import.meta.dirname, '..')
  const folder = machine.JAMAK_DATA || join(root, '.jamak')
  try {
    const port = readPort(machine.PORT)
    const settings = await readSettings(root, machine)
    const assembly = join(folder, 'cdk.out')
    // The modules of the local services load while another process synthesizes.
    const [{ startCloud }] = await Promise.all([import('./cloud.ts'), synthesize(root, assembly, settings)])
    const cloud = await startCloud({ assembly, folder, port, env: settings, schedules: true })
    writeCloudFile(folder, cloud)
    const engines = cloud.engines
    // Before the line that invites Ctrl+C: without a handler the signal would end the process at once.
    const stopped = stopSignal()
    console.log(`
Jamak is running: ${cloud.siteUrl}
  Mailbox      ${cloud.awsUrl}/mail
  Speech       ${engines?.speech ?? ''}
  Translation  ${engines?.translation ?? ''}${engines?.reason ? '\n  No model is installed and none can be downloaded, so a rehearsal runs.' : ''}
  YouTube      ${cloud.services.youtube ? 'practice videos, such as https://youtu.be/jamak-hello' : 'YouTube itself'}
  Data         ${folder}
  Press Ctrl+C to stop.
`)
    await stopped
    console.log('Stopping...')
    removeCloudFile(folder)
    await cloud.stop()
    console.log(`Jamak has stopped. The data is kept in ${folder}.`)
    return 0
  } catch (error) {
    if (!(error instanceof LocalError)) throw error
    console.error([error.message, HINTS[error.code]?.(machine)].filter(Boolean).join(' '))
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

function stopSignal(): Promise<void> {
  return new Promise(resolve => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve())
  })
}
