import { createHash } from 'node:crypto'
import type { Formality, TranslationEngine } from './engine.ts'
import { REHEARSAL_LINES } from './rehearsal-lines.ts'

/** Korean characters per English character in a translation. */
const KOREAN_SHARE = 0.45

interface Filler {
  formal: string
  informal: string
}

/** Texts in place of a translation, from the shortest to the longest. */
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
 * Stands in where no translation model is available. Lines of the rehearsal have their own Korean; any other text is
 * replaced by a filler that says so and keeps the numbers and names. Successive texts get different fillers.
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

/** The Korean of a text that consists of rehearsal lines. */
function knownLines(text: string, formality: Formality): string | undefined {
  const sentences = text.trim().split(/(?<=[.?!])\s+/)
  const lines = sentences.map(sentence => REHEARSAL_LINES.find(line => line.english === sentence))
  const korean = lines.map(line => line?.[formality === 'FORMAL' ? 'formal' : 'informal'])
  return korean.every(sentence => sentence !== undefined) ? korean.join(' ') : undefined
}

/** Chooses a filler about as long as a translation would be; of several, a hash of the text decides. */
function fillerFor(text: string, keptLength: number, last: Filler | undefined): Filler {
  const wanted = text.length * KOREAN_SHARE - keptLength
  const distance = (filler: Filler) => Math.abs(filler.formal.length - wanted)
  const others = FILLERS.filter(filler => filler !== last)
  const nearest = Math.min(...others.map(distance))
  const near = others.filter(filler => distance(filler) <= nearest + 2)
  const [byte = 0] = createHash('sha256').update(text).digest()
  return near[byte % near.length] ?? { formal: '번역이 없어요', informal: '번역이 없어' }
}

/** Number words that the check of translations counts as numbers; "one" is usually not meant as a number. */
const NUMBER_WORDS: Record<string, string> = {
  two: '2',
  three: '3',
  four: '4',
  five: '5',
  six: '6',
  seven: '7',
  eight: '8',
  nine: '9',
  ten: '10',
  eleven: '11',
  twelve: '12',
  thirteen: '13',
  fourteen: '14',
  fifteen: '15',
  sixteen: '16',
  seventeen: '17',
  eighteen: '18',
  nineteen: '19',
  twenty: '20',
  thirty: '30',
  forty: '40',
  fifty: '50',
  sixty: '60',
  seventy: '70',
  eighty: '80',
  ninety: '90',
  hundred: '100',
  thousand: '1,000',
  million: '100만',
  billion: '10억',
}

/** Titles whose period does not end a sentence. */
const TITLE = /^(?:Mr|Mrs|Ms|Dr|Prof|St|Gen|Sen|Gov|Capt|Lt)\.$/

/** The numbers and names of an English text that its translation must keep, in order. */
export function keptParts(text: string): string[] {
  const words = text.split(/\s+/).filter(word => word !== '')
  const parts: string[] = []
  let startsSentence = true
  let continuesName = false
  for (const word of words) {
    const bare = word.replace(/^[^\p{L}\p{N}$€£]+|[^\p{L}\p{N}%]+$/gu, '').replace(/['’]s?$/u, '')
    const number = /\d/.test(bare) ? bare : NUMBER_WORDS[bare.toLowerCase()]
    const isName = isNameWord(bare, startsSentence)
    if (number) parts.push(number)
    else if (isName && continuesName) parts.push(`${parts.pop()} ${bare}`)
    else if (isName) parts.push(bare)
    continuesName = isName && !/[,;:.?!]$/.test(word)
    startsSentence = /[.?!]["'”’)]*$/.test(word) && !TITLE.test(word)
  }
  return parts.filter((part, i) => parts.indexOf(part) === i)
}

function isNameWord(bare: string, startsSentence: boolean): boolean {
  if (/^I(?:['’]|$)/.test(bare)) return false
  const isAcronym = /^\p{Lu}{2,}$/u.test(bare)
  return isAcronym || (!startsSentence && /^\p{Lu}/u.test(bare))
}
