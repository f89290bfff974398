import type { Label, LabelledSentence, Part } from '../subtitle/support/labelled.ts'
import { labelledSentences, TRAINING_FILES } from '../subtitle/support/labelled.ts'
import { classOf } from './breaks/classes.ts'
import { type Break, cutByEngine, cutByLength, type Outcome } from './breaks/cut.ts'
import { balancedByLength, greedyFill } from './breaks/plain-ways.ts'
import { printTable } from './isolated.ts'

/** Weighted Korean characters a second: a slow talk, an ordinary one, a conversation, the limit of the profile. */
const SPEEDS = [6.5, 8, 10, 12]
const LABELS: readonly Label[] = ['good', 'acceptable', 'bad']

/**
 * Measures where cues and lines end on labelled Korean, per 100 cues, beside two ways that know only lengths. Options:
 * file names without `.txt` (all training files if none), `--development` (a fifth of them; the weights have seen it),
 * `--list` (every bad break). `held-out` is for the final measurement only.
 */
export async function run(options: readonly string[]): Promise<void> {
  const part: Part = options.includes('--development') ? 'development' : 'all'
  const named = options.filter(option => !option.startsWith('--'))
  const sentences = (named.length > 0 ? named : TRAINING_FILES).flatMap(file => labelledSentences(file, part))
  const outcomes = outcomesOf(sentences)
  console.log(`${sentences.length} sentences; line breaks and cue ends inside sentences, per 100 cues`)
  printTable(
    [
      'way',
      'cues',
      ...['line', 'cue'].flatMap(kind => LABELS.map(label => `${kind} ${label}`)),
      'rules kept',
      'on a word',
    ],
    outcomes.map(([way, outcome]) => rowOf(way, outcome)),
  )
  const engine = outcomes.filter(([way]) => way.startsWith('engine')).map(([, outcome]) => outcome)
  printClasses(engine)
  if (options.includes('--list')) for (const line of badBreaks(engine)) console.log(line)
}

function outcomesOf(sentences: readonly LabelledSentence[]): [way: string, outcome: Outcome][] {
  return [
    ['greedy filling', cutByLength(sentences, greedyFill)],
    ['balanced by length', cutByLength(sentences, balancedByLength)],
    ...SPEEDS.map((speed): [string, Outcome] => [`engine, ${speed} a second`, cutByEngine(sentences, speed)]),
  ]
}

function rowOf(way: string, { cues, breaks, kept, onWord }: Outcome): string[] {
  const counts = (['line', 'cue'] as const).flatMap(kind =>
    LABELS.map(label => perHundred(breaks.filter(each => each.kind === kind && each.label === label).length, cues)),
  )
  const share = (value: number) => (Number.isNaN(value) ? '-' : `${(value * 100).toFixed(1)} %`)
  return [way, String(cues), ...counts, share(kept), share(onWord)]
}

function perHundred(count: number, cues: number): string {
  return ((count * 100) / cues).toFixed(1)
}

function printClasses(outcomes: readonly Outcome[]): void {
  const counts = new Map<string, number>()
  const cues = outcomes.reduce((sum, outcome) => sum + outcome.cues, 0)
  for (const each of outcomes.flatMap(outcome => outcome.breaks)) {
    if (each.label === 'bad') counts.set(classOf(each), (counts.get(classOf(each)) ?? 0) + 1)
  }
  console.log('\nbad breaks of the engine by class, per 100 cues, all speeds together')
  const rows = [...counts].sort((a, b) => b[1] - a[1]).map(([name, count]) => [name, perHundred(count, cues)])
  printTable(['class', 'lines and cues'], rows)
}

/** Each bad break once, with how many speeds have it: `cue 3  … 전에 ‖ 없던 …`. */
function badBreaks(outcomes: readonly Outcome[]): string[] {
  const counts = new Map<string, number>()
  for (const each of outcomes.flatMap(outcome => outcome.breaks)) {
    if (each.label === 'bad') counts.set(shown(each), (counts.get(shown(each)) ?? 0) + 1)
  }
  return [...counts].map(([text, count]) => `${count} ${text}`)
}

function shown({ sentence, at, kind }: Break): string {
  return `${kind.padEnd(4)} ${sentence.words.slice(0, at).join(' ')} ‖ ${sentence.words.slice(at).join(' ')}`
}
