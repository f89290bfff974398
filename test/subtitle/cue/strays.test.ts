import { describe, expect, it } from 'vitest'
import { type Break, cutByEngine } from '../../../lab/bench/breaks/cut.ts'
import { cuesFromSentences, koreanProfile } from '../../../lambdas/subtitle/index.ts'
import { type LabelledSentence, labelledSentences, TRAINING_FILES } from '../support/labelled.ts'
import { sentenceOf } from '../support/words.ts'

/** The texts of the cues of a sentence that has all the time it needs. */
function cuesOf(korean: string): string[] {
  const cues = cuesFromSentences([sentenceOf('word '.repeat(24).trim())], new Map([['s1', korean]]), koreanProfile)
  return cues.map(({ lines }) => lines.join(' '))
}

/** Eojeols of the next clause at a cue's end, or of the last one at its beginning, that are strays. */
const MOST_STRAYS = 3

/** Cue ends that both readers call bad though both would have ended the cue up to three eojeols earlier or later. */
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

describe('a cue', () => {
  it.each([
    ['비가 오면 지붕이 새곤 했는데, 그래도 우리는 그 작은 집을 무척 좋아했습니다.', /했는데$/],
    ['어머니는 새벽마다 시장에 나가셨고 저는 동생들을 깨워서 학교에 보냈습니다.', /나가셨고$/],
    ['그 약을 먹고 나서 통증은 사라졌지만 밤에는 여전히 잠을 이루지 못했다고 합니다.', /사라졌지만$/],
    ['아이들이 모두 집으로 돌아간 뒤에도, 저는 조용한 교실에 혼자 남아 창문을 하나씩 닫았습니다.', /뒤에도$/],
  ])('ends with its clause and takes no word of the next one along: %s', (korean, end) => {
    expect(cuesOf(korean)[0]).toMatch(end)
  })

  it('leaves no last word of a sentence behind for a cue of its own where the sentence fits two', () => {
    const korean = '저희는 지난여름 내내 그 오래된 다리 밑에서 사라진 물고기들의 흔적을 찾았습니다.'
    expect(cuesOf(korean).at(-1)?.split(' ').length).toBeGreaterThan(1)
  })

  it('ends with strays, or leaves some behind, in fewer than one case in a hundred', () => {
    const sentences = TRAINING_FILES.flatMap(file => labelledSentences(file))
    const { cues, breaks } = cutByEngine(sentences, 8)
    const strays = straysOf(breaks.filter(({ kind }) => kind === 'cue'))
    const shown = strays.map(({ sentence, at }) => [
      sentence.words.slice(0, at).join(' '),
      sentence.words.slice(at).join(' '),
    ])
    expect(cues).toBeGreaterThan(2000)
    expect(strays.length / cues, shown.map(parts => parts.join(' ‖ ')).join('\n')).toBeLessThan(0.01)
  })
})
