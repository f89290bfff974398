import { DOUBTFUL } from '../../lambdas/translation/break-review.ts'
import { countMeanings, judgeTalk } from './judge.ts'
import { countEnds } from './line-ends.ts'
import { readScript, TALKS } from './script.ts'
import { type TranslatedTalk, translateTalk } from './translate-talk.ts'

/** All talks together, translated with or without the review of line ends. */
export interface ReviewFigures {
  sentences: number
  /** Sentences with a doubtful line or cue end in the delivered cut. */
  inDoubt: number
  /** Sentences that the review listed. */
  listed: number
  ends: number
  /** Ends that one reader called bad. */
  bad: number
  /** Ends that are not yet judged in `line-ends.txt`. */
  unjudged: string[]
  wrongMeaning: number
  requests: number
  /** Tokens of a minute of speech. */
  tokens: { input: number; output: number }
}

export async function measureReview(breakReview: boolean): Promise<ReviewFigures> {
  const talks: TranslatedTalk[] = []
  let wrongMeaning = 0
  for (const name of TALKS) {
    const script = readScript(name)
    const talk = await translateTalk(script, { breakReview })
    talks.push(talk)
    wrongMeaning += countMeanings(script, judgeTalk(talk.delivered)).wrong
  }
  const sum = (of: (talk: TranslatedTalk) => number) => talks.reduce((total, talk) => total + of(talk), 0)
  const cuts = talks.flatMap(({ delivered }) => delivered.map(({ cut }) => cut))
  const { ends, bad, unknown } = countEnds(cuts.map(({ lines }) => lines))
  const minutes = sum(talk => talk.minutes)
  return {
    sentences: cuts.length,
    inDoubt: cuts.filter(({ worst }) => worst > DOUBTFUL).length,
    listed: sum(({ listed }) => listed),
    ends,
    bad,
    unjudged: unknown,
    wrongMeaning,
    requests: sum(({ requests }) => requests),
    tokens: {
      input: sum(({ tokens }) => tokens.input) / minutes,
      output: sum(({ tokens }) => tokens.output) / minutes,
    },
  }
}
