import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Cue, inspectCues, koreanProfile, PROFILES } from '../../src/index.ts'
import { withSpeakers } from '../../src/read/speakers.ts'
import { GUESS_MS, recutCues as recutSource } from '../../src/recut/index.ts'
import { anyTranslation, substance } from '../support/arbitrary.ts'
import { sourceCues } from '../support/source-cues.ts'

const cue = (startMs: number, endMs: number, ...lines: string[]): Cue => ({
  startMs,
  endMs,
  lines,
  sentenceIds: [],
  flags: [],
})
const recutCues = (cues: readonly Cue[], profile = koreanProfile) =>
  recutSource(withSpeakers(sourceCues(cues), []), profile)
const shown = (cues: readonly Cue[]) => cues.map(({ lines }) => lines.join(' / '))

const eojeol = fc.constantFrom(
  ...[
    '저는',
    '어제',
    '새로',
    '산',
    '책을',
    '읽었습니다.',
    '그런데',
    '재미있어요',
    '뭐라고요?',
    '3',
    '시간',
    'New',
    'York에서',
  ],
  ...['아버지가', '말씀하셨지만', '그', '말을', '믿지', '않았다', '“안녕”', '[박수]', '1.', '네…', '좋죠', '(웃음)'],
)
const line = fc.oneof(
  { weight: 8, arbitrary: fc.array(eojeol, { minLength: 1, maxLength: 9 }).map(words => words.join(' ')) },
  { weight: 1, arbitrary: fc.array(eojeol, { minLength: 1, maxLength: 4 }).map(words => `- ${words.join(' ')}`) },
  { weight: 1, arbitrary: anyTranslation },
)
/** Cues as people and programs leave them: abutting, overlapping, at one moment, with pauses, of any length. */
const anyCues: fc.Arbitrary<Cue[]> = fc
  .array(
    fc.record({
      lines: fc.array(line, { minLength: 1, maxLength: 3 }),
      afterMs: fc.constantFrom(0, 0, 0, 40, 83, 300, 900, 4000, -300, -2000),
      spanMs: fc.oneof(fc.constantFrom(0, 500, 1000, 3000), fc.integer({ min: 1, max: 12_000 })),
    }),
    { minLength: 1, maxLength: 30 },
  )
  .map(drafts => {
    let at = 0
    const cues = drafts.map(({ lines, afterMs, spanMs }) => {
      const startMs = Math.max(0, at + afterMs)
      at = startMs + spanMs
      return cue(startMs, at, ...lines)
    })
    return cues.sort((a, b) => a.startMs - b.startMs)
  })

/** The result of each example, computed once: with one seed, every property draws the same examples. */
const recuts = new Map<string, ReturnType<typeof recutCues>>()

function always(promise: (cues: Cue[], recut: ReturnType<typeof recutCues>) => void): void {
  fc.assert(
    fc.property(anyCues, cues => {
      const example = JSON.stringify(cues)
      const recut = recuts.get(example) ?? recutCues(cues)
      recuts.set(example, recut)
      promise(cues, recut)
    }),
    { numRuns: 150 },
  )
}

describe('cutting any subtitle again', () => {
  it('loses no letter, and keeps their order where no two cues are shown at once', () => {
    always((cues, { after }) => {
      const [old, now] = [cues, after].map(each => substance(each.flatMap(({ lines }) => lines).join(' ')))
      const isInTurn = cues.every(({ startMs }, i) => startMs >= (cues[i - 1]?.endMs ?? 0))
      if (isInTurn) expect(now).toBe(old)
      else expect([...(now ?? '')].sort()).toEqual([...(old ?? '')].sort())
    })
  })

  it('makes cues in order, without overlap, of one or two lines', () => {
    always((_, { after }) => {
      for (const [i, { startMs, endMs, lines }] of after.entries()) {
        expect(startMs).toBeGreaterThanOrEqual(after[i - 1]?.endMs ?? 0)
        expect(endMs).toBeGreaterThan(startMs)
        expect([1, 2]).toContain(lines.length)
      }
    })
  })

  it('marks exactly the cues with a time more than a second from every old edge', () => {
    always((cues, { after }) => {
      const edges = cues.flatMap(({ startMs, endMs }) => [startMs, endMs])
      for (const { startMs, endMs, guessed } of after) {
        const isFar = (ms: number) => edges.every(edge => Math.abs(edge - ms) > GUESS_MS)
        expect(guessed).toBe(isFar(startMs) || isFar(endMs))
      }
    })
  })

  it('gives each old cue the sentences that it shows', () => {
    always((cues, { before, sentences }) => {
      const ids = new Set(sentences.map(({ id }) => id))
      expect(substance(before.flatMap(({ lines }) => lines).join(' '))).toBe(
        substance(cues.flatMap(({ lines }) => lines).join(' ')),
      )
      for (const { sentenceIds, lines } of before) {
        if (substance(lines.join('')) !== '') expect(sentenceIds.length).toBeGreaterThan(0)
        for (const id of sentenceIds) expect(ids.has(id)).toBe(true)
      }
    })
  })
})

describe('cutting a subtitle again', () => {
  it('joins sentences across cue borders and cuts them at phrases', () => {
    const { after, before } = recutCues([
      cue(1000, 2500, '제가 어제 도서관에서 빌린'),
      cue(2500, 4200, '책은 아주 재미있었습니다. 그런데'),
      cue(4200, 6000, '오늘 아침에 잃어버렸어요.'),
    ])
    expect(shown(after)).toEqual([
      '제가 어제 도서관에서 빌린 책은 / 아주 재미있었습니다',
      '그런데 오늘 아침에 잃어버렸어요',
    ])
    expect(before[1]?.sentenceIds).toEqual(['s1', 's2'])
    expect(inspectCues(after, koreanProfile).share).toBe(1)
  })

  it('finds sentences without full stops by their endings', () => {
    const { sentences } = recutCues([
      cue(0, 3000, '저는 서울에서 왔습니다 그리고 지금은', '부산에 살아요 여기는 주요 도시는'),
      cue(3000, 6000, '아니지만 바다가 있죠', '그래서 좋아했다'),
      cue(6000, 8000, '날씨도 따뜻하고'),
    ])
    expect(sentences.map(({ text }) => text)).toEqual([
      '저는 서울에서 왔습니다',
      '그리고 지금은 부산에 살아요',
      '여기는 주요 도시는 아니지만 바다가 있죠',
      '그래서 좋아했다',
      '날씨도 따뜻하고',
    ])
  })

  it('starts words where their letters are in the old cue', () => {
    const { sentences } = recutCues([cue(1000, 5000, '가나다 라마바사 아자')])
    expect(sentences[0]?.words.map(({ startMs }) => startMs)).toEqual([1000, 2400, 4200])
  })

  it('keeps good cues as they are', () => {
    const cues = [cue(1000, 2917, '오늘은 날씨가 맑네요'), cue(3000, 4917, '산책하기 좋겠어요')]
    const { after } = recutCues(cues)
    expect(after.map(({ startMs, endMs, lines }) => cue(startMs, endMs, ...lines))).toEqual(cues)
    expect(after.map(({ changed }) => changed)).toEqual([false, false])
  })

  it('keeps the speakers of a dialogue apart', () => {
    const { after } = recutCues([cue(1000, 2400, '- 밥 먹었어?', '- 아직 안 먹었어'), cue(2483, 4000, '- 그럼 나가자')])
    expect(shown(after)).toEqual(['- 밥 먹었어? / - 아직 안 먹었어', '그럼 나가자'])
  })

  it('keeps sounds, music and cues shown at once apart from the sentences around them', () => {
    const { sentences } = recutCues([
      cue(0, 2000, '그래서 우리는', '[박수]'),
      cue(2000, 4000, '♪ 산토끼 토끼야'),
      cue(2000, 4000, '입구'),
      cue(4000, 6000, '함께 갔어요'),
    ])
    expect(sentences.map(({ text }) => text)).toEqual([
      '그래서 우리는',
      '[박수]',
      '♪ 산토끼 토끼야',
      '입구 함께 갔어요',
    ])
  })

  it('ends a sentence at a pause, not at the number of a list item', () => {
    const { sentences } = recutCues([
      cue(0, 2000, '1. 물을 끓이고'),
      cue(2000, 3000, '면을 넣어요.'),
      cue(9000, 9900, '그다음'),
    ])
    expect(sentences.map(({ text }) => text)).toEqual(['1. 물을 끓이고 면을 넣어요.', '그다음'])
  })

  it.each(Object.entries(PROFILES))('keeps the rules of the profile %s', (_, profile) => {
    const cues = [
      cue(0, 6000, '지난 여름에 우리 가족은 제주도에 있는 작은 마을에서 보름 동안 지냈습니다. 아침마다'),
      cue(6000, 12_000, '바닷가를 걸었고, 저녁에는 마당에 앉아 별을 바라봤습니다. 그 시간이 지금도 그립네요.'),
    ]
    expect(inspectCues(recutCues(cues, profile).after, profile).share).toBe(1)
  })
})
