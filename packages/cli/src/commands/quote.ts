import type { Command } from '../context.ts'
import { EXIT } from '../fault.ts'
import { createClient } from '../service/client.ts'
import { readSettings } from '../service/settings.ts'
import { openSource } from '../service/source.ts'
import { parseWords, wholeNumber, wrong } from '../words.ts'

/**
 * States what files and links cost. Ends with `EXIT.cost` if the balance or monthly limit does not cover one of them.
 */
export const run: Command = async (words, context) => {
  const { values, positionals } = parseWords(words, {
    track: { type: 'string' },
    json: { type: 'boolean', default: false },
  })
  const { say, stdout, stderr } = context
  if (positionals.length === 0) throw wrong(say('noFile'))
  const track = wholeNumber(context, '--track', values.track)
  const client = createClient(context, await readSettings(context))
  let exit: number = EXIT.done
  for (const name of positionals) {
    const source = await openSource(context, name, track)
    await source.film?.close()
    const quoted = await client.call('v1Quote', { body: source.quote })
    const { tokens, durationSeconds, balance, isCovered } = quoted
    if (values.json) stdout.write(`${JSON.stringify({ event: 'quote', name, ...quoted })}\n`)
    else stdout.write(`${say('price', name, tokens, Math.round(durationSeconds), balance)}\n`)
    if (isCovered) continue
    if (!values.json) stderr.write(`${say('notCovered', name)}\n`)
    exit = EXIT.cost
  }
  return exit
}
