import type { Command, Context } from './context.ts'
import { EXIT, Fault } from './fault.ts'

/** Commands by name. Each is loaded on use, so none waits for the others. */
const COMMANDS: Readonly<Record<string, () => Promise<{ run: Command }>>> = {
  recut: () => import('./commands/recut.ts'),
  inspect: () => import('./commands/inspect.ts'),
  convert: () => import('./commands/convert.ts'),
  why: () => import('./commands/why.ts'),
  cut: () => import('./commands/cut.ts'),
  login: () => import('./commands/login.ts'),
  quote: () => import('./commands/quote.ts'),
  submit: () => import('./commands/submit.ts'),
  status: () => import('./commands/status.ts'),
  download: () => import('./commands/download.ts'),
  mcp: () => import('./commands/mcp.ts'),
}

/** Runs the command that the words begin with and returns the exit code. */
export async function run([name = '--help', ...words]: readonly string[], context: Context): Promise<number> {
  const { language, say, signal, stdout, stderr } = context
  try {
    const load = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined
    if (load && !words.includes('--help') && !words.includes('-h')) return await (await load()).run(words, context)
    const { helpText } = await import('./help.ts')
    const isHelp = load !== undefined || name === '--help' || name === '-h' || name === 'help'
    if (isHelp) stdout.write(helpText(language))
    else stderr.write(`${say('unknownCommand', name)}\n\n${helpText(language)}`)
    return isHelp ? EXIT.done : EXIT.usage
  } catch (error) {
    if (signal.aborted) {
      stderr.write(`\n${say('interrupted')}\n`)
      return EXIT.interrupted
    }
    if (!(error instanceof Fault)) throw error
    const isJson = words.includes('--json')
    stderr.write(
      isJson
        ? `${JSON.stringify({ event: 'error', code: error.code, message: error.message })}\n`
        : `${error.message}\n`,
    )
    if (error.exit === EXIT.usage) stderr.write(`jamak ${name} --help\n`)
    return error.exit
  }
}
