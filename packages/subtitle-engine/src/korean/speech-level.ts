import { isVerbStem } from './stems.ts'
import { finalOf } from './syllables.ts'

/** 해요체, 합니다체 (both 존댓말), 반말. */
export type SpeechLevel = 'haeyo' | 'hapnida' | 'banmal'

const CLOSERS = /["'”’)\]」』.,?!…~\s]+$/u
const CLOSED = /[.?!…]["'”’)\]」』]*\s*$/u
const ASKED = /[?][!?…]*["'”’)\]」』]*\s*$/u
const QUOTED = /"[^"]*"|“[^”]*”|‘[^’]*’|(?<![A-Za-z가-힣])'[^']*'|「[^」]*」|『[^』]*』/gu

const CERTAIN_BANMAL =
  /(?:[했갔았었였겠있없됐왔봤났셨렸졌쳤켰]어|잖아|거든|구나|[이거뭐게]야|[한는간온된난선]다|[했갔았었였겠있없됐왔봤났셨렸졌쳤켰같많좋싫않]다|이다|아니다|하자|가자|해라|[하할갈볼될줄]까|[하되가오]냐|[할갈볼될줄]게|[하가되]네|[하겠맞렇]지|말해|안 돼|해 줘|해줘|몰라|알아|그래|맞아|좋아|싫어|해봐|해 봐)$/

const NOUN_IN_YO = /(?:필요|중요|수요|월요|일요|소요|동요|주요|개요|민요)$/

/** Endings that are 반말 if punctuation closes the sentence; without it, they may connect a clause to the next one. */
const CLOSED_BANMAL: readonly RegExp[] = [
  /[가-힣](?:다|냐|니|지|네|군|구나|구먼|구려|라|래|대|데|걸|까|마|렴|무나|담|거든|잖니|느냐|는가|은가|던가|인가|더라|나 봐|지그래)$/,
  /[가-힣](?:[다라자냐더려]고|[다자라냐]며|[다라자냐]면서|니까|이야|게나|고말고|[겠았었했]나|[지네]\s뭐|누)$/,
  /(?:어|아|여|해|돼|줘|봐|봬|와|워|켜|쳐|져|려|겨|펴|춰|꿔|눠|둬|쏴|내|세|야|빠|뻐|퍼|싸|셔|써|꺼|떠|커|텨|껴|벼|그래|어쩌라고|[배고아]파)$/,
  /(?:앉|두|듣|쓰|주|말|있|놓|잡|받|서|시|리|하|오|가|먹|보|자|나가|들)게$/,
  /[불눌둘들흘굴찔물툴일걸]러$/,
  /(?:보|애|지)태$|보채$|헤매$|깨$/,
  /(?:빛|화|신|끝|혼|겁|만|떠|어|타|벗어|태어)나$|(?:[이가]|냄새|소리|생각|화|열|겁|땀|힘|눈물|티) 나$/,
  /(?:나|들어|올라|돌아|내려|가져|데려|지나|다|따라|걸어|뛰어|찾아|잡아|살아|떠|날아|넘어|건너|물러|이어|늘어|빠져)가$/,
  /(?:^| )(?:가|서|마|해|와|봐|줘|둬|자|써|꺼|내|짜|타|뭐야)$/,
  /(?:[이가은는을를도에게]|에서|한테|[더잘못안좀다])\s(?:새|재|빼|매|사|캐|기대|나|가)$/,
]

/** Nouns, particles and connective endings that look like 반말. */
const NO_BANMAL =
  /(?:바다|판다|사이다|캐나다|르완다|편지|가지|강아지|송아지|아버지|할아버지|바지|먼지|단지|반지|돼지|복지|정지|방지|유지|폐지|표지|메시지|패키지|소시지|마사지|이미지|페이지|에너지|스테이지|휴지|잡지|토지|대지|육지|목적지|관광지|여행지|휴양지|중심지|거주지|후보지|촬영지|까지|의지|여기까지|지금까지|어머니|할머니|언니|아주머니|주머니|바구니|나라|우리나라|카메라|드라마|엄마|고구마|치마|장마|라마|동네|빨래|노래|미래|아래|모래|고래|군대|무대|침대|시대|세대|최대|절대|반대|상대|기대|연대|초대|현대|부대|확대|한국어|언어|국어|영어|일본어|중국어|용어|단어|고등어|문어|상어|연어|장어|육아|동아|아시아|러시아|고아|치아|자아|이탈리아|오스트리아|새해|올해|지해|이해|오해|피해|바다|동해|남해|세계|금지|마침내|안내|국내|시내|실내|아내|인내|하늘|마리아|뭐라고|기와|영화와|효과|경찰대|가운데|한가운데|그런데|근데|하지만|어디까지|언제까지|이데|무지개|고개|베개|조개|세상에|그러니까|왜냐하면|아빠|오빠|양파|대파|한파|어깨|올빼미|달러|가게|무게|집게|조용하게|길게|멀게|다르게|함께|이렇게|그렇게|여보세|만세|추세|자세|물세|월세|전세|관세|상세|참깨|찌꺼|제네바|누나|바나나|언제나|그러나|마다|보다|다가|어머나|태세|기세|형세)$|^(?:네|세|하나)$/

/** Nouns in -자 that look like a verb stem with that ending. */
const NOUN_IN_JA =
  /(?:여자|남자|과자|의자|모자|혼자|환자|사자|상자|피자|글자|숫자|그림자|부자|효자|기자|작자|독자|학자|감자|액자|각자|한자|전자|입자|원자|제자|왕자|투자|이자|적자|흑자|후자)$/
const STEMS_BEFORE_JA =
  /(?:먹|있|찾|믿|웃|살|알|잊|걷|앉|읽|듣|묻|놀|만들|열|팔|걸|돌|받|잡|놓|넣|씻|참|숨|남|넘|죽|끊|닫|뽑|심|쉬|뛰|않|말|보|가|하|오|두|주|자|사|타|내|치|지|서|쓰|세|켜|끄)$/
/** Nouns in -ㄴ가 that are not questions. */
const NOUN_IN_NGA = /(?:전문가|단가|원가|출판가|언론가|누군가|인간가|증권가)$/
/** Vocatives and remarks that follow the predicate after a comma: `너무 예뻐요, 이 옷.` */
const BEFORE_TAIL = /^(.*[가-힣])[,，]\s+[^,，]{1,12}$/u
const BEFORE_LONG_TAIL = /^(.*(?:[요죠]|니다|[했었았겠]어))[,，]\s+[^,，]{1,40}$/u

/**
 * Speech level of a sentence's ending; undefined for a fragment or a noun. Quoted words are ignored unless there are no
 * others.
 */
export function endingLevel(sentence: string): SpeechLevel | undefined {
  const own = withoutQuotations(sentence)
  const text = own.replace(CLOSERS, '')
  const closed = CLOSED.test(own)
  const asked = ASKED.test(own)
  const level = levelOfEnding(text, closed, asked)
  if (level || !closed) return level
  const before = (BEFORE_TAIL.exec(text) ?? BEFORE_LONG_TAIL.exec(text))?.[1]
  return before === undefined ? undefined : levelOfEnding(before, true, asked)
}

/** Removes quoted text, unless there is no other. */
export function withoutQuotations(text: string): string {
  if (!/["“‘'「『]/.test(text)) return text
  const own = text.replace(QUOTED, '')
  return /[가-힣]/.test(own) ? own : text
}

const NIEUN = 4
const RIEUL = 8
const BIEUP = 17

function levelOfEnding(text: string, closed: boolean, asked: boolean): SpeechLevel | undefined {
  if (/(?:니다|니까|시다)(?:만|그려)?$/.test(text)) {
    const stem = text.replace(/(?:니다|니까|시다)(?:만|그려)?$/, '')
    if (finalOf(stem) === BIEUP) return 'hapnida'
  }
  if (/(?:십시오|하시오|으시오|[가-힣]디까)$/.test(text)) return 'hapnida'
  if (/[가-힣](?:요|죠)$/.test(text) && !NOUN_IN_YO.test(text) && !/(?:^|[\s,])고요$/.test(text)) return 'haeyo'
  if (/(?:불기|하기|되기|가기|오기|준비[,，]) 시작하?자?$/.test(text)) return undefined
  if (CERTAIN_BANMAL.test(text)) return 'banmal'
  return closed && closesInBanmal(text, asked) ? 'banmal' : undefined
}

/** Whether the ending of a sentence that is closed by punctuation is 반말. */
function closesInBanmal(text: string, asked: boolean): boolean {
  const word = text.slice(text.lastIndexOf(' ') + 1)
  const stem = word.slice(0, -1)
  if (/까 보다$/.test(text)) return true
  if (word.endsWith('자') && word !== '자')
    return !NOUN_IN_JA.test(word) && (isVerbStem(stem) || STEMS_BEFORE_JA.test(stem))
  if (word.endsWith('게') && finalOf(stem) === RIEUL) return !/^(?:길|멀|달)게$/.test(word)
  if (asked && word.endsWith('가') && finalOf(stem) === NIEUN) return !NOUN_IN_NGA.test(word)
  if (asked && word.endsWith('던')) return true
  if (asked && word.endsWith('나') && stem !== '' && !/^(?:하|누|바나|언제|그러)나$/.test(word))
    return isVerbStem(stem) || finalOf(stem) > 0
  return CLOSED_BANMAL.some(ending => ending.test(text)) && !NO_BANMAL.test(word)
}
