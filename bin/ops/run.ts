import { parseArguments, UsageError } from './arguments.ts'
import { type Command, RefusedError } from './command.ts'
import { archive } from './commands/archive.ts'
import { grant } from './commands/grant.ts'
import { ledgerVerify } from './commands/ledger-verify.ts'
import { logs } from './commands/logs.ts'
import { payments, paymentsRecheck } from './commands/payments.ts'
import { redrive } from './commands/redrive.ts'
import { refund } from './commands/refund.ts'
import { resend } from './commands/resend.ts'
import { start, stop } from './commands/stop.ts'
import { restore, suspend } from './commands/suspend.ts'
import { user } from './commands/user.ts'
import type { Context } from './context.ts'

/** Longer names first: `payments recheck` is not `payments` of a person called recheck. */
export const COMMANDS: Command[] = [
  ledgerVerify,
  paymentsRecheck,
  user,
  archive,
  logs,
  payments,
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
 * Runs what was typed after `npm run ops --`.
 * @returns the exit code: 0 done, 1 refused or something is wrong, 2 not understood.
 */
export async function runOps(
  words: string[],
  connect: (options: { config?: string; profile?: string }) => Promise<Context>,
  { out, error }: Console,
): Promise<number> {
  const command = COMMANDS.find(({ name }) => name.split(' ').every((word, index) => words[index] === word))
  try {
    if (!command) return overview(words, { out, error })
    const typed = parseArguments(words.slice(command.name.split(' ').length), command.options)
    if (typed.flag('help')) {
      out(helpOf(command))
      return 0
    }
    const context = await connect({ config: typed.text('config'), profile: typed.text('profile') })
    const report = await command.run(context, typed)
    out(typed.flag('json') ? JSON.stringify(report.json, null, 2) : report.text)
    return report.exitCode ?? 0
  } catch (thrown) {
    if (thrown instanceof UsageError) {
      error(`${thrown.message}\n\n${command ? helpOf(command) : ''}`.trim())
      return 2
    }
    error(thrown instanceof RefusedError ? thrown.message : `하지 못했어요: ${describe(thrown)}`)
    return 1
  }
}

function overview(words: string[], { out, error }: Console): number {
  const [first] = words
  const isAsked = first === undefined || first === 'help' || first === '--help' || first === '-h'
  if (!isAsked) error(`${words.join(' ')}: 그런 명령은 없어요.\n`)
  const longest = Math.max(...COMMANDS.map(({ name }) => name.length))
  const lines = COMMANDS.map(({ name, summary }) => `  ${name.padEnd(longest)}  ${summary}`)
  const show = isAsked ? out : error
  show(['npm run ops -- <명령> [--help]', '', ...lines, '', ...COMMON_HELP].join('\n'))
  return isAsked ? 0 : 2
}

const COMMON_HELP = [
  '--json          프로그램이 읽을 JSON으로 (npm run --silent ops -- …)',
  '--config 파일   서비스가 어디에 있는지: cdk deploy --outputs-file이 쓴 파일. 없으면 이 컴퓨터의 npm start',
  '--profile 이름  AWS 설정의 프로필',
]

function helpOf({ name, words, summary, help }: Command): string {
  const usage = ['npm run ops --', name, words, '[옵션]'].filter(Boolean).join(' ')
  return [usage, '', summary, '', ...help, ...COMMON_HELP].join('\n')
}

/** What AWS says helps the operator: expired credentials, a table that is not there. */
function describe(thrown: unknown): string {
  return thrown instanceof Error ? `${thrown.name}: ${thrown.message}` : String(thrown)
}
