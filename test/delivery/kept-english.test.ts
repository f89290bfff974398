import { describe, expect, it } from 'vitest'
import type { SentenceFile } from '../../lambdas/contract/media-objects.ts'
import { withoutKeptTerms } from '../../lambdas/delivery/kept-english.ts'
import { sentenceOf } from '../translation/talk.ts'

/** Whether each sentence of a file stays flagged if the sentences keep these words in English. */
function left(words: readonly string[]) {
  const sentences = words.map((word, n) => sentenceOf(`s${n}`, `We lower the ${word} here.`, n * 10_000))
  const file: SentenceFile = {
    source: 'recognition',
    rehearsal: false,
    sentences,
    sounds: [],
    unheard: [],
    batches: [],
  }
  const text = (word: string) => ({ korean: `여기서 ${word}를 낮춰요.`, problems: ['english', 'register'] })
  const translations = Object.fromEntries(words.map((word, n) => [`s${n}`, text(word)]))
  return Object.values(withoutKeptTerms(file, translations)).map(({ problems }) => problems.includes('english'))
}

describe('a word that is left in English', () => {
  it('counts as a term if four sentences of a file keep it', () => {
    expect(left(['cost', 'cost', 'cost', 'cost'])).toEqual([false, false, false, false])
  })

  it('stays flagged if fewer sentences keep it, or if each keeps a different word', () => {
    expect(left(['cost', 'cost', 'cost'])).toEqual([true, true, true])
    expect(left(['cost', 'fault', 'place', 'span'])).toEqual([true, true, true, true])
  })
})
