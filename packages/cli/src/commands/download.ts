import type { Command } from '../context.ts'
import { EXIT } from '../fault.ts'
import { createClient } from '../service/client.ts'
import { save } from '../service/save.ts'
import { readSettings } from '../service/settings.ts'
import { parseWords, wrong } from '../words.ts'

/** Saves finished subtitles. */
export const run: Command = async (words, context) => {
  const { values, positionals } = parseWords(words, {
    out: { type: 'string', short: 'o', default: '.' },
    format: { type: 'string', default: 'srt' },
    json: { type: 'boolean', default: false },
  })
  if (positionals.length === 0) throw wrong(context.say('noFile'))
  const client = createClient(context, await readSettings(context))
  for (const id of positionals) {
    const path = await save(context, client, { id, out: values.out, format: values.format })
    const line = values.json ? JSON.stringify({ event: 'saved', id, path }) : path
    context.stderr.write(`${line}\n`)
  }
  return EXIT.done
}
