import { createHash } from 'node:crypto'
import type { Formality, TranslationEngine } from './engine.ts'
import { keptParts } from './kept-parts.ts'
import { REHEARSAL_LINES } from './rehearsal-lines.ts'

/** Korean text takes about this many characters for one of English. */
const KOREAN_SHARE = 0.45

interface Filler {
  formal: string
  informal: string
}

/** What a text becomes that nobody can translate here, by length. */
const FILLERS: readonly Filler[] = [
  { formal: '미번역', informal: '미번역' },
  { formal: '번역 없음', informal: '번역 없음' },
  { formal: '번역 전이에요', informal: '번역 전이야' },
  { formal: '번역이 없어요', informal: '번역이 없어' },
  { formal: '번역 연습이에요', informal: '번역 연습이야' },
  { formal: '번역 모델이 없어요', informal: '번역 모델이 없어' },
  { formal: '아직 옮기지 못했어요', informal: '아직 옮기지 못했어' },
  { formal: '번역 모델이 없어서 옮기지 못했어요', informal: '번역 모델이 없어서 옮기지 못했어' },
  { formal: '번역 연습이라서 뜻은 옮기지 못했어요', informal: '번역 연습이라서 뜻은 옮기지 못했어' },
  { formal: '번역 모델을 설치하면 이 자리에 번역이 나와요', informal: '번역 모델을 설치하면 이 자리에 번역이 나와' },
  {
    formal: '번역 모델이 설치되지 않아서 이 문장은 옮기지 못했어요',
    informal: '번역 모델이 설치되지 않아서 이 문장은 옮기지 못했어',
  },
  {
    formal: '지금은 연습 중이라 이 문장의 뜻을 한국어로 옮길 수 없어요',
    informal: '지금은 연습 중이라 이 문장의 뜻을 한국어로 옮길 수 없어',
  },
]

/**
 * Stands in where no translation model can be had: the lines of the rehearsal have their Korean, every other text
 * becomes one that says so and keeps the numbers and names of its source. Texts that follow each other are not answered
 * alike.
 */
export function createRehearsalTranslation(): TranslationEngine {
  let last: Filler | undefined

  function filledLine(text: string, formality: Formality): string {
    if (text.trim() === '') return text
    const kept = keptParts(text)
    last = fillerFor(text, kept.join(', ').length / 2, last)
    const korean = formality === 'FORMAL' ? last.formal : last.informal
    return kept.length > 0 ? `${korean}: ${kept.join(', ')}` : `${korean}.`
  }

  return {
    hasRegisters: true,
    translate: async (texts, formality) =>
      texts.map(text =>
        text
          .split('\n')
          .map(line => knownLines(line, formality) ?? filledLine(line, formality))
          .join('\n'),
      ),
  }
}

/** The Korean of a text made of rehearsal lines only. */
function knownLines(text: string, formality: Formality): string | undefined {
  const sentences = text.trim().split(/(?<=[.?!])\s+/)
  const lines = sentences.map(sentence => REHEARSAL_LINES.find(line => line.english === sentence))
  const korean = lines.map(line => line?.[formality === 'FORMAL' ? 'formal' : 'informal'])
  return korean.every(sentence => sentence !== undefined) ? korean.join(' ') : undefined
}

/** The filler whose length comes near that of a translation; of the near ones the text itself decides. */
function fillerFor(text: string, keptLength: number, last: Filler | undefined): Filler {
  const wanted = text.length * KOREAN_SHARE - keptLength
  const distance = (filler: Filler) => Math.abs(filler.formal.length - wanted)
  const others = FILLERS.filter(filler => filler !== last)
  const nearest = Math.min(...others.map(distance))
  const near = others.filter(filler => distance(filler) <= nearest + 2)
  const [byte = 0] = createHash('sha256').update(text).digest()
  return near[byte % near.length] ?? { formal: '번역이 없어요', informal: '번역이 없어' }
}
