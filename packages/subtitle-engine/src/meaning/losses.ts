import { halfWidths } from '../weight.ts'

/** Korean shorter than this share of the English (weighted characters per character) lacks a part of it. */
const LEAST_SHARE = 0.2
/** Shorter sentences are too short for a comparison of lengths. */
const COMPARABLE = 60
/** Korean longer than this share of the English, and with more sentences, has one too many. */
const MOST_SHARE = 0.95
const SLACK = 6

/** True if the Korean is so much shorter than the English that a clause is missing. */
export function isPartMissing(english: string, korean: string): boolean {
  return english.length >= COMPARABLE && halfWidths(korean) / 2 < english.length * LEAST_SHARE
}

/** True if the Korean has a whole sentence more than the English and is longer than its translation can be. */
export function isSentenceAdded(english: string, korean: string): boolean {
  return (
    sentencesIn(korean, /[.?!…]["'”’)]*\s+(?=\S)/gu) > sentencesIn(english, /[.?!…;:]["'”’)]*\s+(?=\S)/gu) &&
    halfWidths(korean) / 2 > english.length * MOST_SHARE + SLACK
  )
}

function sentencesIn(text: string, boundary: RegExp): number {
  return [...text.trim().matchAll(boundary)].length + 1
}

/** Questions that become requests in Korean. */
const REQUEST =
  /\b(?:could|can|will|won't|may|might) (?:you|i|we)\b|\bwould (?:i|we)\b|\bwould you (?:please|kindly|like|mind|care|be so|tell|show|help|give|pass|come|wait|excuse|join|take|look|stop|believe|say)\b|\b(?:why don't|shall|how about|what about|mind)\b/i
/** A question tag at the end: `right?`, `you know?` */
const TAG =
  /[,.] (?:right|okay|ok|huh|yeah|you know|you see|isn't it|aren't you|don't you|do you|is it|no|eh|correct)\?["'”’]*$/i
const ASKS =
  /[?？]|(?:까|나|니|냐|죠|지|지요|나요|가요|까요|래요|데요|대요|거든요|을지|는지|은지|은가|는가|던가)(?:요)?["'”’.…!]*(?:\s|$)|궁금|세요|주시겠|어때|뭘|무엇|누구|어디|언제|얼마|어떻게|어떤|왜 /u

/** True if the English is a question and the Korean is not. */
export function isQuestionLost(english: string, korean: string): boolean {
  if (!/\?["'”’)]*$/.test(english.trim()) || REQUEST.test(english) || TAG.test(english)) return false
  return !ASKS.test(korean)
}

/** `Oh no` and `no problem` are set phrases, not negations. */
const NOT =
  /\b(?:not|never|nobody|nothing|none|neither|nor|cannot|no one|nowhere)\b|n't\b|(?<!\boh,? )\bno\b(?!\s+(?:doubt|matter|problem|worries))/gi
/** Words with which a negation is often translated without one. */
const NOT_PLAINLY =
  /\b(?:n't you|n't we|n't it|n't they|not only|nothing but|couldn't help|can't help|not just|no wonder|why don't|why not|or not|whether|if not|can't be too|not until|more|less|only|just|so much|shortage)\b|(?:not|n't|never) work(?:ing|ed|s)?\b|n't (?:you|we|it|they|i|he|she)\b|\?/i
const KOREAN_NOT =
  /않|(?<![가-힣])안(?![가-힣녕쪽전내])|못|없|아니|아닌|아닙|마세요|말아|말고|마라|모르|모른|몰[라랐]|싫|금지|거의|별로|전혀|결코|불가|불필요|불법|불편|무의미|무효|무시|무관|무료|비공개|미흡|미완|미확인|미처|틀리|틀린|뿐|밖에|말 것|지 마|말라|반대|실패|뺀|빼고|제외|그만|덜 |드물|어렵|힘들|거부|부정|모자라|누구도|아무[가-힣]*도|아무(?:런)? [가-힣]+도|아뇨|설마|다르|다를|달라|보다|만요|헷갈|정적|침묵|텅|커녕|이나 마나|도 하기 전/u

/** True if the English clearly has a single negation and the Korean has none. */
export function isNegationLost(english: string, korean: string): boolean {
  return (english.match(NOT)?.length ?? 0) === 1 && !NOT_PLAINLY.test(english) && !KOREAN_NOT.test(korean)
}

const MAY_BE_NEGATED =
  /\b(?:not|never|no|nobody|nothing|none|neither|nor|cannot|without|hardly|barely|scarcely|rarely|seldom|few|little|lack\w*|fail\w*|stop\w*|avoid\w*|den(?:y|ied)|refus\w*|only|rather|instead|un\w+|in\w{3,}|im\w+|ir\w+|il\w+|dis\w+|non\w+|less|wrong|mis\w+|except|but|just|else|other|forgot|forget|ignor\w*|too|always|must|need\w*|have to|different\w*|hard|difficult|beyond|free|gone|lost|lose|doubt|however|though|although|still|yet|even|than|far|from|prevent|bare\w*|or|if|whether|what|why|how|who|surely|enough|before|until|unless|out|away|empty|constant|same|keep|anyway|regardless|course|sure|nightmare|against|cannot|rid|absent|miss\w*)\b|n't\b|\?/i
/** 없 inside a word is often no negation: 형편없다, 틀림없다. */
const ENDS_IN_NOT =
  /(?:지 (?:않|못했|못해)|(?<![가-힣])안 [가-힣]+|아니[에었라]|아닙|(?<![가-힣])없)[가-힣]*(?:요|다)[.!]?$/u

/** True if the Korean ends in a negation for which the English has no reason. */
export function isNegationAdded(english: string, korean: string): boolean {
  return ENDS_IN_NOT.test(korean) && !MAY_BE_NEGATED.test(english)
}

const OTHER_SCRIPT =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Cyrillic}\p{Script=Arabic}\p{Script=Thai}\p{Emoji_Presentation}]/u

/** True if the Korean contains a script that Korean subtitles do not use and the English does not contain. */
export function hasOtherScript(english: string, korean: string): boolean {
  return OTHER_SCRIPT.test(korean) && !OTHER_SCRIPT.test(english)
}
