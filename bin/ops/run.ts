import { parseArguments, UsageError } from './arguments.ts'
import { type Command, RefusedError } from './command.ts'
import { archive } from './commands/archive.ts'
import { ledgerVerify } from './commands/ledger-verify.ts'
import { logs } from './commands/logs.ts'
import { payments, paymentsRecheck } from './commands/payments.ts'
import { start, stop } from './commands/stop.ts'
import { taxDocuments, taxDocumentsClose } from './commands/tax-documents.ts'
import { grant, restore, suspend, user } from './commands/users.ts'
import { redrive, refund, resend } from './commands/videos.ts'
import type { Context } from './context.ts'
import { printable } from './text-table.ts'

/** Longest names first, so that `payments recheck` is not read as `payments` of a user named recheck. */
export const COMMANDS: Command[] = [
  ledgerVerify,
  paymentsRecheck,
  taxDocumentsClose,
  user,
  archive,
  logs,
  payments,
  taxDocuments,
  refund,
  grant,
  suspend,
  restore,
  stop,
  start,
  resend,
  redrive,
]

export interface Console {
  out: (text: string) => void
  error: (text: string) => void
}

/**
 * Runs the words after `npm run ops --`.
 * @returns exit code: 0 success, 1 refused or fault found, 2 usage error
 */
export async function runOps(
  words: string[],
  connect: (options: { config?: string; profile?: string }) => Promise<Context>,
  terminal: Console,
): Promise<number> {
  // Names, titles and reasons come from users and social providers.
  const out = (text: string) => terminal.out(printable(text))
  const error = (text: string) => terminal.error(printable(text))
  const command = COMMANDS.find(({ name }) => name.split(' ').every((word, index) => words[index] === word))
  try {
    if (!command) return overview(words, { out, error })
    const most = command.words.match(/<[^<>]+>|\[[^[\]]+\]/g)?.length ?? 0
    const typed = parseArguments(words.slice(command.name.split(' ').length), command.options, most)
    if (typed.flag('help')) {
      out(formatHelp(command))
      return 0
    }
    const context = await connect({ config: typed.text('config'), profile: typed.text('profile') })
    const report = await command.run(context, typed)
    out(typed.flag('json') ? JSON.stringify(report.json, null, 2) : report.text)
    return report.exitCode ?? 0
  } catch (thrown) {
    if (thrown instanceof UsageError) {
      error(`${thrown.message}\n\n${command ? formatHelp(command) : ''}`.trim())
      return 2
    }
    error(thrown instanceof RefusedError ? thrown.message : `Failed: ${describe(thrown)}`)
    return 1
  }
}

function overview(words: string[], { out, error }: Console): number {
  const [first] = words
  const isAsked = first === undefined || first === 'help' || first === '--help' || first === '-h'
  if (!isAsked) error(`Unknown command: ${words.join(' ')}.\n`)
  const longest = Math.max(...COMMANDS.map(({ name }) => name.length))
  const lines = COMMANDS.map(({ name, summary }) => `  ${name.padEnd(longest)}  ${summary}`)
  const show = isAsked ? out : error
  show(['npm run ops -- <command> [--help]', '', ...lines, '', ...COMMON_HELP].join('\n'))
  return isAsked ? 0 : 2
}

const COMMON_HELP = [
  '--json          prints JSON for programs (npm run --silent ops -- …)',
  '--config FILE   the service: a file written by cdk deploy --outputs-file; default: npm start on this machine',
  '--profile NAME  profile of the AWS configuration',
]

function formatHelp({ name, words, summary, help }: Command): string {
  const usage = ['npm run ops --', name, words, '[options]'].filter(Boolean).join(' ')
  return [usage, '', summary, '', ...help, ...COMMON_HELP].join('\n')
}

/** Shows AWS's own message, for example about expired credentials or a missing table. */
function describe(thrown: unknown): string {
  return thrown instanceof Error ? `${thrown.name}: ${thrown.message}` : String(thrown)
}
