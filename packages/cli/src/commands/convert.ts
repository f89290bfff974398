import { FRAME_RATE_NAMES } from '../../../subtitle-engine/src/export/index.ts'
import type { Command } from '../context.ts'
import { EXIT } from '../fault.ts'
import { bareName, readInput, writeOutput } from '../files.ts'
import { FORMAT_NAMES, formatOf, PROFILE_NAMES, recut, written } from '../subtitles.ts'
import { oneOf, onlyFile, parseWords } from '../words.ts'

/** Writes a subtitle in another format with unchanged cues. */
export const run: Command = async (words, context) => {
  const { values, positionals } = parseWords(words, {
    out: { type: 'string', short: 'o' },
    to: { type: 'string', default: '' },
    frames: { type: 'string' },
    profile: { type: 'string', default: 'standard' },
  })
  const file = onlyFile(context, positionals)
  const to = formatOf(oneOf(context, '--to', FORMAT_NAMES, values.to)) ?? 'srt'
  const frames = values.frames === undefined ? undefined : oneOf(context, '--frames', FRAME_RATE_NAMES, values.frames)
  const profile = oneOf(context, '--profile', PROFILE_NAMES, values.profile)
  const { before, sentences, ...read } = recut(context.say, file, await readInput(context, file), profile)
  await writeOutput(
    context,
    values.out,
    written(to, { name: bareName(file), cues: before, sentences, profile: read.profile }, frames),
  )
  return EXIT.done
}
