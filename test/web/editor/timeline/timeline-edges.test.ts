import { describe, expect, it } from 'vitest'
import { koreanProfile } from '#subtitle-engine'
import { buildDraft, buildPatch, cutDraft, type Draft, patched } from '#subtitle-engine/edit'
import { sentenceOf } from '../../../../packages/subtitle-engine/test/support/words.ts'
import { findEdges } from '../../../../web/editor/timeline/timeline-edges.ts'

const LONG = '사실 정말로 아무도 막지 않는다면 여러분은 도대체 무엇을 만들고 싶나요?'

const draft = buildDraft(
  ['앞에 있는 문장이에요.', LONG, '뒤에 있는 문장이에요.'].map((korean, i) => {
    return {
      sentence: sentenceOf('one two three four five six seven .', 1000 + i * 4000, `s${i + 1}`),
      korean,
      problems: [],
    }
  }),
  { durationMs: 30_000, register: 'polite' },
)

function edgesOf(now: Draft) {
  const [cut, sentence] = [cutDraft(now), now.sentences[1]]
  const cues = cut.cuesOf.get('s2') ?? []
  const edges = sentence
    ? findEdges(sentence, cues, { allCues: cut.cues, words: now.words, profile: koreanProfile })
    : []
  const [edgeIn, inner, out] = edges
  if (!edgeIn || !inner || !out) throw new Error(`${edges.length} edges`)
  return { cut, cues, edgeIn, inner, out }
}

describe('the edges of a sentence', () => {
  it('stop where the cue beside them would become too short', () => {
    const { cut, cues, edgeIn, out } = edgesOf(draft)
    const [before, after] = [cut.cuesOf.get('s1')?.[0], cut.cuesOf.get('s3')?.[0]]
    const { minDurationMs, gapMs } = koreanProfile
    expect(edgeIn.bounds).toEqual([
      (before?.startMs ?? 0) + minDurationMs + gapMs,
      (cues[0]?.endMs ?? 0) - minDurationMs,
    ])
    expect(out.bounds[1]).toBe((after?.startMs ?? 0) - gapMs)
  })

  it('let a boundary be moved to any time within its bounds, which the engine keeps', () => {
    const { inner } = edgesOf(draft)
    for (const ms of inner.bounds) {
      const patch = buildPatch(draft, inner.operation(ms))
      const startMs = (patch && edgesOf(patched(draft, patch)).cues[1]?.startMs) ?? Number.NaN
      // A cue with too little time to be read may begin this much before its words.
      expect(Math.abs(startMs - ms)).toBeLessThanOrEqual(koreanProfile.inTimeMs)
    }
  })

  it('measure both cues that a boundary between them changes', () => {
    const { cues, inner } = edgesOf(draft)
    const [left, right] = inner.moved(inner.ms + 200)
    expect(left).toMatchObject({ startMs: cues[0]?.startMs, endMs: inner.ms + 200 - koreanProfile.gapMs })
    expect(right).toMatchObject({ startMs: inner.ms + 200, endMs: cues[1]?.endMs })
  })
})
