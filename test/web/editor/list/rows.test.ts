import { describe, expect, it } from 'vitest'
import { buildDraft, cutDraft } from '#subtitle-engine/edit'
import { sentenceOf } from '../../../../packages/subtitle-engine/test/support/words.ts'
import { chooseRows, WHOLE_LIST } from '../../../../web/editor/list/rows.ts'

const FAST = '이 문장은 짧은 시간에 도저히 다 읽을 수 없을 만큼 길게 옮긴 문장이라서 읽기에 너무 빨라요.'

/** A sentence with the confidence of its first word. */
function row(id: string, confidence: number, problems: string[] = [], korean = '하나예요.') {
  const sentence = sentenceOf('one more thing .', Number(id.slice(1)) * 6000, id)
  const words = sentence.words.map((word, i) => (i === 0 ? { ...word, confidence } : { ...word, confidence: 1 }))
  return { sentence: { ...sentence, words }, korean, problems }
}

describe('the list in the order of what needs checking', () => {
  it('has wrong meaning before unsure words, the least sure first, then text that is hard to read', () => {
    const sentences = [
      row('s1', 1),
      row('s2', 1, [], FAST),
      row('s3', 0.5),
      row('s4', 0),
      row('s5', 1, ['negation']),
      row('s6', 0.59),
      row('s7', 0.3, ['negation']),
      row('s8', 1, ['empty']),
      row('s9', 1),
    ]
    const draft = buildDraft(sentences, { durationMs: 90_000, register: 'polite' })
    const view = { ...WHOLE_LIST, order: 'doubt' as const }
    const ids = (checked?: string) => {
      const all = draft.sentences.map(each => (each.id === checked ? { ...each, checked: true } : each))
      const now = { ...draft, sentences: all }
      return chooseRows(now, cutDraft(now), view, undefined).map(({ id }) => id)
    }
    expect(ids()).toEqual(['s8', 's7', 's5', 's4', 's3', 's6', 's2', 's1', 's9'])
    expect(ids('s7')).toEqual(['s8', 's5', 's4', 's3', 's6', 's2', 's1', 's7', 's9'])
  })

  it('puts a second model’s findings before suspicions of rules, the most serious kind first', () => {
    const found = (id: string, kind: 'negation' | 'name') => ({
      ...row(id, 1, ['meaning']),
      finding: { kind, words: '' },
    })
    const sentences = [row('s1', 0.2, ['negation']), found('s2', 'name'), found('s3', 'negation')]
    const draft = buildDraft(sentences, { durationMs: 90_000, register: 'polite' })
    const rows = chooseRows(draft, cutDraft(draft), { ...WHOLE_LIST, order: 'doubt' }, undefined)
    expect(rows.map(({ id }) => id)).toEqual(['s3', 's2', 's1'])
  })
})
