import { halves } from '../weight.ts'
import type { Eojeol } from './eojeol.ts'

/** Cost of a break that must never happen: inside an eojeol, a Latin name, or between a number and its unit. */
export const FORBIDDEN = 1000

const BARE = /^["'“‘([「『-]*(.*?)["'”’)\]」』.,?!…:;]*$/su
const SENTENCE_END = /[?!…。]["'”’)\]」』]*$|(?<!\d)\.["'”’)\]」』]*$/u
const COMMA = /[,，、;:]["'”’)\]」』]*$/u
const CONJUNCTION =
  /^(?:그리고|하지만|그런데|그래서|그러나|그러니까|그러면|그럼|따라서|그러므로|왜냐하면|또는|혹은|또한|게다가|즉|다만|반면|반면에|만약|만일|비록|결국|한편|그래도|그렇지만|및)$/
const CLAUSE_END =
  /(?:[가-힣]고|으며|하며|이며|면서|지만|는데|은데|인데|한데|던데|[가-힣]면|(?<!에)서|[보하되이으]니|니까|려고|도록|거나|다가|더니|므로|든지|자마자|길래|느라|해도|어도|아도|여도|더라도|때문에|[은는을던]지|채로?|위해서?|통해서?|대신|동안|때|때는|때마다|후에?|뒤에?|전에|다음|덕분에|다고|라고|냐고|자고)$/
const NOT_CLAUSE_END =
  /^(?:순서|문서|독서|질서|비서|부서|도서|서|어머니|언니|할머니|최고|사고|광고|보고|경고|창고|재고|하고|고|그때|이때|화면|장면|표면|측면|라면|냉면|가면)$/
const PARTICLE = /(?:에서|에게|에게서|한테|부터|까지|으로|로|에|께|께서|보다|처럼|만큼|마다|조차|마저|밖에)$/
/** -는, -은, -던 before a noun; -는 after a final consonant is never the particle. */
const ADNOMINAL =
  /(?:[하되쓰르]는|던|같은|많은|좋은|작은|높은|낮은|깊은|짧은|넓은|젊은|늙은|싶은|않은|받은|남은|죽은|찾은|읽은|앉은|먹은|얻은|믿은|깎은|닦은|^(?:오|가|보|주|사|아|자|나오|들어오|들어가|돌아가|다니|걸리|지나가|모르|만드|드)는)$/
/** A quotation before its noun: `왜 필요하냐는 | 질문`. */
const QUOTATION = /[다라냐자]는$/
const TOPIC = /[은는]$/
const SUBJECT = /[이가도만]$/
/** A verb that another action follows: `꺼내`, `챙겨`. */
const LINKING_VERB = /[가-힣](?:내|해|려|겨|켜|쳐|워|어)$/
const OBJECT = /[을를]$/
const COMPANION = /(?:[와과랑]|하고|의|및)$/
const DETERMINER =
  /^(?:이|그|저|이런|그런|저런|어떤|모든|각|새|한|두|세|네|여러|몇|매|다른|무슨|온|첫|아무|전|옛|단|약|총|더|가장|매우|아주|정말|너무|잘|못|안|꼭|좀|막|또|덜|제일|훨씬|거의|다시|바로|이미|함께|아직|무려|최대|최소|왜|늘|자주|겨우|오직|전혀|별로|계속|점점|조금|많이|빨리|서로|모두|다들)$/
const DEPENDENT_NOUN =
  /^(?:수|것|거|게|건|걸|겁|줄|적|데|바|뿐|만큼|대로|동안|중|등|점|채|척|듯|지|덕분|때문|정도|이상|이하|쪽|때|후|뒤|전)(?:[이가은는을를도만에로의]|으로|에서|에는|이다|입니다|이에요|예요|이었|였|인|니다|밖에|처럼|부터|까지|들)*$/
const AUXILIARY =
  /^(?:있|없|않|계[신시세셨]|못하|못했|못한|말|싶|보[이았세기자]|봐|봤|볼|본|봅|주[어었세시기]|줘|줬|준|줄|줍|드[려리렸릴]|버[려리렸린]|놓|두[었고]|둔|뒀|되|된|돼|됐|됩|될|하[고는며지면려]|해|했|할|합|한|같|가[는고]|갔|왔|오[는고])/
const COUNTER =
  /^(?:명|개|번|번째|시|시간|살|달|마리|대|권|잔|장|가지|분|초|군데|사람|차례|배|주|쌍|곳|층|년|월|일|개월|주일|원|달러|유로|엔|파운드|퍼센트|프로|도|미터|킬로|킬로미터|킬로그램|그램|톤|센티미터|밀리미터|마일|인치|피트|리터|평|점|위|세|세기|세대|단계|편|건|회|척|채|벌|켤레|송이|그루|병|컵|조각|종류|만|억|조|천|백|%|[kcm]?m|k?g|km\/h|[KMGT]B|[kMG]?Hz|[°℃])(?:이|가|은|는|을|를|의|에|에서|에게|으로|로|와|과|도|만|까지|부터|씩|째|쯤|간|짜리|마다|당|나|밖에|보다|처럼|뿐|들|여|입니다|이에요|예요|이다|이고|이며|인|이었[가-힣]*|였[가-힣]*|이[나라란])*$/u
const NUMBER_END = /\d[만억조천백십]*$/
const NUMERAL =
  /^(?:약\s)?(?:[\d,.]*\d[만억조천백십]*|[일이삼사오육칠팔구십백천만억조]{2,}|[백천만억]|한|두|세|네|다섯|여섯|일곱|여덟|아홉|열|열한|열두|열세|열네|스무|스물[가-힣]*|서른[가-힣]*|마흔[가-힣]*|쉰[가-힣]*|예순|일흔|여든|아흔|몇|수[십백천만]+|여러)$/
const LATIN_WORD = /^[“"'(]?[A-Za-zÀ-ɏ][A-Za-zÀ-ɏ0-9&'’.+#/-]*$/u
const LATIN_RUN_AT_END = /(?:^| )[“"'(]?[A-Za-zÀ-ɏ][A-Za-zÀ-ɏ0-9&'’.+#/-]*(?: [A-Za-zÀ-ɏ0-9][A-Za-zÀ-ɏ0-9&'’.+#/-]*)*$/u
const LATIN_RUN_AT_START = /^[A-Za-zÀ-ɏ](?:[A-Za-zÀ-ɏ0-9&'’.+#/-]| (?=[A-Za-zÀ-ɏ0-9]))*/u
const LATIN_TAIL = /^[A-Za-zÀ-ɏ0-9][A-Za-zÀ-ɏ0-9&'’.+#/-]*/u

/**
 * Cost of a break before each eojeol (index 0 unused): negative after a sentence, clause or comma and before a conjunction,
 * positive inside a phrase, `FORBIDDEN` between eojeols that must stay together.
 */
export function boundaryCosts(words: readonly Eojeol[], lineCharacters: number): Float64Array {
  const costs = new Float64Array(words.length + 1)
  const bare = words.map(word => BARE.exec(word.text)?.[1] ?? word.text)
  for (let i = 1; i < words.length; i += 1) {
    const last = words[i - 1]
    const next = words[i]
    if (last && next) costs[i] = next.glued ? FORBIDDEN : costBetween(last.text, bare[i - 1] ?? '', bare[i] ?? '')
  }
  holdNames(words, costs, lineCharacters)
  return costs
}

function costBetween(raw: string, last: string, next: string): number {
  if (SENTENCE_END.test(raw)) return looksJoined(raw, last, next) ? FORBIDDEN : -12
  if (COMMA.test(raw)) return looksJoined(raw, last, next) ? FORBIDDEN : -8
  const digits = NUMBER_END.test(last)
  if (raw === last || digits) {
    if (digits && /^(?:[가-힣%℃°]|[A-Za-z]{1,3}(?![A-Za-z]))/.test(next)) return FORBIDDEN
    if (NUMERAL.test(last) && COUNTER.test(next)) return FORBIDDEN
  }
  if (CONJUNCTION.test(next)) return -7
  if (CONJUNCTION.test(last)) return 6
  if (DEPENDENT_NOUN.test(next)) return 14
  if (/(?:[고지게야아어여해워려와겨켜쳐져내봐줘]|다가|려고|도록)$/.test(last) && AUXILIARY.test(next)) return 12
  if (CLAUSE_END.test(last) && !NOT_CLAUSE_END.test(last)) return -6
  if (DETERMINER.test(last)) return 12
  if (COMPANION.test(last)) return 6
  if (QUOTATION.test(last)) return 5
  if (isAdnominal(last)) return 9
  // An eojeol right before an adnominal verb belongs to that verb.
  const tight = next.length <= 4 && (isAdnominal(next) || /[가-힣]기$/.test(next)) ? 5 : 0
  if (TOPIC.test(last)) return 0
  if (OBJECT.test(last)) return 6 + tight
  if (PARTICLE.test(last)) return 1 + tight
  if (SUBJECT.test(last)) return (/^[있없]/.test(next) ? 10 : 2) + tight
  return (LINKING_VERB.test(last) ? 1 : 7) + tight
}

/** `706,` before `주`, `네.` before `시`: without the mark, which a line's end drops, they would read as one split unit. */
function looksJoined(raw: string, last: string, next: string): boolean {
  if (!/[.,]$/.test(raw)) return false
  if ((NUMBER_END.test(last) || NUMERAL.test(last)) && COUNTER.test(next)) return true
  return LATIN_WORD.test(last) && LATIN_TAIL.test(next)
}

/** Whether a line break separates a number from its unit, or splits a Latin name that would fit one line. */
export function partsWhatBelongs(line: string, nextLine: string, lineCharacters: number): boolean {
  const last = line.slice(line.lastIndexOf(' ') + 1)
  const space = nextLine.indexOf(' ')
  const next = BARE.exec(space < 0 ? nextLine : nextLine.slice(0, space))?.[1] ?? ''
  if ((NUMBER_END.test(last) || NUMERAL.test(last)) && COUNTER.test(next)) return true
  const head = LATIN_RUN_AT_END.exec(line)?.[0]
  const tail = LATIN_RUN_AT_START.exec(nextLine)?.[0]
  return head !== undefined && tail !== undefined && halves(head.trim()) + 1 + halves(tail) <= lineCharacters * 2
}

/** True for `있는` and `넘는`: -는 after a final consonant is an adnominal verb ending, never the particle. */
function isVerbBeforeNoun(last: string): boolean {
  return last.endsWith('는') && last.length > 1 && finalOf(last.charCodeAt(last.length - 2)) > 0
}

/** True for a word that modifies the next noun: a verb in -는, or a word that ends in ㄴ or ㄹ (`한`, `될`, `놀라운`). */
function isAdnominal(word: string): boolean {
  if (ADNOMINAL.test(word) || isVerbBeforeNoun(word)) return true
  if (TOPIC.test(word)) return false
  const final = finalOf(word.charCodeAt(word.length - 1))
  return (final === 4 || final === 8) && !OBJECT.test(word)
}

/** Index of a syllable's final consonant, 0 to 27; 0 if it has none. */
function finalOf(code: number): number {
  return code >= 0xac00 && code <= 0xd7a3 ? (code - 0xac00) % 28 : 0
}

/** Forbids breaks inside Latin names that fit one line. */
function holdNames(words: readonly Eojeol[], costs: Float64Array, lineCharacters: number): void {
  for (let from = 0; from < words.length; from += 1) {
    const first = words[from]
    if (!first || !LATIN_WORD.test(first.text)) continue
    let to = from + 1
    let length = first.length
    while (to < words.length && LATIN_WORD.test(words[to - 1]?.text ?? '') && LATIN_TAIL.test(words[to]?.text ?? '')) {
      length += 1 + (words[to]?.lengthAtEnd ?? 0)
      to += 1
    }
    const held = length <= lineCharacters * 2
    for (let i = from + 1; i < to; i += 1) if (costs[i] !== FORBIDDEN) costs[i] = held ? FORBIDDEN : 3
    from = to - 1
  }
}
