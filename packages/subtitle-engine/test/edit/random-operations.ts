import fc from 'fast-check'
import { buildDraft, type Draft, eojeolsOf, type Operation } from '../../src/edit/index.ts'
import { anySentences, anyTranslation } from '../support/arbitrary.ts'

/** Any speech with any translations. */
export const anyDraft: fc.Arbitrary<Draft> = fc
  .tuple(anySentences, fc.array(anyTranslation, { minLength: 1, maxLength: 12 }), fc.constantFrom(0, 90_000))
  .map(([sentences, texts, durationMs]) => {
    const endMs = Math.max(0, ...sentences.map(each => each.endMs))
    const translated = sentences.map((sentence, i) => {
      return { sentence, korean: texts[i % texts.length] ?? '', problems: i % 5 === 0 ? ['empty'] : [] }
    })
    return buildDraft(translated, {
      durationMs: durationMs > 0 ? Math.max(durationMs, endMs + 2000) : 0,
      register: 'polite',
    })
  })

/** Numbers that choose an operation on any draft. */
export type Choice = readonly [what: number, where: number, detail: number, text: string]
export const anyChoice: fc.Arbitrary<Choice> = fc.tuple(fc.nat(11), fc.nat(9999), fc.nat(9999), anyTranslation)

/** Builds the operation that the numbers choose; some are impossible on purpose. */
export function chosenOperation({ sentences, words }: Draft, choice: Choice, newId: string): Operation {
  const [what, where, detail, text] = choice
  const sentence = sentences[where % Math.max(1, sentences.length)]
  const id = sentence?.id ?? 'none'
  const eojeols = eojeolsOf(sentence?.korean ?? '').length
  const at = 1 + (detail % Math.max(1, eojeols))
  const startMs = words[sentence?.from ?? 0]?.startMs ?? 0
  switch (what) {
    case 0:
      return { kind: 'text', id, korean: text }
    case 1:
      return { kind: 'split', id, newId, word: (sentence?.from ?? 0) + 1 + (detail % 5), at }
    case 2:
      return { kind: 'join', id }
    case 3:
      return { kind: 'break', id, at, as: 'cue', ...(detail % 2 === 0 && { ms: startMs + (detail % 4000) }) }
    case 4:
      return { kind: 'break', id, at, as: detail % 3 === 0 ? undefined : detail % 3 === 1 ? 'line' : 'none' }
    case 5:
      return { kind: 'time', id, startMs: detail % 4 === 0 ? null : startMs + (detail % 900) - 300 }
    case 6:
      return { kind: 'time', id, endMs: detail % 4 === 0 ? null : startMs + detail }
    case 7:
      return { kind: 'speaker', id, speaker: detail % 2 === 0 ? undefined : 'spk_1' }
    case 8:
      return { kind: 'remove', id }
    case 9:
      return { kind: 'add', newId, startMs: detail * 7, endMs: detail * 7 + 900, korean: text }
    case 10:
      return { kind: 'check', id, checked: detail % 2 === 0 }
    default:
      return { kind: 'restore', ids: detail % 9 === 0 ? 'all' : [id] }
  }
}
