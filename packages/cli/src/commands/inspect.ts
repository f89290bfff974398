import { inspectCues } from '../../../subtitle-engine/src/index.ts'
import type { Command } from '../context.ts'
import { EXIT } from '../fault.ts'
import { readInput } from '../files.ts'
import { PROFILE_NAMES, percent, recut } from '../subtitles.ts'
import { oneOf, onlyFile, parseWords } from '../words.ts'

/** Maximum cues to list by number for a broken rule. */
const LISTED = 20

/** Counts the rules that the cues of a Korean subtitle keep and break. */
export const run: Command = async (words, context) => {
  const { values, positionals } = parseWords(words, {
    profile: { type: 'string', default: 'standard' },
    json: { type: 'boolean', default: false },
  })
  const { say, stdout } = context
  const file = onlyFile(context, positionals)
  const name = oneOf(context, '--profile', PROFILE_NAMES, values.profile)
  const { before, read, profile } = recut(say, file, await readInput(context, file), name)
  const { cues, kept, share, rules, register } = inspectCues(before, profile)
  const broken = Object.entries(rules).filter(([, report]) => report.broken > 0)
  if (values.json) {
    const { dialect, encoding } = read
    stdout.write(`${JSON.stringify({ event: 'inspected', dialect, encoding, cues, kept, rules, register })}\n`)
    return EXIT.done
  }
  const lines = broken.map(([rule, report]) => {
    const numbers = report.cues.slice(0, LISTED).map(cue => cue + 1)
    return say('broken', rule, report.broken, `${numbers.join(', ')}${report.broken > LISTED ? ', …' : ''}`)
  })
  const head = [say('readAs', read.dialect, read.encoding, read.notes.length), say('kept', cues, kept, percent(share))]
  stdout.write(`${[...head, ...lines].join('\n')}\n`)
  return EXIT.done
}
