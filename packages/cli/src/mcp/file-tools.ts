import * as z from 'zod'
import { inspectCues } from '../../../subtitle-engine/src/index.ts'
import type { Context } from '../context.ts'
import { bareName, readInput, writeOutput } from '../files.ts'
import { FORMAT_NAMES, formatOf, PROFILE_NAMES, recut, written } from '../subtitles.ts'
import { wrong } from '../words.ts'

/** A tool that works on files without the service. */
export interface FileTool {
  name: string
  title: string
  description: string
  input: z.ZodObject
  /** True if it changes nothing. */
  isReading: boolean
  run(input: unknown): Promise<object>
}

const MOST_TEXT = 5 * 1024 ** 2
const source = {
  path: z.string().max(4096).optional().describe('A subtitle file: SRT, VTT, SMI, ASS, TTML and others'),
  text: z.string().max(MOST_TEXT).optional().describe('Its text, in place of a path'),
}
const profile = z
  .enum(PROFILE_NAMES)
  .default('standard')
  .describe('Whose rules: shorts is for vertical videos, sdh for deaf viewers')
const format = z
  .string()
  .max(20)
  .describe(`One of ${FORMAT_NAMES.join(', ')}`)
const out = z.string().max(4096).optional().describe('File to write; without it the text is returned')

const inspectInput = z.object({ ...source, profile })
const recutInput = z.object({ ...source, profile, format: format.default('srt'), out })
const convertInput = z.object({ ...source, format, out })

/** The tools that cost nothing. */
export function fileTools(context: Context): FileTool[] {
  const { say } = context
  const read = async ({ path, text }: { path?: string | undefined; text?: string | undefined }) => {
    if ((path === undefined) === (text === undefined)) throw wrong('Pass either path or text.')
    return { name: path ?? 'text', content: text ?? (await readInput(context, path ?? '')) }
  }
  const chosen = (name: string) => {
    const found = formatOf(name)
    if (!found) throw wrong(say('oneOf', 'format', FORMAT_NAMES.join(', ')))
    return found
  }
  const deliver = async (path: string | undefined, content: string | Uint8Array) => {
    if (path === undefined)
      return { text: typeof content === 'string' ? content : Buffer.from(content).toString('base64') }
    await writeOutput(context, path, content)
    return { out: path }
  }
  return [
    {
      name: 'recut',
      title: 'Recut a Korean subtitle',
      description: 'Cuts a Korean subtitle again where readers pause, by the rules of professional subtitles. Free.',
      input: recutInput,
      isReading: false,
      async run(given) {
        const { profile, format, out, ...file } = recutInput.parse(given)
        const { name, content } = await read(file)
        const done = recut(say, name, content, profile)
        const { after: cues, sentences, keptBefore, keptAfter } = done
        const text = written(chosen(format), { name: bareName(name), cues, sentences, profile: done.profile })
        return { cues: cues.length, keptBefore, keptAfter, ...(await deliver(out, text)) }
      },
    },
    {
      name: 'inspect',
      title: 'Inspect a Korean subtitle',
      description: 'Counts the rules that the cues keep and break: line breaks, reading speed, pauses, lengths. Free.',
      input: inspectInput,
      isReading: true,
      async run(given) {
        const { profile, ...file } = inspectInput.parse(given)
        const { name, content } = await read(file)
        const { before, profile: rules } = recut(say, name, content, profile)
        const { flagged, ...inspection } = inspectCues(before, rules)
        return inspection
      },
    },
    {
      name: 'convert',
      title: 'Convert a subtitle',
      description: 'Writes a subtitle in another format, its cues as they are. Free.',
      input: convertInput,
      isReading: false,
      async run(given) {
        const { format, out, ...file } = convertInput.parse(given)
        const { name, content } = await read(file)
        const { before: cues, sentences, profile } = recut(say, name, content, 'standard')
        return deliver(out, written(chosen(format), { name: bareName(name), cues, sentences, profile }))
      },
    },
  ]
}
