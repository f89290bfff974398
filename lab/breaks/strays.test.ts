import { describe, expect, it } from 'vitest'
import { type Break, cutByEngine } from '../bench/breaks/cut.ts'
import { type LabelledSentence, labelledSentences, TRAINING_FILES } from './labelled.ts'

/** At most this many eojeols of the next clause at a cue's end, or of the previous one at its beginning, are strays. */
const MOST_STRAYS = 3

/** Cue ends that both readers call bad, although both would have ended the cue up to three eojeols earlier or later. */
function straysOf(ends: readonly Break[]): Break[] {
  const isGood = ({ labels, second }: LabelledSentence, at: number) =>
    labels[at - 1] === 'good' && second[at - 1] === 'good'
  return ends.filter(({ sentence, at, labels }) => {
    const own = ends.filter(end => end.sentence === sentence).map(end => end.at)
    const from = Math.max(0, ...own.filter(other => other < at))
    const to = Math.min(sentence.words.length, ...own.filter(other => other > at))
    const near = Array.from({ length: MOST_STRAYS }, (_, n) => [at - n - 1, at + n + 1]).flat()
    const isBetter = near.some(place => place > from && place < to && isGood(sentence, place))
    return labels.every(label => label === 'bad') && isBetter
  })
}

describe('a cue of a labelled sentence', () => {
  it('has strays at its end or beginning in fewer than one case in a hundred', () => {
    const sentences = TRAINING_FILES.flatMap(file => labelledSentences(file))
    const { cues, breaks } = cutByEngine(sentences, 8)
    const strays = straysOf(breaks.filter(({ kind }) => kind === 'cue'))
    const shown = strays.map(({ sentence, at }) => [
      sentence.words.slice(0, at).join(' '),
      sentence.words.slice(at).join(' '),
    ])
    expect(cues).toBeGreaterThan(1900)
    expect(strays.length / cues, shown.map(parts => parts.join(' ‖ ')).join('\n')).toBeLessThan(0.01)
  })
})
