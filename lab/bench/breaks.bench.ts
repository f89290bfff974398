import * as z from 'zod'
import { koreanProfile, type Profile } from '#subtitle-engine'
import type { Label, LabelledSentence } from '../breaks/labelled.ts'
import { labelledSentences, PARTS, REGISTERS, registerSentences, TRAINING_FILES } from '../breaks/labelled.ts'
import { type Break, cutByEngine, cutByLength, labelsAt, type Outcome, profileNamed } from './breaks/cut.ts'
import { balancedByLength, greedyFill } from './breaks/plain-ways.ts'
import { isOfSample, type SAMPLE_WAYS } from './breaks/translator-sample.ts'
import { type Aim, amount, type Cell, type Report } from './figures.ts'
import { isolated } from './isolated.ts'

/**
 * Weighted Korean characters per second: a slow talk, an ordinary talk, a conversation, and the standard profile's
 * limit. Translations for slower readers are shorter, so other profiles are measured at the same shares of their limit.
 */
const SPEEDS = [6.5, 8, 10, 12]
const speedsFor = (profile: Profile) =>
  SPEEDS.map(speed => (speed * profile.charactersPerSecond) / koreanProfile.charactersPerSecond)
const cutProcess = new URL('breaks/cut-process.ts', import.meta.url)
const outcomes = z.array(
  z.object({
    cues: z.number(),
    kept: z.number(),
    breaks: z.array(z.object({ sentence: z.number(), at: z.number(), kind: z.enum(['line', 'cue']) })),
  }),
)

/**
 * Measures where cues and lines end in Korean labelled by two readers, per 100 cues, next to filling by length, and next to the engine guided by each reader's own labels, which is the best any engine can do by the
 * other reader. A break is bad if both readers call it bad; `A` and `B` count those that only the first or the second
 * calls bad. The registers have one reader, whose labels count as both. Half of the sentences are also cut with the
 * marks of readers who stood in for the translator. Options: file names without `.txt` (default: all training files).
 * Keep `held-out` for the final measurement.
 */
export async function run(options: readonly string[]): Promise<Report> {
  const named = options.filter(option => !option.startsWith('--'))
  const files: readonly string[] = named.length > 0 ? named : TRAINING_FILES
  const sentences = files.flatMap(file => labelledSentences(file))
  const isKnown = files.includes('held-out')
  const engine = isKnown ? SPEEDS.map(speed => cutByEngine(sentences, speed)) : await byParts(files)
  const rows: [way: string, outcome: Outcome][] = [
    ['greedy filling', cutByLength(sentences, greedyFill)],
    ['balanced by length', cutByLength(sentences, balancedByLength)],
    ...SPEEDS.map((speed, i): [string, Outcome] => [`engine, ${speed} a second`, engine[i] ?? together([])]),
    [ALL_SPEEDS, together(engine)],
    ...(await rowsOfProfiles(files, isKnown)),
    ...REGISTERS.map((register): [string, Outcome] => {
      const some = registerSentences(register)
      return [`engine, register: ${register}`, together(SPEEDS.map(speed => cutByEngine(some, speed)))]
    }),
    ['by the marks of A', together(await byProcess(['reader', '1'], files, sentences))],
    ['by the marks of B', together(await byProcess(['reader', '2'], files, sentences))],
  ]
  const table = { name: 'breaks', headings: HEADINGS, rows: rows.map(cellsOf) }
  return { tables: [table], aims: aimsOf(rows), data: { files } }
}

const NEWS = 'engine, news'
const MARKED = 'engine, with a translator’s marks'
const MARKED_CHILDREN = 'engine, children, with the marks'
const MARKED_NEWS = 'engine, news, with the marks'
/** The sentences that somebody marked as the translator's instructions ask, cut in several ways. */
const SAMPLE_ROWS: readonly (readonly [string, (typeof SAMPLE_WAYS)[number], string])[] = [
  [MARKED, 'marked', 'standard'],
  ['engine, the same without marks', 'unmarked', 'standard'],
  ['engine, one mark in five a word off', 'misplaced', 'standard'],
  [MARKED_CHILDREN, 'marked', 'children'],
  ['engine, shorts, with the marks', 'marked', 'shorts'],
]
const PROFILE_ROWS = [
  ['engine, children', 'children'],
  ['engine, shorts', 'shorts'],
] as const

/** The engine for other profiles, and for the news alone. */
async function rowsOfProfiles(files: readonly string[], isKnown: boolean): Promise<[string, Outcome][]> {
  const cut = async (some: readonly string[], profile: string): Promise<Outcome> => {
    if (!isKnown) return together(await byParts(some, profile))
    const sentences = some.flatMap(file => labelledSentences(file))
    const named = profileNamed(profile)
    return together(speedsFor(named).map(speed => cutByEngine(sentences, speed, named)))
  }
  const rows: [string, Outcome][] = []
  for (const [way, profile] of PROFILE_ROWS) rows.push([way, await cut(files, profile)])
  if (files.length === TRAINING_FILES.length)
    for (const [way, knowledge, profile] of SAMPLE_ROWS)
      rows.push([way, together(await byParts(files, profile, knowledge))])
  if (files.length > 1 && files.includes('news')) {
    rows.push([NEWS, await cut(['news'], 'standard')])
    rows.push([MARKED_NEWS, together(await byParts(['news'], 'standard', 'marked'))])
  }
  return rows
}

/** Cuts each part of the files with weights learned from the other parts. */
async function byParts(files: readonly string[], profile = 'standard', knowledge = 'part'): Promise<Outcome[]> {
  const parts: Outcome[][] = []
  for (let n = 0; n < PARTS; n += 1) {
    const sentences = files.flatMap(file => labelledSentences(file, { only: n })).filter(isOfSample(knowledge))
    parts.push(await byProcess([knowledge, String(n)], files, sentences, profile))
  }
  return SPEEDS.map((_, i) => together(parts.flatMap(outcomes => outcomes[i] ?? [])))
}

async function byProcess(
  knowledge: readonly string[],
  files: readonly string[],
  sentences: readonly LabelledSentence[],
  profile = 'standard',
): Promise<Outcome[]> {
  const speeds = speedsFor(profileNamed(profile))
    .map(speed => `${speed}@${profile}`)
    .join(',')
  const found = outcomes.parse(await isolated(cutProcess, [...knowledge, speeds, ...files]))
  return found.map(outcome => ({
    ...outcome,
    breaks: outcome.breaks.flatMap(({ sentence: n, at, kind }) => {
      const sentence = sentences[n]
      const labels = sentence && labelsAt(sentence, at)
      return sentence && labels ? [{ sentence, at, kind, labels }] : []
    }),
  }))
}

/** Merges several outcomes; shares are over all their cues. */
function together(all: readonly Outcome[]): Outcome {
  const cues = all.reduce((sum, outcome) => sum + outcome.cues, 0)
  const share = (of: (outcome: Outcome) => number) =>
    all.reduce((sum, outcome) => sum + of(outcome) * outcome.cues, 0) / cues
  const breaks = all.flatMap(outcome => outcome.breaks)
  return { cues, breaks, kept: share(outcome => outcome.kept) }
}

const HEADINGS = ['way', 'cues', 'bad line breaks', 'bad cue ends', 'bad for A', 'bad for B', 'rules kept']

/** Breaks per 100 cues that both readers call bad. */
function badOf({ cues, breaks }: Outcome, kind: Break['kind']): number {
  return (100 * breaks.filter(each => each.kind === kind && labelOf(each) === 'bad').length) / cues
}

/** Breaks per 100 cues that one reader calls bad. */
function badFor({ cues, breaks }: Outcome, reader: number): number {
  return (100 * breaks.filter(({ labels }) => labels[reader] === 'bad').length) / cues
}

function cellsOf([way, outcome]: [string, Outcome]): Cell[] {
  return [
    way,
    amount(outcome.cues),
    amount(badOf(outcome, 'line'), '', 1),
    amount(badOf(outcome, 'cue'), '', 1),
    ...[0, 1].map(reader => amount(badFor(outcome, reader), '', 1)),
    Number.isNaN(outcome.kept) ? '-' : amount(outcome.kept * 100, '%', 1),
  ]
}

const ALL_SPEEDS = 'engine, all speeds'
/** Bad breaks by both readers, lines and cues together, that each row may have per 100 cues. */
const MOST_BAD = [
  [ALL_SPEEDS, 5],
  [MARKED, 5],
  ['engine, children', 6],
  ['engine, shorts', 15],
  [NEWS, 8],
  [MARKED_CHILDREN, 6],
  [MARKED_NEWS, 8],
] as const
const IF_MISSED =
  'Fewer can be had for more cues, and readers who compared cuts blindly prefer fewer cues (docs/decisions/fewer-cues.md). Next: a parser that knows what depends on what.'
const IF_SHORTS_MISS =
  'Lines of 12 characters must tear 22.6 phrases per 100 cues of two lines, whatever is chosen (docs/subtitle-rules.md); only cues of one line avoid it.'

function aimsOf(rows: readonly [way: string, outcome: Outcome][]): Aim[] {
  return MOST_BAD.flatMap(([name, atMost]) => {
    const outcome = rows.find(([way]) => way === name)?.[1]
    if (!outcome) return []
    return {
      aim: `bad breaks per 100 cues of unknown text: ${name}`,
      measured: amount(badOf(outcome, 'line') + badOf(outcome, 'cue'), '', 1),
      atMost,
      ifMissed: name === 'engine, shorts' ? IF_SHORTS_MISS : IF_MISSED,
    }
  })
}

/** The milder of the two readers' labels. */
function labelOf({ labels }: Break): Label {
  if (labels.includes('good')) return 'good'
  return labels.includes('acceptable') ? 'acceptable' : 'bad'
}
