import type { Kind } from './kinds.ts'
import { isClosedStem, isConsonantStem, isListedStem, isVerbStem } from './stems.ts'
import { finalOf, NIEUN, PAST, RIEUL, vowelOf, withoutFinal } from './syllables.ts'

/** Final consonants of many verb stems and few nouns: ㄲ ㄵ ㄶ ㄷ ㄺ ㄻ ㄼ ㄾ ㄿ ㅀ ㅂ ㅄ ㅅ ㅆ ㅈ ㅊ ㅋ ㅌ ㅍ ㅎ. */
const STEM_FINALS = new Set([2, 5, 6, 7, 9, 10, 11, 13, 14, 15, 17, 18, 19, 20, 22, 23, 24, 25, 26, 27])
/** Vowels of stems that are their own infinitive, the form before -서, -도 and -야: `지나`, `보내`, `건네`, `켜`. */
const OWN_INFINITIVE = new Set([0, 1, 4, 5, 6])
/** ㅏ, ㅑ and ㅗ. */
const BRIGHT_VOWELS = new Set([0, 2, 8])
const BIEUP_FINAL = 17
const SIOT = 19
/** Verbs that follow another verb's infinitive within one eojeol: `달려온`, `돌려줄`, `줄어드는`. */
const SECOND_VERB = /^.[가-힣]+(?:[오가지주보두내드나놓]는|[온간준본둔낸든난진올갈줄볼둘낼질])$/
const NO_NI = /(?:머니|언니|무니|키니|티니)$|^[^하되오가보나주쓰크두사서자있없같많좋싫]니$/
const NO_DE = /(?:가운|[그런한])데$/
const NO_DA = /^(?:보다|마다|데다)$/
const PERSON_HAGO = /(?:[님들씨구나저너대]하|치)고는$/
/** Forms in -ㄹ게 that say what the speaker will do; others may be adverbs (`길게`). */
const PROMISE = /^(?:나|내|가져|데려|들어|돌아|해|써|알아|도와)?[할줄볼갈올둘낼될]게$/
/** Stems of one syllable that take -진 and -질: `하질 않다`. */
const SHORT_STEM = /^[하되같있없않싶]$/
const BEFORE_GA = /[려라러져겨켜쳐워와아]$/
/** Verbs that form compounds with nouns and adverbs: `잡아먹`, `점찍`, `주고받`. */
const LAST_OF_COMPOUND = /.[먹박찍잡받뽑막묶섞꺾]$/
const PARTICLE_AFTER_GI = /기(가|를|는|도|만|로)?$/
const AFTER_GI: Readonly<Record<string, Kind>> = {
  가: 'subject',
  를: 'object',
  는: 'topic',
  도: 'subject',
  만: 'subject',
  로: 'place',
}

/** The second verb of a compound such as `돌려주`, `넘어가`, `밝혀내`. */
const SECOND_STEM = /^..+[가오지주보두내나서들드놓]$/

/** Whether an ending of verbs or adjectives may follow: `움직이`, `살아남`, `읽`, `만들`, `했`. */
function isStem(stem: string, kindOf: KindOf): boolean {
  if (stem === '') return false
  if (isVerbStem(stem) || isConsonantStem(stem) || STEM_FINALS.has(finalOf(stem))) return true
  if (finalOf(stem) === RIEUL && isVerbStem(withoutFinal(stem))) return true
  if (LAST_OF_COMPOUND.test(stem)) return true
  return SECOND_STEM.test(stem) && isLinking(stem.slice(0, -1), kindOf)
}

/** Finds the kind of a shorter word. */
type KindOf = (word: string) => Kind

function isLinking(word: string, kindOf: KindOf): boolean {
  return word.length > 1 && !/[다지]$/.test(word) && kindOf(word) === 'linking'
}

/**
 * The kind of a verb or adjective whose ending also occurs in nouns: `나오자` is a clause, `소비자` is not. Undefined if the
 * table of endings decides. `kindOf` finds the kind of a shorter word.
 */
export function kindOfInflection(word: string, kindOf: KindOf): Kind | undefined {
  if (word.length < 2) return undefined
  const last = word.charAt(word.length - 1)
  const stem = word.slice(0, -1)
  const final = finalOf(stem)
  switch (last) {
    case '자':
      return (isStem(stem, kindOf) && final !== BIEUP_FINAL && final !== SIOT) || isConsonantStem(stem)
        ? 'clause'
        : undefined
    case '듯':
      return isStem(stem, kindOf) ? 'clause' : undefined
    case '든':
      if (isLinking(stem, kindOf)) return 'modifier'
      return isStem(stem, kindOf) || stem.endsWith('이') ? 'clause' : undefined
    case '러':
      return isStem(stem, kindOf) ? 'linking' : undefined
    case '니':
      return !NO_NI.test(word) && (isStem(stem, kindOf) || /[느거다라려으이]$/.test(stem)) ? 'clause' : undefined
    case '까':
      return final === RIEUL ? 'clause' : undefined
    case '데':
      return final === NIEUN && !NO_DE.test(word) ? 'clause' : undefined
    case '게':
      if (PROMISE.test(word)) return 'final'
      break
    case '이':
      if (/^(.)\1이$/.test(word)) return 'adverb'
      break
    case '네':
    case '나':
      if (final === PAST) return 'final'
      break
    case '다':
      return kindBeforeDa(word, stem, kindOf)
    case '지':
      return stem.endsWith('까') ? undefined : kindBeforeJi(stem, kindOf)
    case '도':
      if (stem.endsWith('지')) break
      return isLinking(stem, kindOf) && !stem.endsWith('야') ? 'clause' : undefined
    case '와':
      return isVerbStem(`${stem}오`) || isLinking(stem, kindOf) ? 'linking' : undefined
    case '긴':
      return isStem(stem, kindOf) && !isListedStem(withoutFinal(word)) ? 'nominal' : undefined
    case '길':
      if (isListedStem(withoutFinal(word))) return 'modifier'
      return (isVerbStem(stem) && stem.length > 1) || isClosedStem(stem) || SHORT_STEM.test(stem)
        ? 'nominal'
        : undefined
    case '질':
    case '진':
      if (isVerbStem(withoutFinal(word))) return 'modifier'
      if (SHORT_STEM.test(stem) || (stem.length > 1 && isVerbStem(stem))) return 'linking'
      break
    case '는':
      if (stem.endsWith('자') && stem.length > 1) return kindOf(stem) === 'clause' ? 'quotation' : 'topic'
      if (stem.endsWith('고') && isStem(word.slice(0, -2), kindOf) && !PERSON_HAGO.test(word)) return 'clause'
      break
    case '인':
      if (/^\d.*[^\d만억조천백여]인$/.test(word)) return 'modifier'
      break
    default:
  }
  if (SECOND_VERB.test(word)) {
    const first = word.slice(0, last === '는' ? -2 : -1)
    if (isLinking(first, kindOf)) return 'modifier'
  }
  if (isOwnInfinitive(word)) return 'linking'
  if (last === '가' && BEFORE_GA.test(stem) && isLinking(stem, kindOf)) return 'linking'
  return PARTICLE_AFTER_GI.test(word) ? kindAfterGi(word, kindOf) : undefined
}

/** True for an infinitive that is its own stem: `지나`, `꺼내`. */
function isOwnInfinitive(word: string): boolean {
  return OWN_INFINITIVE.has(vowelOf(word)) && finalOf(word) === 0 && !/[하서가]$/.test(word) && isVerbStem(word)
}

/** `갔다`, `간다`, `손실이다` close a sentence; `살다 (보면)` and `읽다 (말고)` go on. */
function kindBeforeDa(word: string, stem: string, kindOf: KindOf): Kind | undefined {
  const final = finalOf(stem)
  if (final === PAST && !/[있]$/.test(stem)) return 'final'
  if (final === NIEUN && (stem.endsWith('는') || isVerbStem(withoutFinal(stem)))) return 'final'
  if (NO_DA.test(word)) return undefined
  if (isStem(stem, kindOf)) return 'linking'
  return stem.endsWith('이') && stem.length > 1 ? 'final' : undefined
}

/** `누군지`, `있을지` are clauses, `했지` closes a sentence, `가지 (않다)` goes on; `벽지` is a noun. */
function kindBeforeJi(stem: string, kindOf: KindOf): Kind | undefined {
  const final = finalOf(stem)
  if (final === NIEUN || final === RIEUL) {
    if (isVerbStem(withoutFinal(stem))) return 'clause'
    if (stem.length > 1 && (/[인일]$/.test(stem) || /^(?:modifier|determiner)$/.test(kindOf(stem)))) return 'clause'
  }
  if (final === PAST && !stem.endsWith('있')) return 'final'
  if (isStem(stem, kindOf)) return 'linking'
  if (stem.length < 2) return undefined
  if (stem.endsWith('이')) return 'final'
  return final === 0 ? 'linking' : undefined
}

/** The nominal form of a verb (`달리기를`), or a noun (`전화기를`). */
function kindAfterGi(word: string, kindOf: KindOf): Kind | undefined {
  const [ending = '', particle = ''] = PARTICLE_AFTER_GI.exec(word) ?? []
  const gi = word.slice(0, word.length - particle.length)
  const isVerb = isVerbStem(gi)
  if (isStem(word.slice(0, -ending.length), kindOf) && !(particle === '는' && isListedStem(gi))) return 'nominal'
  if (isVerb && particle === '는') return undefined
  return particle === '' ? 'noun' : (AFTER_GI[particle] ?? 'noun')
}

/** Whether a word with a linking ending of the table is a verb: `영어`, `흉내` and `원고지` are nouns. */
export function isInfinitive(word: string, kindOf: KindOf): boolean {
  const stem = word.slice(0, -1)
  const final = finalOf(stem)
  switch (word.charAt(word.length - 1)) {
    case '어':
    case '아':
      return final === 0 || final === RIEUL || isStem(stem, kindOf)
    case '여':
      return isVerbStem(`${stem}이`) || isVerbStem(stem)
    case '내':
      return isVerbStem(word) || isLinking(stem, kindOf)
    case '지':
      return isStem(stem, kindOf)
    case '야':
      return !/(?:[에이구거뭐마]|^[그너])야$/.test(word)
    default:
      return true
  }
}

/** Whether a stem takes -아 rather than -어: `신시아` is a name, `좋아` a verb. */
export function takesA(stem: string): boolean {
  return BRIGHT_VOWELS.has(vowelOf(stem))
}

/** Whether an eojeol in -지도 or -지는 negates a verb: `놓지도`, `춥지는`. */
export function negates(stem: string): boolean {
  return isVerbStem(stem) || STEM_FINALS.has(finalOf(stem))
}
