/** 해요체, 합니다체 (both 존댓말), 반말. */
export type SpeechLevel = 'haeyo' | 'hapnida' | 'banmal'

/** A register as a user asks for it: `polite` leaves 해요체 and 합니다체 open. */
export type WantedRegister = 'polite' | SpeechLevel

export interface RegisterReport {
  /** The most frequent level; undefined if no sentence shows one. */
  register: SpeechLevel | undefined
  counts: Record<SpeechLevel, number>
  /** Both 존댓말 and 반말 occur. */
  mixed: boolean
}

const CLOSERS = /["'”’)\]」』.,?!…~\s]+$/u
const CERTAIN_BANMAL =
  /(?:[했갔았었였겠있없됐왔봤났셨렸졌쳤켰]어|잖아|거든|구나|[이거뭐게]야|[한는간온된난선]다|[했갔았었였겠있없됐왔봤났셨렸졌쳤켰같많좋싫않]다|이다|아니다|하자|가자|해라|[하할갈볼될줄]까|[하되가오]냐|[할갈볼될줄]게|[하가되]네|[하겠맞렇]지|말해|안 돼|해 줘|해줘|몰라|알아|그래|맞아|좋아|싫어|해봐|해 봐)$/

const NOUN_IN_YO = /(?:필요|중요|수요|월요|일요|소요|동요|주요|개요|민요)$/

/** Endings that are 반말 where a sentence is closed by its mark; without one they may join a clause to the next. */
const CLOSED_BANMAL =
  /(?:[가-힣](?:다|냐|니|지|네|군|구나|자|라|래|대|데|걸|까|마|렴|무나|담|거든|잖니|느냐|는가|은가|던가|인가|더라|나 봐|라고|다고|니까|이야|게나|어|아|여)|[가-힣]*(?:해|돼|줘|봐|와|워|켜|쳐|져|려|겨|켜|펴|춰|꿔|둬|내|세|야|그래|어쩌라고|하게|오게|가게|먹게|보게|있나|없나|했나|었나|았나|겠나))$|(?:^| )(?:가|서|마|해|와|봐|줘|둬|자|써|꺼|내|뭐야)$/
/** Nouns and connected clauses that end like 반말. */
const NO_BANMAL =
  /(?:바다|판다|사이다|편지|가지|강아지|아버지|할아버지|바지|먼지|단지|메시지|이미지|페이지|에너지|휴지|잡지|토지|까지|의지|여기까지|지금까지|어머니|할머니|언니|아주머니|주머니|나라|우리나라|카메라|드라마|엄마|고구마|치마|장마|라마|동네|빨래|노래|미래|아래|모래|고래|군대|무대|침대|시대|세대|최대|절대|반대|상대|기대|연대|영어|한국어|언어|국어|일본어|중국어|용어|단어|고등어|문어|상어|연어|장어|육아|동아|아시아|러시아|고아|치아|아시아|자아|여자|남자|과자|의자|모자|혼자|환자|사자|상자|피자|글자|숫자|그림자|부자|효자|기자|작자|독자|학자|감자|액자|각자|새해|올해|지해|이해|오해|피해|바다|동해|남해|세계|금지|마침내|안내|국내|시내|실내|아내|인내|하늘|마리아|뭐라고|기와|영화와|효과|경찰대|가운데|한가운데|그런데|근데|하지만|어디까지|언제까지|이데|무지개|고개|베개|세상에|시작하자|그러니까|왜냐하면)$/
/** Vocatives and remarks that may follow the predicate after a comma: `너무 예뻐요, 이 옷.` */
const BEFORE_TAIL = /^(.*[가-힣])[,，]\s+([^,，]{1,12})$/u

/** Speech level of the ending of one sentence; undefined for a fragment or a noun. */
export function endingLevel(sentence: string): SpeechLevel | undefined {
  const text = sentence.replace(CLOSERS, '')
  const closed = /[.?!…]["'”’)\]」』]*\s*$/u.test(sentence)
  const own = levelOfEnding(text, closed)
  if (own || !closed) return own
  const before = BEFORE_TAIL.exec(text)?.[1]
  return before === undefined ? undefined : levelOfEnding(before, true)
}

function levelOfEnding(text: string, closed: boolean): SpeechLevel | undefined {
  if (/(?:니다|니까|시다)(?:만|그려)?$/.test(text)) {
    const stem = text.replace(/(?:니다|니까|시다)(?:만|그려)?$/, '')
    if (hasFinal(stem, BIEUP)) return 'hapnida'
  }
  if (/(?:십시오|하시오|으시오|[가-힣]디까)$/.test(text)) return 'hapnida'
  if (/[가-힣](?:요|죠)$/.test(text) && !NOUN_IN_YO.test(text) && !/(?:^|[\s,])고요$/.test(text)) return 'haeyo'
  if (/(?:불기|하기|되기|가기|오기) 시작하자$/.test(text)) return undefined
  if (CERTAIN_BANMAL.test(text)) return 'banmal'
  return closed && CLOSED_BANMAL.test(text) && !NO_BANMAL.test(text) ? 'banmal' : undefined
}

/** Counts the speech levels of sentences and tells whether 존댓말 and 반말 are mixed. */
export function levelsOf(sentences: Iterable<string>): RegisterReport {
  const counts: Record<SpeechLevel, number> = { haeyo: 0, hapnida: 0, banmal: 0 }
  for (const sentence of sentences) {
    const level = endingLevel(sentence)
    if (level) counts[level] += 1
  }
  let register: SpeechLevel | undefined
  for (const level of ['haeyo', 'hapnida', 'banmal'] as const) {
    if (counts[level] > (register ? counts[register] : 0)) register = level
  }
  return { register, counts, mixed: counts.banmal > 0 && counts.haeyo + counts.hapnida > 0 }
}

const SENTENCE_BOUNDARY = /(?<=[.?!…]["'”’)\]」』]*)\s+|\n+/u

/** Detects the register of a text from the endings of its sentences. */
export function detectRegister(text: string): RegisterReport {
  return levelsOf(text.split(SENTENCE_BOUNDARY))
}

/** Endings in -요 that are at home in 합니다체 speech too: alone they are no drift. */
const AT_HOME_IN_HAPNIDA = /(?:죠|지요|거든요|니까요|까요)$/

/** Whether no sentence of a text is in another register than the wanted one. */
export function keepsRegister(text: string, wanted: WantedRegister): boolean {
  const sentences = text.split(SENTENCE_BOUNDARY)
  const judged =
    wanted === 'hapnida' ? sentences.filter(each => !AT_HOME_IN_HAPNIDA.test(each.replace(CLOSERS, ''))) : sentences
  const { counts } = levelsOf(judged)
  if (wanted === 'banmal') return counts.haeyo + counts.hapnida === 0
  if (wanted === 'polite') return counts.banmal === 0
  return counts.banmal === 0 && counts[wanted === 'haeyo' ? 'hapnida' : 'haeyo'] === 0
}

const BIEUP = 17

/** Whether the last syllable ends in the final consonant with this index (1 to 27). */
function hasFinal(text: string, final: number): boolean {
  const code = text.charCodeAt(text.length - 1)
  return code >= 0xac00 && code <= 0xd7a3 && (code - 0xac00) % 28 === final
}
