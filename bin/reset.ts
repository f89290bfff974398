import { existsSync, readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { parseArgs } from 'node:util'
import { lockData } from '#local-aws/machine/installation.ts'
import { LocalError } from '#local-aws/machine/terminal.ts'
import { orUsage } from './usage.ts'

const HELP = `npm run reset -- [--yes]

Deletes the data of npm start on this machine (.jamak, or the folder in JAMAK_DATA): users, tokens, videos, subtitles,
emails, payments. The next start begins with empty data. Downloaded models and settings (.env) are kept. Asks for
confirmation unless --yes is given, and refuses while the service is running.`

const { values } = orUsage(HELP, () =>
  parseArgs({ options: { yes: { type: 'boolean' }, help: { type: 'boolean', short: 'h' } } }),
)
const folder = process.env.JAMAK_DATA || join(import.meta.dirname, '../.jamak')
/** Only data folders of `npm start` contain this file. Any other folder in JAMAK_DATA is not deleted. */
const KEY_FILE = 'installation-key'

if (values.help) console.log(HELP)
else process.exitCode = await reset()

async function reset(): Promise<number> {
  if (!existsSync(folder)) {
    console.log(`Nothing to delete: there is no ${folder}.`)
    return 0
  }
  if (!existsSync(join(folder, KEY_FILE))) {
    console.error(`${folder} was not created by npm start; nothing was deleted.`)
    return 1
  }
  let unlock: () => void
  try {
    unlock = lockData(folder)
  } catch (error) {
    if (!(error instanceof LocalError)) throw error
    console.error(`Jamak is using the data in ${folder}. Stop it first (Ctrl+C). Nothing was deleted.`)
    return 1
  }
  try {
    console.log(`${folder}: ${megabytes(folder)} MB of users, tokens, videos, subtitles, emails and payments.`)
    if (!values.yes && !(await isConfirmed())) {
      console.log('Nothing was deleted.')
      return 1
    }
  } finally {
    unlock()
  }
  rmSync(folder, { recursive: true, force: true })
  console.log('Deleted. The next npm start begins with empty data.')
  return 0
}

async function isConfirmed(): Promise<boolean> {
  if (!process.stdin.isTTY) {
    console.error('Cannot ask for confirmation without a terminal: add --yes.')
    return false
  }
  const asking = createInterface({ input: process.stdin, output: process.stdout })
  try {
    return /^y(es)?$/i.test((await asking.question('Delete all of it? [y/N] ')).trim())
  } finally {
    asking.close()
  }
}

function megabytes(path: string): string {
  const files = readdirSync(path, { recursive: true, withFileTypes: true }).filter(entry => entry.isFile())
  const bytes = files.reduce((sum, file) => sum + statSync(join(file.parentPath, file.name)).size, 0)
  return (bytes / 1e6).toFixed(1)
}
