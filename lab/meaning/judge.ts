import { repairJosa } from '#subtitle-engine'
import { translateFaithfully } from '../../lambdas/translation/faithful.ts'
import { termsIn } from '../../lambdas/translation/terms.ts'
import { glossaryOf, sentenceOf, task, told } from '../../test/translation/talk.ts'
import { type MeaningCase, meaningCases } from './cases.ts'

/**
 * Possible outcomes of a case: a wrong text is caught or missed; a correct one passes, is flagged or replaced, or is
 * rewritten without a flag.
 */
type Outcome = 'caught' | 'missed' | 'rightly passed' | 'false alarm' | 'silent rewrite'

export interface Judged {
  one: MeaningCase
  outcome: Outcome
  /** The resulting texts and problems. */
  shown: string
}

const BEFORE = [['The harbor was quiet that day.', '그날 항구는 조용했어요.']] as const
const AFTER = [['My uncle poured the tea.', '삼촌이 차를 따랐어요.']] as const
/** The plain translator's text, which is recognizably not the model's. */
const PLAIN = '기계가 옮긴 글이에요.'

export async function judgeAll(cases: readonly MeaningCase[] = meaningCases): Promise<Judged[]> {
  const { info, warn, error } = console
  console.info = console.warn = console.error = () => undefined
  try {
    return await Promise.all(cases.map(judge))
  } finally {
    Object.assign(console, { info, warn, error })
  }
}

/** The outcome of a case if the model returns the same texts at every call. */
async function judge(one: MeaningCase): Promise<Judged> {
  const around = one.register === 'haeyo' ? { before: BEFORE, after: AFTER } : { before: [], after: [] }
  const pairs = [
    ...around.before.map(([english, right]) => ({ english, right, written: right })),
    ...one.sentences,
    ...around.after.map(([english, right]) => ({ english, right, written: right })),
  ]
  const sentences = pairs.map(({ english }, i) => sentenceOf(`s${i + 1}`, english, i * 60_000))
  const glossary = glossaryOf(Object.fromEntries(one.terms), 'brief')
  const model = told(true, ({ sentences: asked }) =>
    Object.fromEntries(
      asked.map(({ id, text }) => [
        id,
        repairJosa(pairs[Number(id.slice(1)) - 1]?.written ?? '', termsIn(text, glossary)),
      ]),
    ),
  )
  const plain = told(false, ({ sentences: asked }) => Object.fromEntries(asked.map(({ id }) => [id, PLAIN])))
  const file = await translateFaithfully(
    { main: model, plain, secondLook: false },
    { ...task({ sentences, register: one.register }), glossary },
  )
  const results = pairs.map((pair, i) => ({ ...pair, got: file[`s${i + 1}`] }))
  const isFlagged = results.some(
    ({ got }) => got?.problems.some(problem => problem !== 'name') || got?.steppedIn === true,
  )
  const isRewritten = results.some(({ got, right }) => got?.korean !== right)
  const shown = results
    .map(({ got }) => `${got?.korean} [${[...(got?.problems ?? []), got?.steppedIn ? 'steppedIn' : ''].join(' ')}]`)
    .join(' / ')
  if (!one.isRight) return { one, outcome: isFlagged ? 'caught' : 'missed', shown }
  const outcome = isFlagged ? 'false alarm' : isRewritten ? 'silent rewrite' : 'rightly passed'
  return { one, outcome, shown }
}
