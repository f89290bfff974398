import { builtOnce } from '../built-once.ts'
import { isInfinitive, kindOfInflection, negates, takesA } from './inflections.ts'
import { KINDS, type Kind } from './kinds.ts'
import { MISLEADING_NOUNS } from './misleading-nouns.ts'
import { isClosedStem, isVerbStem } from './stems.ts'
import { finalOf, NIEUN, PAST, RIEUL, withoutFinal } from './syllables.ts'

/** Nouns that only occur after a modifier, with any particle or form of 이다. */
const DEPENDENT =
  /^(?:수|것|거|적|데|바|뿐|만큼|대로|등|점|채|척|듯|듯이|리|셈|편|법|탓|참|터|식|줄|지|나름|모양|때문|정도|쪽|때|만|지경|무렵|동안)(?:이|가|은|는|을|를|도|만|에|로|의|으로|에서|에는|에도|에만|만은|이나|처럼|부터|까지|까지는|밖에|조차|들|들이|들을|들은|들도|마다|예요|이에요|입니다|이다|일|이라|이라고|이라는|라고|라는|이죠|죠|이지|지|이고|고|이며|이야|야|인|인데|인데요|였|였어요|였습니다|이었|이었다|이었어요|이었습니다|이니까|니까|네요|이네요|거든요|이거든요|였다|였거든요|일까요|일까|인가|인가요|보다|보다는)?$|^(?:건|걸|게|겁니다|겁니까|걸까|걸까요|건가|건가요|건지|건데|건데요|거든|거든요|거란|거라고|거라는|걸요|게요|걸로|듯한|듯하|텐데|텐데요|수밖에)$/
/** Endings that close a sentence even without punctuation. */
const POLITE = /[가-힣](?:(?<![필중수소주개])요|죠|니다|[습ㅂ]니까)$/
/** The last syllables of `POLITE`. */
const POLITE_LAST = new Set('요죠다까')
const FINAL =
  /[가-힣](?:다|요|죠|까|지|냐|자|라|나|니|래|네|어|아|해|야|게|걸|거든|군|구나|음|줘|봐|돼|데)$|^(?:해|가|와|봐|줘|야)$/
const NUMERAL =
  /^(?:[\d,.]*\d[만억조천백십여]*|[일이삼사오육칠팔구십백천만억조]{2,}여?|[십백천만억]여|[백천만억]|한|두|세|네|석|넉|두어|다섯|여섯|일곱|여덟|아홉|열|열한|열두|열세|열네|열다섯|스무|스물[가-힣]*|서른[가-힣]*|마흔[가-힣]*|쉰[가-힣]*|예순|일흔|여든|아흔|몇|[수몇][십백천만]+여?|한두|두세|서너|너덧|대여섯|예닐곱)$/

interface KindTable {
  words: ReadonlyMap<string, Kind>
  endings: ReadonlyMap<string, Kind>
  longestEnding: number
}

const readKinds = builtOnce((): KindTable => {
  const known = new Map<string, Kind>()
  const found = new Map<string, Kind>()
  for (const word of MISLEADING_NOUNS.trim().split(/\s+/)) known.set(word, 'noun')
  for (const { kind, words = '', endings = '' } of KINDS) {
    for (const word of words.split(/\s+/)) if (word !== '' && !known.has(word)) known.set(word, kind)
    for (const ending of endings.split(/\s+/)) if (ending !== '' && !found.has(ending)) found.set(ending, kind)
  }
  return { words: known, endings: found, longestEnding: Math.max(1, ...[...found.keys()].map(({ length }) => length)) }
})

/** The kind of an eojeol without its punctuation; `closes` if a sentence ends with it. */
export function kindOf(word: string, closes = false): Kind {
  const whole = readKinds().words.get(word)
  if (
    closes
      ? FINAL.test(word)
      : POLITE_LAST.has(word.charAt(word.length - 1)) && whole === undefined && POLITE.test(word)
  )
    return 'final'
  if (whole === 'noun') return whole
  if (NUMERAL.test(word)) return 'numeral'
  if (whole) return whole
  if (DEPENDENT.test(word)) return 'dependent'
  const named = particleOf(word) ?? kindOfInflection(word, kindOf)
  if (named) return named
  if (word.endsWith('는') && word.length > 1) return kindBeforeNeun(word)
  if (word.endsWith('지도')) {
    const stem = word.slice(0, -2)
    const final = finalOf(stem)
    if ((final === NIEUN || final === RIEUL) && isVerbStem(withoutFinal(stem))) return 'clause'
    if (kindOf(word.slice(0, -1)) === 'clause') return 'clause'
    if (negates(stem)) return 'linking'
  }
  if (/[은을]$/.test(word) && word.length > 1) {
    const stem = word.slice(0, -1)
    if (finalOf(stem) === PAST || isClosedStem(stem)) return 'modifier'
  }
  if (word.endsWith('를') && isVerbStem(withoutFinal(word), true)) return 'modifier'
  if (word.length > 2 && word.endsWith('아') && !takesA(word.slice(0, -1))) return 'noun'
  const ending = kindOfEnding(word)
  if (ending) return ending
  const final = finalOf(word)
  if ((final === NIEUN || final === RIEUL) && word.length > 1 && isVerbStem(withoutFinal(word))) return 'modifier'
  return isTwice(word) ? 'adverb' : 'noun'
}

/** The kind of the longest ending of the table. */
function kindOfEnding(word: string): Kind | undefined {
  const { endings, longestEnding } = readKinds()
  for (let length = Math.min(longestEnding, word.length); length > 0; length -= 1) {
    if (length === word.length && length === 1) break
    const kind = endings.get(word.slice(-length))
    if (kind === 'linking' && !isInfinitive(word, kindOf)) return /(?:[이거뭐]|니)야$/.test(word) ? 'final' : undefined
    if (kind) return kind
  }
  return undefined
}

/** The kind of a listed noun with a particle: `바다가` is a subject, although other words in -다가 are clauses. */
function particleOf(word: string): Kind | undefined {
  for (let length = Math.min(3, word.length - 2); length > 0; length -= 1) {
    const [noun, particle] = [word.slice(0, -length), word.slice(-length)]
    const kind = PARTICLES.get(particle)
    if (kind && readKinds().words.get(noun) === 'noun')
      return particle === '하고' && ACTIONS.has(noun) ? 'clause' : kind
  }
  return undefined
}

/** The kind of an eojeol in -는: a verb before its noun, a topic, or a negated or quoted clause. */
function kindBeforeNeun(word: string): Kind {
  const stem = word.slice(0, -1)
  const quoted = readKinds().endings.get(word.slice(-2))
  if (quoted === 'quotation' && word.length > 2 && readKinds().words.get(stem) !== 'noun') return 'quotation'
  const long = readKinds().endings.get(word.slice(-3))
  if (long === 'place' || long === 'clause' || long === 'quotation') return long
  if (finalOf(stem) > 0 || isVerbStem(stem) || (stem.endsWith('거리') && stem.length > 3)) return 'modifier'
  if (stem.endsWith('지') && readKinds().words.get(stem) !== 'noun' && negates(stem.slice(0, -1))) return 'linking'
  return 'topic'
}

/** True for a reduplicated word: `조심조심`. */
function isTwice(word: string): boolean {
  const half = word.length / 2
  return word.length >= 4 && Number.isInteger(half) && word.slice(0, half) === word.slice(half)
}

/** Listed nouns that form a verb with 하다: `동의하고` is a clause, not a companion. */
const ACTIONS = new Set(
  '동의 정의 논의 합의 문의 주의 결의 항의 협의 의지 이야기 얘기 연기 평가 증가 추가 참가 허가 전화 변화 대화 후회 지도 보도 시도 기도 태도 신고 광고 경고 사고 해고 충고 권고 예고 선고 참고 통고 회고 고려 배려 격려 우려 염려 이해 오해 피해 방해 침해 안내 확인 관리 처리 정리 요리 심리 노력 방문 질문 전문 제한 지원 유지 금지 방지 정지 중지 폐지 공지 저지 의미 발견 참여 기여 부여 대여 발전 회전 도전 운전 충전 조사 이사 구조 자랑 사랑 통과 초과 외면 직면 대면 기대 포기 사과 효과 생각 상의 거절 혁신 확신 배신 헌신 변신 투자'.split(
    ' ',
  ),
)
/** Particles that determine the kind of a noun. */
const PARTICLES = new Map<string, Kind>([
  ['이', 'subject'],
  ['가', 'subject'],
  ['도', 'subject'],
  ['만', 'subject'],
  ['은', 'topic'],
  ['는', 'topic'],
  ['을', 'object'],
  ['를', 'object'],
  ['의', 'genitive'],
  ['와', 'companion'],
  ['과', 'companion'],
  ['랑', 'companion'],
  ['하고', 'companion'],
  ['에', 'place'],
  ['에서', 'place'],
  ['에는', 'topic'],
  ['로', 'place'],
  ['으로', 'place'],
  ['보다', 'place'],
  ['까지', 'place'],
  ['부터', 'place'],
  ['마다', 'place'],
  ['처럼', 'place'],
])
