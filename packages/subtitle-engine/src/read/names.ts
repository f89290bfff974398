import { isSound } from '../transcript/sounds.ts'

/** English and Korean words that appear before colons or in brackets but are no names. */
const NO_NAME =
  /^(?:note|notes|warning|caution|remember|tip|example|important|update|rule|chapter|lesson|part|step|section|figure|fact|result|results|conclusion|summary|problem|solution|reminder|disclaimer|subject|topic|today|tomorrow|date|time|place|location|address|phone|email|website|first|second|third|finally|also|and|but|so|or|yes|no|well|ok|okay|look|listen|again|subtitles?|captions?|translat\w*|sync\w*|http|https|www|ps|re|p\.s|ingredients|directions|answer key|hint|true|false|options?|days?|week|monday|tuesday|wednesday|thursday|friday|saturday|sunday)(?:\s\d{1,4})?$/i
const NO_KOREAN_NAME =
  /^(?:참고|주의|예|예시|예문|제목|출처|번역|자막|정답|힌트|결론|요약|문제|단계|장소|시간|날짜|전화|주소|팁|규칙|주제|오늘|내일|첫째|둘째|셋째)(?:\s?\d{1,4})?$/
/** Words that show that the text before a colon is part of a sentence, not a name. */
const SENTENCE =
  /(?:^|\s)(?:is|are|was|were|be|been|am|do|does|did|has|have|had|can|will|would|should|could|this|that|these|it|here|there|we|you|i|he|she|they|my|your|his|its|our|to|for|with|from|what|how|why|when|where|if|because|about|into|like|said|says|say|thing|things|it's|that's|here's|i'm|we're|let's|don't|not)(?=\s|$)/i
/** A name consists of capitalized or Korean words, numbers, and small words such as `de` and `of`. */
const NAME_WORD =
  /^(?:\p{Lu}[\p{L}\p{M}\d.'’&/-]{0,24}|\d{1,3}|#\d{1,3}|[\uac00-\ud7a3·]{1,10}|[\p{Script=Han}\p{Script=Kana}]{1,8}|de|da|di|del|la|le|van|von|der|den|bin|al|el|of|the|and|&)[,.]?$/u
const MOST_WORDS = 5

/** Roles that files state where no name is known. */
export const ROLE =
  /^(?:(?:speaker|voice|participant|interviewer|interviewee|narrator|host|guest|moderator|presenter|reporter|anchor|announcer|audience(?: member)?|man|woman|boy|girl|male|female|caller|operator|student|teacher|unknown(?: speaker)?|화자|진행자|사회자|기자|해설|남자|여자|아나운서|인터뷰어)[ _-]?(?:#?\d{1,3}|[A-H])?|(?:SPEAKER|spk)_\d{1,3}|[QA])$/i

/** True if a text may be the name of a speaker: `Anna Berg`, `DR. LEE`, `철수`. */
export function isSpeakerName(text: string): boolean {
  if (text.length > 40 || NO_NAME.test(text) || NO_KOREAN_NAME.test(text) || SENTENCE.test(text)) return false
  const words = text.split(/\s+/)
  return words.length <= MOST_WORDS && words.every(word => NAME_WORD.test(word)) && /[\p{Lu}\p{Lo}]/u.test(text)
}

/** Labels that transcribers give to speakers without a name. */
const NUMBERED = /^(?:turn-\d+|beside|spk_\d+|ch_\d+|speaker[ _-]?\d+|unknown(?: speaker)?)$/i

/** The name of a speaker to show; undefined if only a number is known. */
export function shownName(speaker: string | undefined): string | undefined {
  return speaker === undefined || NUMBERED.test(speaker) ? undefined : speaker
}

/** First names that have no other meaning. */
export const FIRST_NAMES: ReadonlySet<string> = new Set(
  'james john robert michael david william richard joseph thomas charles daniel matthew anthony steven paul andrew joshua kevin brian george timothy edward jason jeffrey ryan jacob eric jonathan stephen larry justin scott benjamin samuel gregory alexander patrick dennis jerry tyler aaron adam henry peter tom mary patricia jennifer linda elizabeth barbara susan jessica sarah karen lisa nancy margaret sandra ashley kimberly emily donna michelle carol amanda melissa deborah stephanie rebecca sharon laura cynthia amy angela anna emma nicole helen samantha katherine maria julia rachel olivia sophia alexis agnes chris curtis doris elias francis iris jess lois louis lucas marcus ross travis'.split(
    ' ',
  ),
)
const TITLE = /^(?:mr|mrs|ms|dr|prof)\.?$/

/** True if a text in brackets, which may be a name, is more likely a sound: `[GROANS]`, `[Glass shattering]`. */
export function isLikelySound(text: string): boolean {
  const words = text.toLowerCase().split(' ')
  const [first = ''] = words
  return isSound(text) || (/(?:s|ing)$/.test(words.at(-1) ?? '') && !TITLE.test(first) && !FIRST_NAMES.has(first))
}
