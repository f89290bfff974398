import { formByContext } from './haeyo-context.ts'
import { isClosedStem } from './stems.ts'
import { finalOf } from './syllables.ts'

const QUOTED = /"[^"]*"|“[^”]*”|‘[^’]*’|「[^」]*」|『[^』]*』/gu
const FORMAL = /([가-힣]+)(?:니다|니까)(?![가-힣])/gu
const POLITE_REQUEST = /([가-힣])(?:십시오)(?![가-힣])/gu
const PROPOSITION = /([가-힣]+)시다(?![가-힣])/gu

/**
 * Rewrites sentence endings in 합니다체 as 해요체, propositions as -죠 (갑시다: 가죠). Quotations keep their level, and so do
 * endings with more than one reading (삽니다: 사다 or 살다) unless the words before them decide.
 */
export function toHaeyo(text: string): string {
  const quotations = [...text.matchAll(QUOTED)].map(({ index, 0: { length } }) => [index, index + length] as const)
  const isQuoted = (at: number) => quotations.some(([from, to]) => from < at && at < to)
  return text
    .replace(FORMAL, (whole: string, stem: string, at: number) =>
      isQuoted(at) ? whole : (conjugate(stem, text.slice(0, at)) ?? whole),
    )
    .replace(POLITE_REQUEST, (whole: string, before: string, at: number) => (isQuoted(at) ? whole : `${before}세요`))
    .replace(PROPOSITION, (whole: string, stem: string, at: number) =>
      isQuoted(at) ? whole : (propose(stem) ?? whole),
    )
}

/** The 해요 form of a word without 니다: `먹습`, `갑`, `학생입`. */
function conjugate(word: string, before: string): string | undefined {
  const last = word.at(-1) ?? ''
  if (finalOf(last) !== BIEUP) return undefined
  for (const [end, form] of INTENTIONS) if (end.test(word)) return word.replace(end, form)
  const head = word.slice(0, -1)
  if (last === '습') return head === '' ? undefined : (formByContext(word, before) ?? afterConsonant(head))
  const open = compose(...withoutFinal(last))
  const decided = formByContext(word, before)
  if (decided !== undefined) return decided
  const whole = WHOLE.get(word)
  if (whole !== undefined) return whole
  if (word === '겁' && isAdnominal(before)) return '거예요'
  if (last === '입') return afterCopula(head, before)
  for (const [end, form] of ENDS) if (word.endsWith(end)) return word.slice(0, -end.length) + form
  if (last === '릅' && head !== '' && word !== '이릅') return afterReu(head)
  return AMBIGUOUS.has(last) ? undefined : contract(head, open)
}

/** 갑시다 -> 가죠, 먹읍시다 -> 먹죠; undefined for a stem that may end in ㄹ. */
function propose(word: string): string | undefined {
  const last = word.at(-1) ?? ''
  if (finalOf(last) !== BIEUP) return undefined
  const head = word.slice(0, -1)
  if (last === '읍' && finalOf(head) > 0) return `${head}죠`
  if (last === '맙') return `${head}말죠`
  return last !== '릅' && (AMBIGUOUS.has(last) || WHOLE.has(word))
    ? undefined
    : `${head}${compose(...withoutFinal(last))}죠`
}

/** Announcements of the speaker, for which -겠어요 would be unusual. */
const INTENTIONS: readonly (readonly [RegExp, string])[] = [
  [/드리겠습$/, '드릴게요'],
  [/(^|[어아여해려])보겠습$/, '$1볼게요'],
  [/넘어가겠습$/, '넘어갈게요'],
  [/((?:시작|소개|설명|말|계속|정리|마무리|이야기|요약)을?\s?)하겠습$/, '$1할게요'],
]

const NIEUN = 4
const RIEUL = 8
const BIEUP = 17
const BASE = 0xac00
const [A, AE, YA, EO, E, YEO, O, OE, U, WE, WI, EU, I] = [0, 1, 2, 4, 5, 6, 8, 11, 13, 15, 16, 18, 20]

function parts(syllable: string): [initial: number, vowel: number, final: number] {
  const code = syllable.charCodeAt(0) - BASE
  return [Math.floor(code / 588), Math.floor((code % 588) / 28), code % 28]
}

function withoutFinal(syllable: string): [initial: number, vowel: number] {
  const [initial, vowel] = parts(syllable)
  return [initial, vowel]
}

function compose(initial: number, vowel: number, final = 0): string {
  return String.fromCharCode(BASE + initial * 588 + vowel * 28 + final)
}

/** Whether the text before 겁니다 ends in an adnominal form (갈 겁니다, 한 겁니다), as opposed to an object (전화를 겁니다). */
function isAdnominal(before: string): boolean {
  const word = before.trimEnd().split(/\s/).at(-1) ?? ''
  return (
    /(?:는|던|[있없않같좋많싫먹받찾남맞읽앉얻았었였했겠]을)$/.test(word) ||
    (word.endsWith('을') && isClosedStem(word.slice(0, -1))) ||
    (/[^을를은]$/.test(word) && [NIEUN, RIEUL].includes(finalOf(word)))
  )
}

/** Verbs in -이다, without 이; other words before 입니다 are nouns. */
const VERB_IN_I =
  /^(?:보|쓰|모|높|붙|먹|움직|끄덕|반짝|망설|기울|받아들|끌어들|쌓|놓|섞|묶|꺾|깎|볶|끓|덧붙|돋보|선보|들여다보|속삭|서성|깜빡|뒤척|펄럭|출렁)$|[어아여해]보$/

/** Nouns that are also the beginning of a verb in -이다, which an object distinguishes: 속도를 줄입니다, 한 줄입니다. */
const NOUN_OR_VERB_IN_I = /^(?:속|벌|줄|들|숙|녹|죽|절|누)$/

/** 학생입 -> 학생이에요, 의사입 -> 의사예요, 보입 -> 보여요. */
function afterCopula(head: string, before: string): string | undefined {
  if (head === '') return undefined
  if (NOUN_OR_VERB_IN_I.test(head)) return /[을를]\s*$/.test(before) ? `${head}여요` : undefined
  if (VERB_IN_I.test(head)) return `${head}여요`
  return head + (finalOf(head) > 0 ? '이에요' : '예요')
}

/** Irregular and ambiguous stems before 습니다, by their end; undefined leaves the text as it is. */
const IRREGULAR: readonly (readonly [end: RegExp, form: (head: string) => string | undefined])[] = [
  [/[그이저]렇$/, head => `${cut(head)}래요`],
  [/어떻$/, head => `${cut(head)}때요`],
  [/[갛겋랗렇맣멓얗옇]$/, withoutHieut],
  [/(?:돕|곱)$/, head => `${replaceLast(head, head.endsWith('돕') ? '도' : '고')}와요`],
  [/(?:잡|입|뽑|씹|좁|접|집|업|꼽|수줍)$/, head => head + harmony(head)],
  [/듣$/, head => `${cut(head)}들어요`],
  [/깨닫$/, head => `${cut(head)}달아요`],
  [/일컫$/, head => `${cut(head)}컬어요`],
  [/갖$/, head => `${cut(head)}가져요`],
  [/싣$/, head => `${cut(head)}실어요`],
  [/[묻굽]$/, () => undefined],
  [/걷$/, head => `${cut(head)}걸어요`],
  [/짓$/, head => `${cut(head)}지어요`],
  [/붓$/, head => `${cut(head)}부어요`],
  [/잇$/, head => `${cut(head)}이어요`],
  [/낫$/, head => `${cut(head)}나아요`],
  [/긋$/, head => `${cut(head)}그어요`],
  [/젓$/, head => `${cut(head)}저어요`],
  [/긷$/, head => `${cut(head)}길어요`],
]

function afterConsonant(head: string): string | undefined {
  const final = finalOf(head)
  if (final === 0) return undefined
  const irregular = IRREGULAR.find(([end]) => end.test(head))
  if (irregular) return irregular[1](head)
  if (final === BIEUP) return `${replaceLast(head, compose(...withoutFinal(head.at(-1) ?? '')))}워요`
  return head + (PAST.has(final) ? '어요' : harmony(head))
}

/** ㅆ and ㅄ: 있, 갔, 없. */
const PAST = new Set([20, 18])

function harmony(head: string): string {
  const [, vowel] = parts(head.at(-1) ?? '')
  return vowel === A || vowel === YA || vowel === O ? '아요' : '어요'
}

/** 하얗 -> 하얘요, 뻘겋 -> 뻘게요. */
function withoutHieut(head: string): string {
  const [initial, vowel] = parts(head.at(-1) ?? '')
  return `${cut(head)}${compose(initial, vowel + 1)}요`
}

function cut(head: string): string {
  return head.slice(0, -1)
}

/** 벌 -> 법 */
function withBieup(stem: string): string {
  return replaceLast(stem, compose(...withoutFinal(stem.at(-1) ?? ''), BIEUP))
}

function replaceLast(head: string, syllable: string): string {
  return cut(head) + syllable
}

/**
 * Stems in ㄹ, matched as whole words. A stem in a vowel that would have the same form is far rarer, if there is one.
 */
const RIEUL_STEMS =
  '길 멀 놀 울 불 밀 빌 열 들 알 돌 널 늘 덜 떨 몰 물 벌 빨 썰 얼 졸 절 털 틀 풀 헐 이끌 둥글 매달 시들 거들 기울 베풀 부풀 깨물 악물 다물 저물 드물 여물 허물 아물 까불 비틀 뒤틀 내밀 떠밀 내몰 알아들'
const WHOLE: ReadonlyMap<string, string> = new Map([
  ...RIEUL_STEMS.split(' ').map((stem): [string, string] => [withBieup(stem), stem + harmony(stem)]),
  ['아닙', '아니에요'],
  ['것입', '거예요'],
])
/** Ends of words before 니다 and their 해요 forms, the longer ones first. */
const ENDS: readonly (readonly [string, string])[] = [
  ...(['만들', '힘들', '흔들', '잠들', '접어들', '줄어들', '모여들', '스며들', '뛰어들', '달려들'] as const).map(
    (stem): [string, string] => [`${cut(stem)}듭`, `${stem}어요`],
  ),
  ...([
    ['마십', '마셔요'],
    ['모십', '모셔요'],
    ['모릅', '몰라요'],
    ['다다릅', '다다라요'],
    ['다릅', '달라요'],
    ['흐릅', '흘러요'],
    ['부릅', '불러요'],
    ['오릅', '올라요'],
    ['고릅', '골라요'],
    ['누릅', '눌러요'],
    ['기릅', '길러요'],
    ['빠릅', '빨라요'],
    ['자릅', '잘라요'],
    ['가릅', '갈라요'],
    ['따릅', '따라요'],
    ['치릅', '치러요'],
    ['모읍', '모아요'],
    ['아픕', '아파요'],
    ['고픕', '고파요'],
    ['나쁩', '나빠요'],
    ['바쁩', '바빠요'],
    ['예쁩', '예뻐요'],
    ['기쁩', '기뻐요'],
    ['슬픕', '슬퍼요'],
    ['이룹', '이뤄요'],
    ['적십', '적셔요'],
    ['쑤십', '쑤셔요'],
    ['눈부십', '눈부셔요'],
    ['들릅', '들러요'],
    ['건넙', '건너요'],
    ['머뭅', '머물러요'],
    ['서툽', '서툴러요'],
    ['서둡', '서둘러요'],
    ['우러릅', '우러러요'],
    ['푸릅', '푸르러요'],
    ['낯섭', '낯설어요'],
    ['섭', '서요'],
    ['뛰놉', '뛰놀아요'],
    ['돕', '돌아요'],
    ['굽', '굴어요'],
    ['띕', '띄어요'],
    ['십', '세요'],
    ['됩', '돼요'],
    ['합', '해요'],
  ] as const),
]

/** Syllables of stems in a vowel and of stems in ㄹ, or with a contraction that depends on the word. */
const AMBIGUOUS = new Set([...'삽팝답맙압섭넙겁품굽릅듭읍돕껍'])

/** 서두릅 -> 서둘러요, 바릅 -> 발라요. */
function afterReu(head: string): string {
  const [initial, vowel] = withoutFinal(head.at(-1) ?? '')
  return `${cut(head)}${compose(initial, vowel, RIEUL)}${harmony(head) === '아요' ? '라요' : '러요'}`
}

/** 갑 -> 가요, 봅 -> 봐요, 배웁 -> 배워요, 집 -> 져요. */
function contract(head: string, open: string): string | undefined {
  const [initial, vowel] = withoutFinal(open)
  if (vowel === A || vowel === EO || vowel === AE || vowel === E || vowel === YEO) return `${head}${open}요`
  if (vowel === O) return `${head}${compose(initial, 9)}요`
  if (vowel === U) return `${head}${compose(initial, 14)}요`
  if (vowel === I) return `${head}${compose(initial, YEO)}요`
  // 담그다 and 아프다 harmonize with the vowel before ㅡ, 받아쓰다 does not.
  if (vowel === EU)
    return `${head}${compose(initial, head !== '' && !/[쓰뜨끄크트]/.test(open) && harmony(head) === '아요' ? A : EO)}요`
  if (vowel === WI || vowel === WE) return `${head}${open}어요`
  return vowel === OE ? `${head}${compose(initial, 10)}요` : undefined
}
