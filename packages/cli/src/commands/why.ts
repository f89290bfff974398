import { brokenRules } from '../../../subtitle-engine/src/inspection/inspect.ts'
import { explainCuts } from '../../../subtitle-engine/src/why/explain.ts'
import type { Command, Context } from '../context.ts'
import { EXIT } from '../fault.ts'
import { readInput } from '../files.ts'
import { PROFILE_NAMES, type Recutting, readAny, recut } from '../subtitles.ts'
import { oneOf, onlyFile, parseWords, wholeNumber } from '../words.ts'

interface Spoken {
  startMs: number
  endMs: number
  text: string
}

/**
 * Lists every cue that breaks a rule, with the rules and the English beside it; with `--cue`, explains how the engine would
 * cut the sentence of one cue.
 */
export const run: Command = async (words, context) => {
  const { values, positionals } = parseWords(words, {
    profile: { type: 'string', default: 'standard' },
    english: { type: 'string' },
    cue: { type: 'string' },
    json: { type: 'boolean', default: false },
  })
  const { say, stdout } = context
  const file = onlyFile(context, positionals)
  const profile = oneOf(context, '--profile', PROFILE_NAMES, values.profile)
  const source = await readInput(context, file)
  const done = recut(say, file, source, profile)
  const only = wholeNumber(context, '--cue', values.cue)
  const beside = reader(await readEnglish(context, values.english, source))
  const broken = brokenRules(done.before, done.profile)
  const found = done.before.flatMap(({ startMs, endMs, lines }, i) => {
    const rules = broken[i] ?? []
    const isWanted = only === undefined ? rules.length > 0 : only === i + 1
    return isWanted ? [{ cue: i + 1, startMs, endMs, lines, rules, english: beside(startMs, endMs) }] : []
  })
  for (const each of found) {
    if (values.json) stdout.write(`${JSON.stringify({ event: 'why', ...each })}\n`)
    else stdout.write(`${written(each)}\n`)
    if (only !== undefined) for (const line of explained(done, only - 1)) stdout.write(`${line}\n`)
  }
  if (found.length === 0 && !values.json) stdout.write(`${say('noneBroken')}\n`)
  return EXIT.done
}

/** The English from another file, or from a file in two languages. */
async function readEnglish(context: Context, file: string | undefined, source: Uint8Array): Promise<Spoken[]> {
  const bytes = file === undefined ? source : await readInput(context, file)
  const { cues } = readAny(context.say, file ?? '', bytes, 'en')
  return cues
    .map(({ startMs, endMs, lines }) => {
      return { startMs, endMs, text: lines.flatMap(line => line.words.map(word => word.text)).join(' ') }
    })
    .filter(({ text }) => !/[가-힣]/.test(text))
}

/** Returns the English spoken during a cue. Both are ordered by start, so each is read once. */
function reader(english: readonly Spoken[]): (startMs: number, endMs: number) => string {
  let from = 0
  return (startMs, endMs) => {
    while ((english[from]?.endMs ?? Number.POSITIVE_INFINITY) <= startMs) from += 1
    const texts: string[] = []
    for (let i = from; (english[i]?.startMs ?? Number.POSITIVE_INFINITY) < endMs; i += 1)
      texts.push(english[i]?.text ?? '')
    return texts.join(' ')
  }
}

function written({ cue, startMs, lines, rules, english }: Broken): string {
  const at = new Date(startMs).toISOString().slice(11, 23)
  return [`${cue}  ${at}  ${rules.join(', ')}`, `   ${lines.join(' / ')}`, ...(english ? [`   ${english}`] : [])].join(
    '\n',
  )
}

interface Broken {
  cue: number
  startMs: number
  lines: readonly string[]
  rules: readonly string[]
  english: string
}

function explained({ before, sentences, profile }: Recutting, cue: number): string[] {
  const ids = before[cue]?.sentenceIds ?? []
  return sentences.flatMap((sentence, i) => {
    const nextMs = sentences[i + 1]?.startMs ?? Number.POSITIVE_INFINITY
    return ids.includes(sentence.id) ? explainCuts(sentence, sentence.text, nextMs, profile) : []
  })
}
