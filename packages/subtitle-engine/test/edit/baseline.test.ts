import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  buildDraft,
  buildPatch,
  cutDraft,
  type Draft,
  type Operation,
  parseTypedText,
  patched,
  typedText,
  writeFiles,
} from '../../src/edit/index.ts'
import { koreanProfile, type Sentence } from '../../src/index.ts'
import { anyChoice, anyDraft, chosenOperation } from './random-operations.ts'

function sentence(id: string, startMs: number, text: string): Sentence {
  const texts = text.split(' ')
  const words = texts.map((each, i) => {
    return { text: each, startMs: startMs + i * 300, endMs: startMs + i * 300 + 250, confidence: 1, after: '' }
  })
  return { id, text, words, startMs, endMs: startMs + texts.length * 300 - 50 }
}

/** Short sentences that follow each other closely, so that some share a cue. */
function closeSpeech(): Draft {
  const texts = [
    '정말로요?',
    '네.',
    '그래서 우리는 다음 날 아침에 다시 모여서 회의를 했어요.',
    '그런데 아무도 오지 않았어요.',
  ]
  const english = ['Really?', 'Yes.', 'So we met again the next morning and had a meeting.', 'But nobody came there.']
  let startMs = 1000
  const sentences = texts.map((korean, i) => {
    const one = sentence(`s${i + 1}`, startMs, english[i] ?? '')
    startMs = one.endMs + 120
    return { sentence: one, korean, problems: [] }
  })
  return buildDraft(sentences, { durationMs: 60_000, register: 'polite' })
}

function perform(draft: Draft, ...operations: Operation[]): Draft {
  return operations.reduce((now, operation) => {
    const patch = buildPatch(now, operation, draft)
    if (!patch) throw new Error(`not possible: ${operation.kind}`)
    return patched(now, patch)
  }, draft)
}

describe('a cut beside the machine’s', () => {
  it('leaves every cue of the sentences that nobody touched', () => {
    const machine = closeSpeech()
    const baseline = cutDraft(machine)
    const now = perform(machine, {
      kind: 'text',
      id: 's4',
      korean: '그런데 그날은 이상하게도 아무도 오지 않았답니다, 정말로요.',
    })
    const cut = cutDraft(now, koreanProfile, { baseline })
    for (const id of ['s1', 's2', 's3'])
      expect(cut.cuesOf.get(id)?.map(({ lines, startMs }) => [startMs, lines])).toEqual(
        baseline.cuesOf.get(id)?.map(({ lines, startMs }) => [startMs, lines]),
      )
    expect([...cut.changed]).toEqual(['s4'])
  })

  it('names both sentences of a shared cue as changed', () => {
    const machine = closeSpeech()
    const baseline = cutDraft(machine)
    const [first = '', ...others] = baseline.cues.find(({ sentenceIds }) => sentenceIds.length > 1)?.sentenceIds ?? []
    expect(others.length).toBeGreaterThan(0)
    const cut = cutDraft(perform(machine, { kind: 'text', id: first, korean: '진짜예요?' }), koreanProfile, {
      baseline,
    })
    expect(cut.changed).toEqual(new Set([first, ...others]))
  })

  it('moves every cue by the same time when all sentences are shifted', () => {
    const machine = closeSpeech()
    const baseline = cutDraft(machine)
    const cut = cutDraft(perform(machine, { kind: 'shift', byMs: 240 }), koreanProfile, { baseline })
    expect(cut.cues.map(({ startMs, endMs, lines }) => [startMs - 240, endMs - 240, lines])).toEqual(
      baseline.cues.map(({ startMs, endMs, lines }) => [startMs, endMs, lines]),
    )
    expect(cut.changed.size).toBe(0)
  })

  it('shows nothing for a text that the user removed', () => {
    const machine = closeSpeech()
    const cut = cutDraft(perform(machine, { kind: 'text', id: 's4', korean: '' }), koreanProfile, {
      baseline: cutDraft(machine),
    })
    expect(cut.cuesOf.get('s4')).toBeUndefined()
    expect(writeFiles(cut).srt).not.toContain('nobody')
  })

  it('keeps cues in order and inside the media, and is the same after a full and an incremental cut', () => {
    fc.assert(
      fc.property(anyDraft, fc.array(anyChoice, { maxLength: 15 }), (start, choices) => {
        const baseline = cutDraft(start)
        let now = start
        let cut = baseline
        for (const [i, choice] of choices.entries()) {
          const patch = buildPatch(now, chosenOperation(now, choice, `n${i}`), start)
          if (!patch) continue
          now = patched(now, patch)
          cut = cutDraft(now, koreanProfile, { earlier: cut, baseline })
        }
        for (const [i, cue] of cut.cues.entries()) {
          expect(cue.startMs).toBeGreaterThanOrEqual(cut.cues[i - 1]?.endMs ?? 0)
          expect(cue.endMs).toBeGreaterThan(cue.startMs)
          expect(cue.lines.length).toBeLessThanOrEqual(2)
        }
        const copy = { ...now, sentences: now.sentences.map(each => ({ ...each })) }
        expect(cutDraft(copy, koreanProfile, { baseline }).cues).toEqual(cut.cues)
      }),
      { numRuns: 60 },
    )
  })
})

describe('typed text', () => {
  const linesOf = (korean: string) => {
    const machine = closeSpeech()
    const now = perform(machine, { kind: 'text', id: 's3', korean, newlines: true })
    const { cuesOf } = cutDraft(now, koreanProfile, { baseline: cutDraft(machine) })
    return cuesOf.get('s3')?.map(({ lines }) => lines)
  }
  const one = (korean: string) =>
    perform(closeSpeech(), { kind: 'text', id: 's3', korean, newlines: true }).sentences.find(({ id }) => id === 's3')

  it('ends a line at a newline, and the cue shows both lines', () => {
    expect(linesOf('우리는 다시\n모였어요')).toEqual([['우리는 다시', '모였어요']])
  })

  it('ends a cue at an empty line and at every second newline', () => {
    expect(one('하나\n둘\n셋\n\n넷')?.breaks).toEqual([
      { at: 1, kind: 'line' },
      { at: 2, kind: 'cue' },
      { at: 3, kind: 'cue' },
    ])
  })

  it('gives each of two speakers a line', () => {
    expect(parseTypedText('- 가요? - 네, 가요.')).toEqual({
      korean: '- 가요? - 네, 가요.',
      breaks: [{ at: 2, kind: 'line' }],
    })
    expect(linesOf('- 가요?\n- 네, 가요.')).toEqual([['- 가요?', '- 네, 가요']])
  })

  it('reads back what it shows', () => {
    for (const text of ['하나 둘\n셋', '하나\n\n둘', '- 가\n- 나']) {
      const { korean, breaks } = parseTypedText(text)
      expect(typedText({ korean, breaks })).toBe(text)
    }
  })

  it('loses a break when its newline is deleted', () => {
    const broken = perform(closeSpeech(), { kind: 'text', id: 's3', korean: '우리는\n모였어요', newlines: true })
    const now = perform(broken, { kind: 'text', id: 's3', korean: '우리는 모였어요', newlines: true })
    expect(now.sentences[2]?.breaks).toEqual([])
  })
})
