import { describe, expect, it } from 'vitest'
import { buildDraft, type DraftSentence } from '#subtitle-engine/edit'
import { sentenceOf } from '../../../packages/subtitle-engine/test/support/words.ts'
import { reasonOf } from '../../../web/editor/sentence/reasons.ts'

const sentence = { sentence: sentenceOf('one more thing .', 1000, 's1'), korean: '하나 더 있어요.', problems: [] }
const draft = buildDraft([sentence], { durationMs: 60_000, register: 'polite' })

describe('the reason to check a sentence', () => {
  const unheard = { startMs: 12_300, endMs: 25_000, words: '' }
  it.each<[string, string, Partial<DraftSentence>, string]>([
    ['a hole', 'unheard', { unheard }, '0:12.3부터 0:25.0까지 자막이 없어요. 소리가 있는지 확인해 주세요.'],
    ['a hole of a shifted sentence', 'unheard', { unheard, shiftMs: 1000 }, '0:13.3부터 0:26.0까지'],
    ['dropped words', 'unheard', { unheard: { ...unheard, words: 'Thanks for watching.' } }, ': Thanks for watching.'],
    ['a negation', 'meaning', { problems: ['misheard', 'negation'] }, '영어를 잘못 들은 것 같아서'],
    ['no translation', 'translation', { problems: ['negation', 'empty'] }, '번역이 없어서 영어를 그대로'],
    [
      'a finding',
      'meaning',
      { finding: { kind: 'roles', reason: '주어가 달라요.', words: '하나' } },
      '주어가 달라요. (‘하나’)',
    ],
    ['a finding without a reason', 'meaning', { finding: { kind: 'omission', words: '' } }, '영어에 있는 내용이 빠진'],
    [
      'a word that the script has otherwise',
      'script',
      { script: [{ said: 'nine', written: 'eight' }] },
      '대본에는 ‘eight’인데 들린 말은 ‘nine’예요',
    ],
    [
      'what was not said',
      'script',
      { script: [{ said: '', written: 'Goodbye.' }] },
      '말하지 않은 부분이에요: Goodbye.',
    ],
    [
      'what was not written',
      'script',
      { script: [{ said: 'well then', written: '' }] },
      '대본에 없는 말이에요: well then',
    ],
    ['an unknown problem', 'meaning', { problems: ['newer'] }, '뜻이 영어와 다를 수 있어요'],
    ['an unknown flag', 'newer', {}, '확인이 필요해요'],
  ])('is said in words with its time: %s', (_, flag, change, text) => {
    const [first] = draft.sentences
    expect(first && reasonOf(flag, { ...first, ...change }, draft)).toContain(text)
  })
})
