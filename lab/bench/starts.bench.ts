import { cuesFromSentences, inspectCues, koreanProfile, type PhraseEnds } from '#subtitle-engine'
import { type AlignedSentence, makeTalk } from '../../packages/subtitle-engine/test/support/aligned-talk.ts'
import { randomFrom } from '../../packages/subtitle-engine/test/support/speech.ts'
import { amount, type Cell, type Report } from './figures.ts'
import { printTable } from './isolated.ts'

const SENTENCES = 2000
const HEADINGS = ['source words', 'cues', 'begin a phrase', 'median, ms', 'p90, ms', 'over 1 s, %', 'rules kept, %']

type Starts = (aligned: AlignedSentence, random: () => number) => number[] | undefined

/** Replaces a share of the words by another of the sentence, as a model that miscounts or guesses would. */
const anyWord =
  (share: number): Starts =>
  ({ starts, sentence }, random) =>
    starts.map(word => (random() < share ? 1 + Math.floor(random() * (sentence.words.length - 1)) : word))
/** Moves a share of the words by one to three. */
const miscounted =
  (share: number): Starts =>
  ({ starts }, random) =>
    starts.map(word => (random() < share ? word + (random() < 0.5 ? -1 : 1) * (1 + Math.floor(random() * 3)) : word))

const WAYS: Record<string, Starts> = {
  'none: proportions': () => undefined,
  right: ({ starts }) => starts,
  '10 % miscounted by 1 to 3': miscounted(0.1),
  '30 % miscounted by 1 to 3': miscounted(0.3),
  'all miscounted by 1 to 3': miscounted(1),
  '10 % any word': anyWord(0.1),
  '30 % any word': anyWord(0.3),
  'all any word': anyWord(1),
  'garbled: one too many': ({ starts }) => [...starts, 1],
  'garbled: backwards': ({ starts }) => (starts.length > 1 ? starts.toReversed() : [-1]),
  'garbled: no numbers': ({ starts }) => starts.map(() => Number.NaN),
}

/** Measures how far from the first word of their phrase cues begin, on made-up talks whose alignment is known. */
export async function run(): Promise<Report> {
  const talk = makeTalk(SENTENCES, randomFrom(11))
  const rows = Object.entries(WAYS).map(([name, starts]) => measure(name, talk, starts))
  printTable(
    HEADINGS,
    rows.map(row => row.map(cell => (typeof cell === 'string' ? cell : cell.value.toFixed(cell.digits)))),
  )
  return { tables: [{ name: 'starts', headings: HEADINGS, rows }], aims: [], data: { sentences: SENTENCES } }
}

function measure(name: string, talk: readonly AlignedSentence[], starts: Starts): Cell[] {
  const random = randomFrom(5)
  const marks: PhraseEnds = new Map(
    talk.map(aligned => [aligned.sentence.id, { ends: aligned.ends, starts: starts(aligned, random) }]),
  )
  const sentences = talk.map(({ sentence }) => sentence)
  const korean = new Map(talk.map(aligned => [aligned.sentence.id, aligned.korean]))
  const cues = cuesFromSentences(sentences, korean, koreanProfile, undefined, marks)
  const byId = new Map(talk.map(aligned => [aligned.sentence.id, aligned]))
  const off: number[] = []
  let [id, at] = ['', 0]
  for (const { lines, startMs, sentenceIds } of cues) {
    if (sentenceIds[0] !== id) [id, at] = [sentenceIds[0] ?? '', 0]
    const own = byId.get(id)
    const word = own?.starts[own.ends.indexOf(at)]
    const spoken = own?.sentence.words[word ?? -1]
    if (spoken) off.push(Math.abs(startMs - spoken.startMs))
    // A cue of several sentences ends with the last of them.
    if (sentenceIds.length > 1) id = ''
    at += lines.join(' ').split(' ').length
  }
  const sorted = off.toSorted((a, b) => a - b)
  const quantile = (share: number) => sorted[Math.floor(share * (sorted.length - 1))] ?? 0
  return [
    name,
    amount(cues.length),
    amount(off.length),
    amount(quantile(0.5)),
    amount(quantile(0.9)),
    amount((100 * off.filter(ms => ms > 1000).length) / Math.max(1, off.length), '', 1),
    amount(100 * inspectCues(cues, koreanProfile, sentences).share, '', 2),
  ]
}
