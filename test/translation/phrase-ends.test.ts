import fc from 'fast-check'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { translateFaithfully } from '../../lambdas/translation/faithful.ts'
import { marksAfter, placesInNames, withoutSigns } from '../../lambdas/translation/phrase-ends.ts'
import { glossaryOf, KOREAN, sentenceOf, TALK, task, told } from './talk.ts'

beforeEach(() => {
  for (const level of ['info', 'error'] as const) vi.spyOn(console, level).mockImplementation(() => undefined)
})

describe('phrase signs in a model’s text', () => {
  it('are removed, and the rest is the translation', () => {
    expect(withoutSigns('제가 주문한 로봇이 | 오늘 왔는데, | 상자를 들고 있었어요.')).toEqual({
      korean: '제가 주문한 로봇이 오늘 왔는데, 상자를 들고 있었어요.',
      ends: [3, 5],
    })
    const words = fc.array(fc.stringMatching(/^[가-힣]{1,4}$/), { minLength: 1, maxLength: 12 })
    fc.assert(
      fc.property(words, fc.array(fc.nat(12)), (eojeols, places) => {
        const marked = eojeols.map((word, i) => (places.includes(i) ? `| ${word}` : word)).join(' ')
        expect(withoutSigns(marked).korean).toBe(eojeols.join(' '))
      }),
    )
  })

  it.each([
    ['none', '상자를 들고 있었어요.'],
    ['at the edges', '| 상자를 들고 있었어요. |'],
    ['at nearly every space', '아주 | 작은 | 빨간 | 상자를 | 들고 | 있었어요.'],
  ])('say nothing: %s', (_, text) => {
    expect(withoutSigns(text).ends).toEqual([])
  })

  it('count once if two are adjacent or attached to a word', () => {
    expect(withoutSigns('상자를|들고 || 있었어요.')).toEqual({ korean: '상자를 들고 있었어요.', ends: [1, 2] })
  })

  it.each([
    ['one for each sign', [6, 9], [6, 9]],
    ['the first phrase, too', [0, 6, 9], [6, 9]],
    ['too few', [6], undefined],
    ['too many', [6, 9, 11], undefined],
  ])('come with the words that begin the next phrases, if the model lists %s', (_, given, starts) => {
    expect(withoutSigns('제가 주문한 로봇이 | 오늘 왔는데, | 상자를 들고 있었어요.', given).starts).toEqual(starts)
  })

  it.each([
    ['one for each clause', [6], [0, 6]],
    ['one for each sign', [4, 6], [4, 6]],
    ['neither', [4, 6, 9], undefined],
  ])('say where clauses end; the words that begin the next clauses are listed as %s', (_, given, starts) => {
    expect(withoutSigns('제가 주문한 로봇이 | 오늘 아침에 왔는데, || 상자를 들고 있었어요.', given)).toEqual({
      korean: '제가 주문한 로봇이 오늘 아침에 왔는데, 상자를 들고 있었어요.',
      ends: [3, 6],
      ...(starts && { starts }),
    })
  })

  it('come without words if some signs were ignored', () => {
    expect(withoutSigns('상자를 | 들고 || 있었어요 |', [3, 4, 5])).not.toHaveProperty('starts')
    expect(withoutSigns('상자를 들고 있었어요', [3])).not.toHaveProperty('starts')
  })

  it('are dropped if a rule changed the number of words', () => {
    const marked = { korean: '가 나 다', ends: [1], starts: [2] }
    expect(marksAfter(marked, '가 라 다')).toEqual({ korean: '가 라 다', ends: [1], starts: [2] })
    expect(marksAfter(marked, '가 나다')).toEqual({ korean: '가 나다', ends: [] })
  })

  const marked = { ...KOREAN, s2: '1817년에 | 독일 발명가가 | 나무틀을 만들었어요.' }

  it('are stored with the text, which is checked and repaired without them', async () => {
    const main = told(true, ({ look }) => (look === 'first' ? marked : {}))
    const plain = told(false, () => ({}))
    const batch = task({ glossary: { inventor: '발명가' } })
    expect(await translateFaithfully({ main, plain, secondLook: false }, batch)).toMatchObject({
      s1: { korean: KOREAN.s1 },
      s2: { korean: KOREAN.s2, problems: [], ends: [1, 3] },
    })
    const form = { ...batch, glossary: glossaryOf({ inventor: '발명 가' }) }
    expect((await translateFaithfully({ main, plain, secondLook: false }, form)).s2).not.toHaveProperty('ends')
  })

  const tellStarts = (byLook: Partial<Record<'first' | 'review' | 'repair', number[]>>, texts = marked) =>
    told(true, ({ look, starts }) => {
      const given = byLook[look]
      if (given) starts?.set('s2', given)
      return look === 'first' || given ? texts : {}
    })

  it('are stored with the words that begin the next phrases', async () => {
    const main = tellStarts({ first: [2, 5] })
    const stored = await translateFaithfully({ main, plain: main, secondLook: true }, task())
    expect(stored.s2).toMatchObject({ ends: [1, 3], starts: [2, 5] })
    expect(stored.s1).not.toHaveProperty('starts')
  })

  it('keep only words of the same response', async () => {
    const main = tellStarts({ first: [2, 5], review: [3, 6] })
    const stored = await translateFaithfully({ main, plain: main, secondLook: true }, task())
    expect(stored.s2?.starts).toEqual([3, 6])
    const silent = told(true, ({ look, starts }) => {
      if (look === 'first') starts?.set('s2', [2, 5])
      return look === 'first' ? marked : { s2: '1817년에 | 독일의 발명가가 | 나무틀을 만들었어요.' }
    })
    const reworded = await translateFaithfully({ main: silent, plain: silent, secondLook: true }, task())
    expect(reworded.s2).toMatchObject({ korean: '1817년에 독일의 발명가가 나무틀을 만들었어요.', ends: [1, 3] })
    expect(reworded.s2).not.toHaveProperty('starts')
  })

  it('come without words if the model sees other words than the engine', async () => {
    const main = tellStarts({ first: [2, 5] })
    const sentences = TALK.map(sentence => {
      const [first, ...rest] = sentence.words
      return first ? { ...sentence, words: [{ ...first, text: `uh ${first.text}` }, ...rest] } : sentence
    }).map(sentence => ({ ...sentence, text: sentence.words.map(word => word.text + word.after).join(' ') }))
    const stored = await translateFaithfully({ main, plain: main, secondLook: false }, task({ sentences }))
    expect(stored.s2).toMatchObject({ ends: [1, 3] })
    expect(stored.s2).not.toHaveProperty('starts')
  })

  it('are kept for a text that the review leaves unchanged', async () => {
    const main = told(true, ({ look }) => (look === 'first' ? marked : { s2: '' }))
    const stored = await translateFaithfully({ main, plain: main, secondLook: true }, task())
    expect(stored.s2?.ends).toEqual([1, 3])
  })

  it('are ordinary characters in a machine translator’s text', async () => {
    const plain = told(false, () => ({ s1: '가 | 나는 선을 긋는 글자예요.' }))
    const sentences = [sentenceOf('s1', 'A and | are letters that draw a line.')]
    const stored = await translateFaithfully({ main: plain, plain, secondLook: false }, task({ sentences }))
    expect(stored.s1?.korean).toContain('|')
  })
})

describe('names and terms of several words', () => {
  it.each([
    ['발터 베렌스는 함부르크에서 일했어요', [1]],
    ['“발터 베렌스, 어서 와요” 하고 카를 폰 드라이스가 말했어요', [1, 6, 7]],
    ['발터, 베렌스와 카를 폰', []],
  ])('are found with particles and quotation marks: %s', (korean, places) => {
    expect(placesInNames(korean, ['발터 베렌스', '카를 폰 드라이스', '함부르크'])).toEqual(places)
  })

  it('are stored with the text of a model and of a machine translator', async () => {
    const korean = '카를 폰 드라이스는 나무틀을 만들었어요.'
    const sentences = [sentenceOf('s1', 'Karl von Drais built a wooden frame.')]
    const batch = { ...task({ sentences }), glossary: glossaryOf({ 'Karl von Drais': '카를 폰 드라이스' }, 'brief') }
    for (const learns of [true, false]) {
      const main = told(learns, () => ({ s1: korean }))
      const { s1 } = await translateFaithfully({ main, plain: main, secondLook: false }, batch)
      expect(s1).toEqual({ korean, problems: [], held: [1, 2] })
    }
  })
})
