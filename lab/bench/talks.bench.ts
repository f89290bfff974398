import { parseArgs } from 'node:util'
import { amount, type Report } from './figures.ts'
import { printTable } from './isolated.ts'
import { measureReview, PRICED, type ReviewFigures, wonPerMinute } from './talks/break-review.ts'
import { countMeanings, type JudgedSentence, judgeTalk, type TalkFigures } from './talks/judge.ts'
import { readScript, TALKS } from './talks/script.ts'
import { translateTalk } from './talks/translate-talk.ts'

const HEADINGS = [
  'talk',
  'minutes',
  'sentences',
  'planted errors',
  'wrong meaning',
  'of these flagged',
  'unsure word',
  'right but flagged',
  'false alarms',
]

/**
 * Counts sentences with a wrong meaning in talks with planted mishearings and wrong full stops, if a small model
 * translates them.
 */
export async function run(options: readonly string[]): Promise<Report> {
  const { values } = parseArgs({
    args: [...options],
    options: { list: { type: 'boolean', default: false }, quick: { type: 'boolean' } },
  })
  const rows: [name: string, minutes: number, figures: TalkFigures][] = []
  for (const name of TALKS) {
    const script = readScript(name)
    const { minutes, delivered } = await silently(() => translateTalk(script))
    const judged = judgeTalk(delivered)
    if (values.list) for (const each of judged) listSentence(each)
    rows.push([name, minutes, countMeanings(script, judged)])
  }
  const total = (figure: keyof TalkFigures) => rows.reduce((sum, [, , figures]) => sum + figures[figure], 0)
  const shown = [
    ...rows.map(([name, minutes, figures]) => [name, minutes, ...columns(key => figures[key])] as const),
    ['total', rows.reduce((sum, [, minutes]) => sum + minutes, 0), ...columns(total)] as const,
  ]
  printTable(
    HEADINGS,
    shown.map(([name, minutes, ...counts]) => [name, minutes.toFixed(1), ...counts.map(String)]),
  )
  const review = await silently(async () => [await measureReview(false), await measureReview(true)])
  const unjudged = new Set(review.flatMap(figures => figures.unjudged))
  for (const line of unjudged) console.log(`not judged: ${line}`)
  const reviewRows = review.map((figures, i) => [i === 0 ? 'off' : 'on', ...reviewCells(figures)] as const)
  printTable(
    REVIEW_HEADINGS,
    reviewRows.map(([name, ...cells]) => [name, ...cells.map(({ value, digits = 0 }) => value.toFixed(digits))]),
  )
  return {
    tables: [
      { name: 'break review', headings: REVIEW_HEADINGS, rows: reviewRows.map(row => [...row]) },
      {
        name: 'talks',
        headings: HEADINGS,
        rows: shown.map(([name, minutes, ...counts]) => [
          name,
          { value: minutes, unit: '', digits: 1 },
          ...counts.map(count => amount(count)),
        ]),
      },
    ],
    aims: [
      {
        aim: 'Sentences of the talks with another meaning',
        measured: amount(total('wrong')),
        atMost: 25,
        ifMissed: 'Run with --list.',
      },
      {
        aim: 'Texts that the script does not know',
        measured: amount(total('unknown')),
        atMost: 0,
        ifMissed: 'A rule rewrote a text: run with --list and read it.',
      },
      {
        aim: 'Line ends of the talks that nobody has judged',
        measured: amount(unjudged.size),
        atMost: 0,
        ifMissed: 'The engine cuts elsewhere: judge the printed sentences in lab/bench/talks/line-ends.txt.',
      },
    ],
    data: Object.fromEntries(rows.map(([name, , figures]) => [name, figures])),
  }
}

const REVIEW_HEADINGS = [
  'BREAK_REVIEW',
  'sentences in doubt',
  'listed',
  'line and cue ends',
  'bad ends',
  'wrong meaning',
  'requests',
  'tokens read a minute',
  'tokens written a minute',
  ...PRICED.map(({ name }) => `won a minute, ${name}`),
]

function reviewCells({ inDoubt, listed, ends, bad, wrongMeaning, requests, tokens }: ReviewFigures) {
  const counts = [inDoubt, listed, ends, bad, wrongMeaning, requests, tokens.input, tokens.output]
  return [...counts.map(count => amount(count)), ...PRICED.map(model => amount(wonPerMinute(tokens, model), '', 2))]
}

function columns(figure: (key: keyof TalkFigures) => number): number[] {
  const keys = ['sentences', 'planted', 'wrong', 'wrongFlagged', 'wrongUnsure', 'rightFlagged', 'falseAlarms'] as const
  return keys.map(figure)
}

function listSentence({ id, meaning, flags, english, korean, of }: JudgedSentence): void {
  if (meaning === 'right' && flags.length === 0) return
  const help = of.map(each => each.help ?? 'none').join(' + ')
  console.log(`${meaning}  ${id} (${help}) [${flags.join(' ')}]\n  ${english}\n  ${korean}`)
}

async function silently<Result>(work: () => Promise<Result>): Promise<Result> {
  const { info, warn, error } = console
  console.info = console.warn = console.error = () => undefined
  try {
    return await work()
  } finally {
    Object.assign(console, { info, warn, error })
  }
}
