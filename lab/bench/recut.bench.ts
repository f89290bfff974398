import { type Cue, formatSrt, inspectCues, koreanProfile, readSubtitle } from '#subtitle-engine'
import { recutCues } from '#subtitle-engine/recut'
import { type LabelledSentence, labelledSentences, TRAINING_FILES } from '../breaks/labelled.ts'
import { labelsAt } from './breaks/cut.ts'
import { amount, type Cell, type Report } from './figures.ts'
import { printTable } from './isolated.ts'
import { SPLITTERS, said } from './recut/bad-subtitles.ts'

const HEADINGS = [
  ...['subtitle', 'cues before', 'cues after', 'rules kept before, %', 'rules kept after, %'],
  ...['bad breaks before', 'bad breaks after', 'letters lost', 'edge moved at most, ms', 'times marked, %'],
]
const TWO_HOURS_MS = 2 * 60 * 60 * 1000

interface Row {
  name: string
  before: readonly Cue[]
  after: readonly Cue[]
  keptBefore: number
  keptAfter: number
  badBefore: number
  badAfter: number
  lost: number
  movedMs: number
  marked: number
}

/**
 * Recuts 20 badly cut subtitles (five genres, each cut by four naive splitters), and two hours at once. The break
 * weights were trained on these sentences; `npm run bench -- breaks` counts the bad breaks in unknown text.
 */
export async function run(): Promise<Report> {
  const rows = TRAINING_FILES.flatMap((genre, seed) => {
    const sentences = labelledSentences(genre)
    const words = said(
      sentences.map(sentence => sentence.words.join(' ')),
      seed,
    )
    return Object.entries(SPLITTERS).map(([way, split]) => measure(`${genre}, ${way}`, split(words), sentences))
  })
  const cells = rows.map(cellsOf)
  printTable(
    HEADINGS,
    cells.map(row => row.map(cell => (typeof cell === 'string' ? cell : cell.value.toFixed(cell.digits)))),
  )
  const hours = sourceOf(twoHours())
  const ms = quickest(() => recutCues(hours))
  console.log(`two hours, ${hours.length} cues: ${ms.toFixed(0)} ms`)
  const least = Math.min(...rows.map(({ keptAfter }) => keptAfter))
  const lost = rows.reduce((sum, row) => sum + row.lost, 0)
  return {
    tables: [{ name: 'recut', headings: HEADINGS, rows: cells }],
    aims: [
      {
        aim: 'cues that keep every rule in each of 20 badly cut subtitles, cut again',
        measured: amount(least * 100, '%', 1),
        atLeast: 97,
        ifMissed: 'Too much text for its time in the old subtitle. Look at the rules of that row.',
        isBudget: true,
      },
      {
        aim: 'letters lost in 20 subtitles',
        measured: amount(lost),
        atMost: 0,
        ifMissed: 'A letter is lost between cues.',
        isBudget: true,
      },
      {
        aim: 'two hours of subtitles cut again',
        measured: amount(ms, 'ms'),
        atMost: 1000,
        ifMissed: 'On a quiet core it takes less; look at the search for cuts.',
      },
    ],
    data: { rows: rows.map(({ before, after, ...row }) => ({ ...row, before: before.length, after: after.length })) },
  }
}

/** The cues as the page reads them from a file. */
function sourceOf(cues: readonly Cue[]) {
  return readSubtitle(formatSrt(cues), 'ko').cues
}

function measure(name: string, cues: readonly Cue[], sentences: readonly LabelledSentence[]): Row {
  const { before, after } = recutCues(sourceOf(cues))
  return {
    name,
    before,
    after,
    keptBefore: inspectCues(before, koreanProfile).share,
    keptAfter: inspectCues(after, koreanProfile).share,
    badBefore: badBreaks(before, sentences),
    badAfter: badBreaks(after, sentences),
    lost: lostLetters(before, after),
    movedMs: largestMove(before, after),
    marked: after.filter(({ guessed }) => guessed).length / after.length,
  }
}

function cellsOf(row: Row): Cell[] {
  return [
    row.name,
    amount(row.before.length),
    amount(row.after.length),
    amount(row.keptBefore * 100, '', 1),
    amount(row.keptAfter * 100, '', 1),
    amount(row.badBefore),
    amount(row.badAfter),
    amount(row.lost),
    amount(row.movedMs),
    amount(row.marked * 100),
  ]
}

/** Line and cue ends inside a sentence that both readers call bad. */
function badBreaks(cues: readonly Cue[], sentences: readonly LabelledSentence[]): number {
  const places = sentences.flatMap(sentence => sentence.words.map((_, at) => labelsAt(sentence, at)))
  let bad = 0
  let word = 0
  for (const line of cues.flatMap(({ lines }) => lines)) {
    if (places[word]?.every(label => label === 'bad')) bad += 1
    word += line.split(' ').length
  }
  return bad
}

function lettersOf(cues: readonly Cue[]): string[] {
  return cues.map(({ lines }) => (lines.join(' ').match(/[\p{L}\p{N}]/gu) ?? []).join(''))
}

function lostLetters(before: readonly Cue[], after: readonly Cue[]): number {
  const [old, now] = [lettersOf(before).join(''), lettersOf(after).join('')]
  return old === now ? 0 : Math.max(1, old.length - now.length)
}

/**
 * The largest move of an in-time at a letter that opens a cue before and after, and of an out-time at a letter that
 * ends one in both.
 */
function largestMove(before: readonly Cue[], after: readonly Cue[]): number {
  const [old, now] = [edgesByLetter(before), edgesByLetter(after)]
  let largest = 0
  for (const edge of ['starts', 'ends'] as const) {
    for (const [letter, ms] of old[edge]) {
      const moved = now[edge].get(letter)
      if (moved !== undefined) largest = Math.max(largest, Math.abs(moved - ms))
    }
  }
  return largest
}

function edgesByLetter(cues: readonly Cue[]): { starts: Map<number, number>; ends: Map<number, number> } {
  const [starts, ends] = [new Map<number, number>(), new Map<number, number>()]
  let letter = 0
  for (const [i, letters] of lettersOf(cues).entries()) {
    starts.set(letter, cues[i]?.startMs ?? 0)
    letter += letters.length
    ends.set(letter, cues[i]?.endMs ?? 0)
  }
  return { starts, ends }
}

/** All labelled sentences, repeated and split every three seconds. */
function twoHours(): Cue[] {
  const all = TRAINING_FILES.flatMap(genre => labelledSentences(genre).map(({ words }) => words.join(' ')))
  const words = said([...all, ...all], 3).filter(({ endMs }) => endMs < TWO_HOURS_MS)
  if ((words.at(-1)?.endMs ?? 0) < TWO_HOURS_MS - 60_000) throw new Error('The sentences last less than two hours.')
  return SPLITTERS['every 3 s']?.(words) ?? []
}

function quickest(work: () => void): number {
  const times = Array.from({ length: 3 }, () => {
    const began = performance.now()
    work()
    return performance.now() - began
  })
  return Math.min(...times)
}
