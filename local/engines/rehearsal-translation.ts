import { createHash } from 'node:crypto'
import { PLACEHOLDERS } from '../../lambdas/contract/placeholders.ts'
import type { Formality, TranslationEngine } from './engine.ts'

/** A line of the rehearsal, and its Korean in both registers. */
interface RehearsalLine {
  english: string
  formal: string
  informal: string
}

/** Lines for every length of speech, from one word to about seven seconds. All of them say that no model is installed. */
export const REHEARSAL_LINES: readonly RehearsalLine[] = [
  ['Speech.', '말소리예요.', '말소리야.'],
  ['Talking.', '말하고 있어요.', '말하고 있어.'],
  ['No model yet.', '아직 모델이 없어요.', '아직 모델이 없어.'],
  ['A voice.', '목소리예요.', '목소리야.'],
  ['Someone speaks.', '누군가 말해요.', '누군가 말해.'],
  ['A voice here.', '여기 목소리가 있어요.', '여기 목소리가 있어.'],
  ['Someone is speaking.', '누군가 말하고 있어요.', '누군가 말하고 있어.'],
  ['No speech model here.', '음성 인식 모델이 없어요.', '음성 인식 모델이 없어.'],
  ['This is a rehearsal.', '이건 연습용 자막이에요.', '이건 연습용 자막이야.'],
  ['No speech model is installed.', '음성 인식 모델이 설치되지 않았어요.', '음성 인식 모델이 설치되지 않았어.'],
  ['Someone is speaking right here.', '바로 여기서 누군가 말하고 있어요.', '바로 여기서 누군가 말하고 있어.'],
  ['This line only marks a voice.', '이 줄은 목소리 자리만 나타내요.', '이 줄은 목소리 자리만 나타내.'],
  ['The real words are not known.', '실제로 무슨 말인지는 알 수 없어요.', '실제로 무슨 말인지는 알 수 없어.'],
  ['This is a rehearsal without a model.', '모델 없이 해 보는 자막 연습이에요.', '모델 없이 해 보는 자막 연습이야.'],
  [
    'Speech was found here, but not understood.',
    '말소리는 찾았지만 알아듣지는 못했어요.',
    '말소리는 찾았지만 알아듣지는 못했어.',
  ],
  [
    'Someone speaks now, and no model is listening.',
    '지금 누군가 말하지만 알아들을 모델이 없어요.',
    '지금 누군가 말하지만 알아들을 모델이 없어.',
  ],
  [
    'The times are real, but the words are not.',
    '시간은 진짜지만 글은 진짜가 아니에요.',
    '시간은 진짜지만 글은 진짜가 아니야.',
  ],
  [
    'Install a speech model to read what is said.',
    '음성 인식 모델을 설치하면 무슨 말인지 읽을 수 있어요.',
    '음성 인식 모델을 설치하면 무슨 말인지 읽을 수 있어.',
  ],
  [
    'No speech model is installed; this line marks where someone speaks.',
    '음성 인식 모델이 없어서 누군가 말하는 자리만 표시해요.',
    '음성 인식 모델이 없어서 누군가 말하는 자리만 표시해.',
  ],
  [
    'This line marks a place where someone in the video speaks.',
    '이 줄은 영상에서 누군가 말하는 자리를 나타내요.',
    '이 줄은 영상에서 누군가 말하는 자리를 나타내.',
  ],
  [
    'Someone speaks here for a while, but there is no model to understand it.',
    '누군가 한동안 말하지만, 그 말을 알아들을 모델이 없어요.',
    '누군가 한동안 말하지만, 그 말을 알아들을 모델이 없어.',
  ],
  [
    'The subtitles fit the voice in time, and a speech model will add the words.',
    '자막은 목소리에 시간을 맞췄고, 말은 음성 인식 모델을 설치하면 채워져요.',
    '자막은 목소리에 시간을 맞췄고, 말은 음성 인식 모델을 설치하면 채워져.',
  ],
  [
    'This is a rehearsal of the whole way, from the voice in the video to the subtitle.',
    '영상의 목소리가 자막이 되기까지의 모든 과정을 미리 해 보는 연습이에요.',
    '영상의 목소리가 자막이 되기까지의 모든 과정을 미리 해 보는 연습이야.',
  ],
  [
    'As long as no speech model is installed, every line only says that someone is speaking here.',
    '음성 인식 모델을 설치하기 전까지는 누군가 말한다는 것만 줄마다 알려 드려요.',
    '음성 인식 모델을 설치하기 전까지는 누군가 말한다는 것만 줄마다 알려 줘.',
  ],
].map(([english = '', formal = '', informal = '']) => ({ english, formal, informal }))

/** Korean characters per English character in a translation. */
const KOREAN_SHARE = 0.45

interface Filler {
  formal: string
  informal: string
}

/** Texts that replace a translation, from the shortest to the longest. */
const FILLERS: readonly Filler[] = PLACEHOLDERS.map(([formal, informal]) => ({ formal, informal }))

/**
 * Replaces a missing translation model. Lines of the rehearsal have their own Korean. Any other text is replaced by a
 * filler that says so and keeps the numbers and names. Consecutive texts get different fillers.
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

/** Chooses a filler about as long as a translation would be; among several, by a hash of the text. */
function fillerFor(text: string, keptLength: number, last: Filler | undefined): Filler {
  const wanted = text.length * KOREAN_SHARE - keptLength
  const distance = (filler: Filler) => Math.abs(filler.formal.length - wanted)
  const others = FILLERS.filter(filler => filler !== last)
  const nearest = Math.min(...others.map(distance))
  const near = others.filter(filler => distance(filler) <= nearest + 2)
  const [byte = 0] = createHash('sha256').update(text).digest()
  return near[byte % near.length] ?? { formal: '번역이 없어요', informal: '번역이 없어' }
}

/** Number words that the check of translations counts as numbers. "one" is rarely meant as a number. */
const NUMBER_WORDS = new Map(
  Object.entries({
    ...{ two: '2', three: '3', four: '4', five: '5', six: '6', seven: '7', eight: '8', nine: '9', ten: '10' },
    ...{ eleven: '11', twelve: '12', thirteen: '13', fourteen: '14', fifteen: '15', sixteen: '16' },
    ...{ seventeen: '17', eighteen: '18', nineteen: '19', twenty: '20', thirty: '30', forty: '40', fifty: '50' },
    ...{ sixty: '60', seventy: '70', eighty: '80', ninety: '90', hundred: '100', thousand: '1,000' },
    ...{ million: '100만', billion: '10억' },
  }),
)

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
    const number = /\d/.test(bare) ? bare : NUMBER_WORDS.get(bare.toLowerCase())
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
