import { decodeText } from '../../../subtitle-engine/src/index.ts'
import type { Context } from '../context.ts'
import { Fault } from '../fault.ts'
import { readInput } from '../files.ts'

/** Text that a user adds to a speech: its English words, and notes for the translation. */
export interface ScriptText {
  text?: string
  notes?: string
}

/** Reads the plain-text files of a script and notes; `undefined` without either. @throws Fault NO_FILE or NO_TEXT */
export async function readScript(
  context: Context,
  { script, notes }: { script?: string | undefined; notes?: string | undefined },
): Promise<ScriptText | undefined> {
  if (script === undefined && notes === undefined) return undefined
  return {
    ...(script !== undefined && { text: await readText(context, script) }),
    ...(notes !== undefined && { notes: await readText(context, notes) }),
  }
}

async function readText(context: Context, file: string): Promise<string> {
  const text = decodeText(await readInput(context, file))?.text
  if (text === undefined || !/\p{L}/u.test(text)) throw new Fault('NO_TEXT', context.say('noText', file))
  return text
}
