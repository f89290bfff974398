import { describe, expect, it } from 'vitest'
import { buildDraft } from '#subtitle-engine/edit'
import { sentenceOf } from '../../../../packages/subtitle-engine/test/support/words.ts'
import { findReplacements, splitChange } from '../../../../web/editor/terms/terms.ts'

const draftOf = (korean: string) =>
  buildDraft([{ sentence: sentenceOf('one more thing .', 0, 's1'), korean, problems: [] }], {
    durationMs: 9000,
    register: 'polite',
  })

describe('a search and replace', () => {
  it.each([
    ['그러다 사람들이 조용해졌어요.', '관객', true, '그러다 관객이 조용해졌어요.'],
    ['그 사람들은 웃었어요.', '아이', true, '그 아이는 웃었어요.'],
    ['사람들에게 물었더니 웃더라고요.', '', true, '물었더니 웃더라고요.'],
    ['그러다 사람들이, 조용해졌어요.', '', true, '그러다, 조용해졌어요.'],
    ['사람들이여 오세요.', '', true, '이여 오세요.'],
    ['사람들에게 물었어요.', '', false, '에게 물었어요.'],
  ])('changes %s to %s with its particles: %s', (before, to, josa, after) => {
    expect(findReplacements(draftOf(before), { from: '사람들', to, josa })).toEqual([
      { id: 's1', before, korean: after },
    ])
  })

  it('shows only the words that change', () => {
    expect(splitChange('제 질문은 이거예요.', '제 이야기는 이거예요.')).toEqual({
      kept: ['제'],
      gone: ['질문은'],
      come: ['이야기는'],
      rest: ['이거예요.'],
    })
  })
})
