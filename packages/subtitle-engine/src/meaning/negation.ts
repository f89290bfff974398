import { hasCounterpart } from './predicates.ts'

/** `Oh no` and `no problem` are set phrases, not negations. */
const NOT =
  /\b(?:not|never|nobody|nothing|none|neither|nor|cannot|no one|nowhere|unable to|refus(?:es?|ed) to)\b|n't\b|(?<!\boh,? )\bno\b(?!\s+(?:doubt|matter|problem|worries))/gi
/** Words with which a negation is often translated without one. */
const NOT_PLAINLY = new RegExp(
  [
    "\\b(?:n't you|n't we|n't it|n't they|not only|nothing but|couldn't help|can't help|not just|no wonder|why don't|why not|or not|whether|if not|can't be too|more|less|only|just|so much|shortage)\\b",
    "(?:not|n't|never) work(?:ing|ed|s)?\\b",
    "n't (?:you|we|it|they|i|he|she)\\b",
    '\\?',
    // The negation limits what follows or denies an opposite: not until 1962, not without an umbrella, not uncommon.
    '\\b(?:until|till|unless|without|no sooner|rather|enough|anymore|any longer|no longer|in no time|no use|no means)\\b',
    "(?:\\bnot|n't|\\bnever)\\s(?:\\w+\\s){0,2}?(?:un(?!til|der|ite)\\w{4,}|in(?:frequent|significant|conceivable|expensive|visible)\\w*|im(?:possible|plausible|probable)\\w*|dis(?:like|agree|similar)\\w*|rare\\w*|bad|wrong|alone|far|long|much|many|cheap|old|big|small|easy|hard)\\b",
    // Superlatives: `nothing beats it` means that it is the best, `I have never seen such a thing` that it is the
    // first.
    '\\b(?:nothing|nobody|no one|none|never|nowhere)\\b.{0,99}\\b(?:beats?|compares?|like|such|before|than|better|but|other|else)\\b',
    "(?:\\bnot|n't)\\b.{0,99}\\b(?:such|than|before|better|overestimate\\w*|overstate\\w*|exaggerat\\w*|in (?:years|ages)|for (?:years|ages))\\b",
    // A negated verb that itself denies something: do not miss it, never forget, no one failed.
    "(?:\\bnot|n't|\\bnever|\\bno one|\\bnobody|\\bcannot)\\s(?:\\w+\\s){0,2}?(?:miss|forget|hesitat|fail|wait|worr|mind|matter|give up|gave up|stop|quit|leav|left|los|den|ignor|resist|bother|doubt|skip|let|refus|afford|last|take|stand|care)(?:e|es|ed|ing|s|y|t|d)?\\b",
    "\\bif (?:it )?(?:weren't|wasn't|hadn't|were not|had not) (?:been )?for\\b",
  ].join('|'),
  'i',
)
/** Korean words that deny, and words whose meaning contains a negation. */
const KOREAN_NOT = new RegExp(
  [
    '않|(?<![가-힣])안(?![가-힣녕쪽전내])|못|없|아니|아닌|아닙|마세요|말아|말고|마라|모르|모른|몰[라랐]|싫|금지|거의|별로|전혀|결코|말 것|지 마|말라|아뇨|아직|만요',
    '(?<![가-힣])(?:불(?:가|필요|법|편|공평|공정|확실|완전|행|친절|만|안|쾌|투명|규칙|균형|명확|일치|합리|분명|충분|평등|신|경기|면|이익|참)|비(?:공개|현실|정상|효율|협조|논리|공식|밀|상식)|무(?:의미|효|시|관|죄|해|쓸모|지|능력|한|례|심|책임|조건|사히)|미(?:흡|완|확인|처|지수|숙|정|납|달|비)|부(?:정|적절|당|족|재|주의))',
    '틀리|틀린|뿐|밖에|반대|실패|뺀|뺐|빼고|빼먹|제외|그만|덜 |드물|어렵|힘들|거부|거절|사양|취소|포기|모자라|누구도|아무[가-힣]*도|아무(?:런)? [가-힣]+도|설마|다르|다를|달라|보다|헷갈|정적|침묵|텅|커녕|이나 마나|도 하기 전|거짓|가짜|뻔했|빠뜨|막[았지혔]|마다하|사절|반드시 [가-힣]+만',
  ].join('|'),
  'u',
)

/** Words from a negation on among which its predicate is searched. */
const REACH = 7
/** `there was no` and `he has no` are lost in 있어요. */
const NO_THING =
  /\b(?:there(?:'s| is| are| was| were| will be)?|have|has|had) (?:not (?:a|any)\b|no\b)|\bhave(?:n't| not) got\b|\b(?:don't|doesn't|didn't) have (?:a|any)\b/i
const IS_THERE = /있(?:어|었|습|죠|는|지|네)|많(?:아|았)/u
/** `cannot` is lost in 수 있어요. */
const CANNOT = /\b(?:cannot|can't|couldn't|unable to|not able to)\b/i
const IS_ABLE = /수 있(?:어|었|습|죠|을|지|네)/u
/** `is not a` is lost in 이에요. */
const IS_NOT = /\b(?:is|are|was|were|am|'m|'re|'s)(?:n't| not) (?:an?|the|my|your|his|her|our|their|really|actually)\b/i
const IS_NOT_SO =
  /\b(?:joke|secret|lie|mistake|coincidence|accident|stranger|fan|beginner|exception|surprise|deal|toy|saint|genius)\b/i
const IS = /(?:이에요|예요|이었어요|였어요|입니다|이었습니다|였습니다|이야|이었어|였어)[.!]?$/u

/** True if the English clearly has a single negation and the Korean affirms what it denies. */
export function isNegationLost(english: string, korean: string): boolean {
  if (KOREAN_NOT.test(korean) || NOT_PLAINLY.test(english)) return false
  const [only, ...more] = english.matchAll(NOT)
  if (!only || more.length > 0) return false
  if (NO_THING.test(english) && IS_THERE.test(korean)) return true
  if (CANNOT.test(english) && IS_ABLE.test(korean)) return true
  if (IS_NOT.test(english) && !IS_NOT_SO.test(english) && IS.test(korean)) return true
  const denied =
    english
      .slice(only.index)
      .toLowerCase()
      .match(/[a-z]+/g)
      ?.slice(0, REACH) ?? []
  return denied.some(word => hasCounterpart(word, korean))
}

/** Negative prefixes, each without the words that merely begin with the same letters. */
const NO_PREFIX =
  'un(?!der\\b|til\\b|it|ion|iver|ique|cle\\b|derst|derg|derw)|in(?!to\\b|side|ter|dustr|form|str|tro|vent|vest|clud|creas|sect|hal|put|dex|gredien|spir|itial|stall|stan)|im(?!ag|prov|port|press|pact|mediate)|ir(?!on)|il(?!lustr)|dis(?!t|cover|cuss|h|k|play)|non(?!e)|mis(?!s|t|ter)'
const MAY_BE_NEGATED = new RegExp(
  [
    '\\b(?:not|never|no|nobody|nothing|none|neither|nor|cannot|without|hardly|barely|scarcely|rarely|seldom|few|little|lack\\w*|fail\\w*|stop\\w*|avoid\\w*|den(?:y|ied)|refus\\w*|reject\\w*|declin\\w*|cancel\\w*|quit|skip\\w*|hat(?:e|es|ed)|despis\\w*|bann\\w*|forb[ia]d\\w*|clos(?:e|es|ed)|shut|off|down|dead|died?|dies|broke\\w*|sold|poor\\w*|scarce|blank|silen\\w*|quiet\\w*|alone)\\b',
    '\\b(?:only|rather|instead|less|wrong|except|but|just|else|other|forgot|forget|ignor\\w*|too|always|must|need\\w*|have to|different\\w*|hard|difficult|beyond|free|gone|lost|lose|doubt|however|though|although|still|yet|even|than|far|from|prevent|bare\\w*|or|if|whether|what|why|how|who|surely|enough|before|unless|until|out|away|empty|constant|same|keep|kept|anyway|regardless|course|sure|nightmare|against|rid|absent|miss\\w*)\\b',
    `\\b(?:${NO_PREFIX})\\w{2,}`,
    "n't\\b|\\?",
  ].join('|'),
  'i',
)
/** 없 inside a word is often no negation: 형편없다, 틀림없다. */
const ENDS_IN_NOT =
  /(?:지 (?:않|못했|못해|마세요)|(?<![가-힣])안 [가-힣]+|아니[에었라]|아닙|(?<![가-힣])없)[가-힣]*(?:요|다)[.!]?$|지 마(?:세요|십시오|요|)[.!]?$/u

/** True if the Korean ends in a negation for which the English has no reason. */
export function isNegationAdded(english: string, korean: string): boolean {
  return ENDS_IN_NOT.test(korean) && !MAY_BE_NEGATED.test(english)
}
