import { describe, expect, it } from 'vitest'
import {
  type Cue,
  cuesFromSentences,
  inspectCues,
  koreanProfile,
  type Sentence,
  sentencesFromTranscript,
  transcriptFromAmazon,
  weightedLength,
} from '../../src/index.ts'
import { spokenIn } from '../../src/inspection/rules.ts'
import { talk, transcribedTalk } from '../support/talk.ts'
import { sentenceOf, wordsOf } from '../support/words.ts'

type Said = [english: string, korean: string, startMs: number]

function cuesOf(said: Said[], mediaEndMs?: number): Cue[] {
  const sentences = said.map(([english, , startMs], i) => sentenceOf(english, startMs, `s${i + 1}`))
  const translations = new Map(said.map(([, korean], i) => [`s${i + 1}`, korean]))
  return cuesFromSentences(sentences, translations, koreanProfile, mediaEndMs)
}
const times = (cues: Cue[]) => cues.map(({ startMs, endMs }) => [startMs, endMs])
const texts = (cues: Cue[]) => cues.map(({ lines }) => lines.join(' / '))
const flags = (cues: Cue[]) => cues.flatMap(cue => cue.flags)

describe('the times of cues', () => {
  it('begin at the first word and stay half a second after the last', () => {
    expect(times(cuesOf([['we went home after the long show', '우리는 집에 갔어요.', 1000]]))).toEqual([[1000, 3600]])
  })

  const followedBy = (startMs: number) =>
    times(
      cuesOf([
        ['we went home after the long show', '우리는 집에 갔어요.', 1000],
        ['and then we slept until the morning', '그리고 아침까지 잤어요.', startMs],
      ]),
    )[0]

  it('close a gap to two frames where the text then stays for at most a second after its last word', () => {
    expect(followedBy(3400)).toEqual([1000, 3317])
    expect(followedBy(3900)).toEqual([1000, 3817])
    expect(followedBy(4183)).toEqual([1000, 4100])
  })

  it('end half a second after the last word before a wider gap', () => {
    expect(followedBy(4300)).toEqual([1000, 3600])
  })

  it('close a gap that an in-time up to two frames earlier makes narrow enough', () => {
    expect(followedBy(4266)).toEqual([1000, 4100])
    expect(followedBy(4267)).toEqual([1000, 3600])
  })

  it('stay half a second after the last word of the media, however near its end is', () => {
    expect(times(cuesOf([['we went home after the long show', '우리는 집에 갔어요.', 1000]], 3900))).toEqual([
      [1000, 3600],
    ])
  })

  it('extend a short word into the silence', () => {
    expect(times(cuesOf([['yes', '네.', 1000]]))).toEqual([[1000, 1833]])
  })

  it('extend into silence for as long as the text needs, at most a second and a half', () => {
    expect(times(cuesOf([['we went', '우리는 거기에 처음으로 갔네요.', 1000]]))).toEqual([[1000, 2209]])
    const tooMuch = cuesOf([['go on', '여러분, 이제 모두 앞으로 나와서 저기 보이는 줄에 서 주세요.', 1000]])
    expect(times(tooMuch)).toEqual([[917, 3100]])
    expect(flags(tooMuch)).toEqual(['speed'])
  })

  it('end a cue at seven seconds, however long the word', () => {
    const word = { text: 'aaah', startMs: 0, endMs: 12_000, confidence: 1, after: '' }
    const sentence: Sentence = { id: 's1', text: 'aaah', words: [word], startMs: 0, endMs: 12_000 }
    expect(times(cuesFromSentences([sentence], new Map([['s1', '아아!']]), koreanProfile))).toEqual([[0, 7000]])
  })

  // Slow sentences of real speech, joined as a brief joins them. Their terse Korean would fit into one cue of seven
  // seconds.
  it.each([
    [
      'and so {300} my fellow Americans {1100} ask not {400} what your country can do for you {900} ask what you can do {300} for your country',
      '국민 여러분, 나라에 무엇을 바랄지 묻지 마세요.',
    ],
    [
      'in the evening {500} the sun is low {900} and its light {400} has a longer way to go {1200} most of the blue {500} is lost along the way',
      '저녁에는 해가 낮아서 파란빛이 거의 사라져요.',
    ],
    [
      'you ask what you can do for your country {1400} Mr John Dashwood {600} had then leisure to consider {1200} how much there might be {800} prudently in his power',
      '그는 그들을 얼마나 도울지 생각했어요.',
    ],
    [
      'so {1200} stop for one minute {1400} and watch it {1400} for as long {1400} as you can',
      '1분만 멈추고 바라보세요.',
    ],
  ])('do not end seconds before their words: %s', (english, korean) => {
    const sentences = [sentenceOf(english, 1000)]
    const cues = cuesFromSentences(sentences, new Map([['s1', korean]]), koreanProfile)
    for (const [i, { words }] of spokenIn(cues, sentences, koreanProfile).entries()) {
      const end = Math.max(...words.map(({ endMs }) => endMs))
      expect((cues[i]?.endMs ?? 0) - end).toBeGreaterThanOrEqual(-500)
      expect((cues[i]?.endMs ?? 0) - end).toBeLessThanOrEqual(koreanProfile.longOutTimeMs)
    }
  })

  it('end a cue at a pause of two seconds inside the sentence', () => {
    const cues = cuesOf([['we looked at it {2400} and then we laughed', '우리는 그것을 보고 그러고 나서 웃었어요.', 0]])
    expect(times(cues)).toEqual([
      [0, 1700],
      [3600, 5300],
    ])
    expect(flags(cues)).toEqual([])
  })

  it('end before the media does', () => {
    expect(times(cuesOf([['we went home after the long show', '우리는 집에 갔어요.', 1000]], 3200))).toEqual([
      [1000, 3199],
    ])
  })

  it('move by at most two frames, and only if the neighbour has time to spare', () => {
    const said: Said[] = [
      ['oh {200} well', '아, 그런데 말이에요.', 0],
      ['we really did not know what to do about it then', '우리는 어떻게 할지 몰랐어요.', 900],
    ]
    const cues = cuesOf(said)
    expect(flags(cues)).toEqual([])
    expect(Math.abs((cues[1]?.startMs ?? 0) - 900)).toBeLessThanOrEqual(83)
  })
})

describe('cuts into cues', () => {
  it('keep a sentence whole if it fits one cue', () => {
    const korean = '저는 해나 리드이고, 오래된 시계를 고치는 일을 합니다.'
    const cues = cuesOf([['my name is Hannah Reed and I repair old clocks for a living', korean, 0]])
    expect(texts(cues)).toEqual(['저는 해나 리드이고 / 오래된 시계를 고치는 일을 합니다'])
  })

  it('fall after a clause, at the pause of the speech', () => {
    const english =
      'we took out more than all those parts and we carried them {400} and then we washed them in warm water and dried them'
    const korean = '그 많은 부품을 하나씩 꺼내 계단 아래로 조심조심 날랐고 따뜻한 물에 깨끗이 씻어서 말렸습니다.'
    const cues = cuesOf([[english, korean, 0]])
    const next = texts(cues).findIndex(text => text.endsWith('날랐고')) + 1
    expect(next).toBeGreaterThan(0)
    expect(cues[next]?.startMs).toBe(12 * 300 + 400)
  })

  it('begin a clause where the speaker begins one, though in proportion it would begin a second later', () => {
    const english =
      'when we read that strange letter, we all left that old house at once and went on our way to the town again'
    const korean = '편지를 읽은 사람들은 모두 놀랐지만 그는 아무 말도 하지 않고 곧바로 회의장을 떠났습니다'
    const cues = cuesOf([[english, korean, 0]])
    expect(texts(cues)[0]).toMatch(/놀랐지만$/)
    expect(cues[1]?.startMs).toBe(6 * 300)
  })

  it('start every cue at a word of its sentence', () => {
    const sentences = sentencesFromTranscript(transcriptFromAmazon(transcribedTalk()))
    const translations = new Map(sentences.map(({ id }, i) => [id, talk[i]?.[1] ?? '']))
    for (const cue of cuesFromSentences(sentences, translations, koreanProfile)) {
      const own = sentences.filter(({ id }) => cue.sentenceIds.includes(id)).flatMap(({ words }) => words)
      const nearest = Math.min(...own.map(word => Math.abs(word.startMs - cue.startMs)))
      expect(nearest).toBeLessThanOrEqual(koreanProfile.inTimeMs)
    }
  })
})

describe('the number of cues', () => {
  const gauge = '지금 보시는 것은 지난 백 년 동안의 기온입니다.'

  it('is one for a sentence that fits one cue, also with an awkward line end', () => {
    expect(texts(cuesOf([['what you see here is the temperature of the last hundred years', gauge, 0]]))).toHaveLength(
      1,
    )
  })

  it('is two where the speaker pauses inside such a sentence for two seconds', () => {
    const cues = cuesOf([['what you see here {2000} is the temperature of the last hundred years', gauge, 0]])
    expect(texts(cues)).toHaveLength(2)
  })

  it('never leaves a short cue flashing where its words could join the next one', () => {
    const korean = '하지만 그날 저녁에는 아무도 그 다리를 건너지 않았고 우리는 강가에서 밤을 새웠습니다.'
    const cues = cuesOf([['but that evening nobody crossed the bridge and we stayed awake by the river', korean, 0]])
    for (const { startMs, endMs } of cues) expect(endMs - startMs).toBeGreaterThan(1500)
  })
})

describe('the reading speed of the cues of a sentence', () => {
  const speeds = (cues: Cue[]) =>
    cues.map(({ startMs, endMs, lines }) => (weightedLength(lines.join(' ')) * 1000) / (endMs - startMs))

  it.each<Said>([
    [
      'i told nobody what i {600} had seen that night but i still remember it as clearly as if it were now',
      '그날 밤에 본 것을 아무에게도 말하지 않았지만 저는 그 일을 지금까지도 또렷하게 기억하고 있습니다.',
      0,
    ],
    [
      'first we asked the people of the village why {600} the river had risen so far and then we decided to mend the dam',
      '먼저 강물이 불어난 까닭을 마을 사람들에게 물어보았고 그러고 나서 둑을 고치기로 했습니다.',
      0,
    ],
  ])('differs by less than half, even where the speaker pauses early: %s', (...said) => {
    const both = speeds(cuesOf([said]))
    expect(both).toHaveLength(2)
    expect(Math.max(...both) / Math.min(...both)).toBeLessThan(1.5)
  })
})

describe('shared cues', () => {
  it('hold short neighbours that have too little time alone', () => {
    const cues = cuesOf([
      ['yes', '네.', 0],
      ['of course', '물론이죠.', 400],
      ['then we went out to look for it together', '그러고 나서 우리는 함께 찾으러 나갔어요.', 1300],
    ])
    expect(texts(cues)[0]).toBe('네. 물론이죠')
    expect(cues[0]?.sentenceIds).toEqual(['s1', 's2'])
    expect(flags(cues)).toEqual([])
  })

  it('give each of two speakers a line with a dash', () => {
    const words = [...wordsOf('yes'), ...wordsOf('really though', 350)].map((word, i) => {
      return { ...word, speaker: i === 0 ? 'spk_0' : 'spk_1' }
    })
    const sentences = sentencesFromTranscript({ words, durationMs: 950, dropped: [] })
    const cues = cuesFromSentences(
      sentences,
      new Map([
        ['s1', '네.'],
        ['s2', '정말인가요?'],
      ]),
      koreanProfile,
    )
    expect(cues.map(cue => cue.lines)).toEqual([['- 네', '- 정말인가요?']])
    expect(flags(cues)).toEqual([])
  })

  it('never hold sentences that are half a second apart', () => {
    const cues = cuesOf([
      ['yes', '네.', 0],
      ['of course', '물론이죠.', 800],
    ])
    expect(texts(cues)).toEqual(['네', '물론이죠'])
  })
})

describe('the flags of cues', () => {
  it('report a missing translation, in a cue that shows the source', () => {
    const cues = cuesOf([['Thank you very much.', '', 0]])
    expect(texts(cues)).toEqual(['Thank you very much'])
    expect(flags(cues)).toEqual(['translation'])
  })

  it('report words transcribed with low confidence', () => {
    const words = wordsOf('we went home after the show').map(word => ({ ...word, confidence: 0.4 }))
    const sentences = sentencesFromTranscript({ words, durationMs: 1800, dropped: [] })
    expect(flags(cuesFromSentences(sentences, new Map([['s1', '우리는 집에 갔어요.']]), koreanProfile))).toEqual([
      'confidence',
    ])
  })

  it('report a number missing from the translation, in the cue in which it is said', () => {
    const cues = cuesOf([['we saw 25 people in the old house', '우리는 오래된 집에서 사람들을 봤어요.', 0]])
    expect(flags(cues)).toEqual(['numbers'])
  })

  it('report more text than any cues can hold, which stays whole and visible', () => {
    const korean = '가나다라 '.repeat(40).trim()
    const cues = cuesOf([['oh no', korean, 0]])
    expect(cues.flatMap(cue => cue.lines).join(' ')).toBe(korean)
    for (const cue of cues) {
      expect(cue.endMs - cue.startMs).toBeGreaterThanOrEqual(koreanProfile.minDurationMs)
      expect(cue.flags).toEqual(expect.arrayContaining(['lineLength', 'speed']))
    }
  })

  it('report speed in all cues that share the haste, so that none of them is lost', () => {
    const english = 'word '.repeat(13).trim()
    const korean = '오늘 아침에 본 것들을 하나씩 차례로 말해 보자면 이렇습니다, '.repeat(3).trim()
    const cues = cuesOf([[english, korean, 0]])
    expect(flags(cues)).toContain('speed')
    for (const { startMs, endMs, lines } of cues) {
      expect(endMs - startMs).toBeGreaterThanOrEqual(koreanProfile.minDurationMs)
      expect((weightedLength(lines.join(' ')) * 1000) / (endMs - startMs)).toBeLessThan(24)
    }
  })

  it('report sentences that start at the same moment', () => {
    const korean = '우리는 그때 거기에서 그것을 보았습니다.'
    const cues = cuesOf([1, 2, 3].map((): Said => ['oh', korean, 5000]))
    expect(
      texts(cues)
        .join(' ')
        .match(/보았습니다/g),
    ).toHaveLength(3)
    expect(cues.every(cue => cue.flags.length > 0)).toBe(true)
  })

  it('are absent from a talk that is translated as people write', () => {
    const sentences = sentencesFromTranscript(transcriptFromAmazon(transcribedTalk()))
    const translations = new Map(sentences.map(({ id }, i) => [id, talk[i]?.[1] ?? '']))
    const inspection = inspectCues(cuesFromSentences(sentences, translations, koreanProfile), koreanProfile, sentences)
    expect(inspection).toMatchObject({ share: 1, flags: {} })
  })
})

describe('sentences cut into cues', () => {
  it('in any order give the same cues', () => {
    const sentences = [sentenceOf('we went home', 5000, 's2'), sentenceOf('good morning to all', 0, 's1')]
    const translations = new Map([
      ['s1', '안녕하세요.'],
      ['s2', '집에 갔어요.'],
    ])
    expect(cuesFromSentences(sentences, translations, koreanProfile)).toEqual(
      cuesFromSentences([...sentences].reverse(), translations, koreanProfile),
    )
  })

  it('from an empty list give no cues', () => {
    expect(cuesFromSentences([], new Map(), koreanProfile)).toEqual([])
  })
})
