import * as z from 'zod'
import type { Context } from '../context.ts'
import { writeOutput } from '../files.ts'
import type { Client } from '../service/client.ts'
import { readScript } from '../service/script.ts'
import { openSource, type Source, textSource } from '../service/source.ts'
import { submit } from '../service/submit.ts'
import { FORMAT_NAMES, formatOf, PROFILE_NAMES } from '../subtitles.ts'
import { wrong } from '../words.ts'

/** A tool that calls the service with a key. */
export interface ServiceTool {
  name: string
  title: string
  description: string
  input: z.ZodObject
  /** True if it changes nothing. */
  isReading: boolean
  run(client: Client, input: unknown): Promise<object>
}

const source = {
  source: z
    .string()
    .max(4096)
    .optional()
    .describe('An MP4 with English speech, an English subtitle file, or a YouTube link'),
  text: z.string().max(2_000_000).optional().describe('The text of an English subtitle, in place of a source'),
}
const id = z.string().max(14).describe('The id of a submission: 14 digits')

const quoteInput = z.object(source)
const submitInput = z.object({
  ...source,
  maxTokens: z
    .int()
    .min(0)
    .max(1_000_000)
    .describe('Most tokens to spend. Refused beyond it, and refunded if the measured length costs more'),
  profile: z.enum(PROFILE_NAMES).default('standard'),
  script: z.string().max(4096).optional().describe('A text file with the English words of the speech'),
  notes: z.string().max(4096).optional().describe('A text file that helps the translation, such as the text of slides'),
})
const statusInput = z.object({ id: id.optional().describe('Without it, the newest twenty') })
const subtitleInput = z.object({
  id,
  format: z
    .string()
    .max(20)
    .default('srt')
    .describe(`One of ${FORMAT_NAMES.join(', ')}`),
  out: z.string().max(4096).optional().describe('File to write; without it the text is returned'),
})

/** The tools of the service. Only `submit` spends tokens. */
export function serviceTools(context: Context): ServiceTool[] {
  const open = async (given: { source?: string | undefined; text?: string | undefined }): Promise<Source> => {
    const { source, text } = given
    if ((source === undefined) === (text === undefined)) throw wrong('Pass either source or text.')
    return text === undefined ? openSource(context, source ?? '') : textSource('subtitle.srt', text)
  }
  return [
    {
      name: 'quote',
      title: 'Price of Korean subtitles',
      description: 'States what a submission costs in tokens, and whether the balance covers it. Spends nothing.',
      input: quoteInput,
      isReading: true,
      async run(client, given) {
        const { film, quote } = await open(quoteInput.parse(given))
        await film?.close()
        return client.call('v1Quote', { body: quote })
      },
    },
    {
      name: 'submit',
      title: 'Make Korean subtitles',
      description:
        'SPENDS TOKENS, at most maxTokens: submits a video, link or English subtitle for translation. Quote first. Returns at once; ask status until it is done. The same call within a day is charged once.',
      input: submitInput,
      isReading: false,
      async run(client, given) {
        const { maxTokens, profile, script, notes, ...rest } = submitInput.parse(given)
        const wish = { maxTokens, profile, script: await readScript(context, { script, notes }) }
        return submit(context, client, await open(rest), wish)
      },
    },
    {
      name: 'status',
      title: 'Status of submissions',
      description: 'Shows one submission, or the newest twenty: status, tokens, failure, certificate. Spends nothing.',
      input: statusInput,
      isReading: true,
      async run(client, given) {
        const { id } = statusInput.parse(given)
        return id === undefined ? client.call('v1List') : client.call('v1Read', { parameters: { id } })
      },
    },
    {
      name: 'subtitle',
      title: 'A finished Korean subtitle',
      description: 'Returns or saves the subtitle of a submission that is done, in any format. Spends nothing.',
      input: subtitleInput,
      isReading: false,
      async run(client, given) {
        const { id, format, out } = subtitleInput.parse(given)
        const query = { format: formatOf(format) }
        if (query.format === undefined) throw wrong(context.say('oneOf', 'format', FORMAT_NAMES.join(', ')))
        const { name, bytes } = await client.file('v1Subtitle', { parameters: { id }, query })
        if (out === undefined) return { name, text: new TextDecoder().decode(bytes) }
        await writeOutput(context, out, bytes)
        return { name, out }
      },
    },
  ]
}
