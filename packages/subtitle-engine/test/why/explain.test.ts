import { describe, expect, it } from 'vitest'
import { koreanProfile } from '../../src/index.ts'
import { explainCuts } from '../../src/why/explain.ts'
import { sentenceOf } from '../support/words.ts'

function explained(english: string, korean: string): string[] {
  const sentence = sentenceOf(english)
  return explainCuts(sentence, korean, sentence.endMs + 2000, koreanProfile)
}

describe('the explanation of a cut', () => {
  it('offers to cut an only cue into several, never the same cut again', () => {
    const english = 'The appeal is dismissed, and the sentence that the court below has passed is upheld as it stands.'
    const korean = '피고인의 항소를 기각하고 원심이 선고한 형을 그대로 유지한다.'
    const [first = '', ...lines] = explained(english, korean)
    const chosen = first.replace(/^.*?: /, '')
    expect(chosen).not.toContain('‖')
    const others = lines.filter(line => line.includes('next best,'))
    expect(others).toHaveLength(2)
    for (const other of others) expect(other).toMatch(/^ {4}next best, \+\d+: .+ ‖ /)
    expect(new Set(others).size).toBe(2)
  })

  it('names the next-best line end of a cue and what it costs more', () => {
    const korean = '제3자에게 개인 정보를 제공해서는 안 됩니다.'
    const lines = explained('Nobody may give personal data to anybody else.', korean)
    const at = lines.findIndex(line => line.includes('next-best line end'))
    const [, more, text = ''] = /next-best line end, \+(\d+): (.+)$/.exec(lines[at] ?? '') ?? []
    expect(Number(more)).toBeGreaterThan(0)
    expect(text.replace(' / ', ' ')).toBe(korean)
    expect(lines[0]).not.toContain(text)
  })

  it('says nothing of other cuts for a cue of one line', () => {
    expect(explained('Good morning, everyone.', '여러분, 안녕하세요.').join('\n')).not.toContain('next')
  })
})
