import type { SubmissionView } from '../../../../lambdas/contract/routes/v1-routes.ts'
import type { Command } from '../context.ts'
import { EXIT } from '../fault.ts'
import { createClient } from '../service/client.ts'
import { readSettings } from '../service/settings.ts'
import { parseWords } from '../words.ts'

/** Shows submissions by their ids, or the newest twenty. */
export const run: Command = async (words, context) => {
  const { values, positionals } = parseWords(words, { json: { type: 'boolean', default: false } })
  const client = createClient(context, await readSettings(context))
  const found: SubmissionView[] = []
  for (const id of positionals) found.push(await client.call('v1Read', { parameters: { id } }))
  if (positionals.length === 0) found.push(...(await client.call('v1List')).submissions)
  for (const submission of found) {
    const { id, status, name, tokens } = submission
    const line = values.json
      ? JSON.stringify({ event: 'status', ...submission })
      : context.say('state', id, status, name, tokens)
    context.stdout.write(`${line}\n`)
  }
  return EXIT.done
}
