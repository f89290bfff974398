import { createInterface } from 'node:readline/promises'
import type { Command, Context } from '../context.ts'
import { EXIT } from '../fault.ts'
import { readAll } from '../files.ts'
import { createClient } from '../service/client.ts'
import { readUrl, storeSettings } from '../service/settings.ts'
import { parseWords } from '../words.ts'

/**
 * Stores a key that the service accepts. The key is read from the terminal or standard input, never from the command
 * line.
 */
export const run: Command = async (words, context) => {
  const { values } = parseWords(words, { url: { type: 'string' } })
  const settings = { url: values.url ?? (await readUrl(context)), key: await askKey(context) }
  const { name, balance } = await createClient(context, settings).call('v1Key')
  await storeSettings(context, settings)
  context.stderr.write(`${context.say('loggedIn', settings.url, name, balance)}\n`)
  return EXIT.done
}

async function askKey({ stdin, stderr, say }: Context): Promise<string> {
  if (!stdin.isTTY) return (await readAll(stdin)).toString('utf8').trim()
  const lines = createInterface({ input: process.stdin, output: process.stderr, terminal: true })
  stderr.write(say('askKey'))
  const key = await new Promise<string>(resolve => lines.once('line', resolve))
  lines.close()
  return key.trim()
}
