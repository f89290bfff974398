import type { Command } from '../context.ts'
import { EXIT } from '../fault.ts'
import { bareName, readInput, writeOutput } from '../files.ts'
import { FORMAT_NAMES, formatOf, PROFILE_NAMES, recut, written } from '../subtitles.ts'
import { oneOf, onlyFile, parseWords } from '../words.ts'

/** Recuts a Korean subtitle by the rules of a profile. */
export const run: Command = async (words, context) => {
  const { values, positionals } = parseWords(words, {
    out: { type: 'string', short: 'o' },
    to: { type: 'string', default: 'srt' },
    profile: { type: 'string', default: 'standard' },
    json: { type: 'boolean', default: false },
  })
  const file = onlyFile(context, positionals)
  const to = formatOf(oneOf(context, '--to', FORMAT_NAMES, values.to)) ?? 'srt'
  const profile = oneOf(context, '--profile', PROFILE_NAMES, values.profile)
  const done = recut(context.say, file, await readInput(context, file), profile)
  const { after, sentences, keptBefore, keptAfter } = done
  const source = { name: bareName(file), cues: after, sentences, profile: done.profile }
  const changed = after.filter(cue => cue.changed).length
  await writeOutput(context, values.out, written(to, source))
  const report = values.json
    ? JSON.stringify({ event: 'recut', cues: after.length, changed, keptBefore, keptAfter })
    : context.say('recut', after.length, changed, keptAfter, keptBefore)
  context.stderr.write(`${report}\n`)
  return EXIT.done
}
