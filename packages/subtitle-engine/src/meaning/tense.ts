/** Clearly about the future. */
const FUTURE =
  /\b(?:will|won't)\b(?! (?:do|have)\b)|\b(?:i|you|he|she|it|we|they|that|there|this)'ll\b(?! (?:do|have)\b)|\b(?:is|are|am|'s|'re|'m) going to\b/i
/** Verbs in the past that are not also nouns or present forms. */
const PAST =
  /\b(?:was|were|did|didn't|wasn't|weren't|used to|had|yesterday|ago|(?:have|has) already)\b|\b(?:went|came|took|made|said|saw|got|gave|found|told|sold|bought|built|wrote|met|lost|sent|paid|kept|began|fell|brought|thought|heard|knew|ran|sat|stood|held|drew|grew|felt|taught|caught|became)\b/i
/** Words that a sentence about the future may share with one about the past, or that shift its time. */
const SHIFTS_FUTURE =
  /\b(?:would|could|when|if|once|after|before|until|as soon as|already|have|has|been|'ve|left|\w+ed)\b|'ve\b|\?/i
const SHIFTS_PAST =
  /\b(?:will|would|could|should|must|may|might|can|can't|cannot|going to|gonna|probably|perhaps|maybe|if|likely|think|guess|suppose|bet|sure|hope|wonder|let|want|plan\w*|about to|need\w*|have to|try|now|next|tomorrow|soon|later)\b|'ll\b|\?/i
/** Regular verbs right after their subject; elsewhere a word in -ed is often a participle. */
const REGULAR_PAST = /\b(?:i|we|they|he|she|it|you|who)\s(?:\w+ly\s|just\s|even\s)?(?!need)\w{2,}ed\b/i
const DAY_BEFORE = /\b(?:yesterday|last (?:night|week|weekend|month|year|spring|summer|fall|autumn|winter))\b/i
const DAY_AFTER = /\b(?:tomorrow|next (?:week|weekend|month|year|spring|summer|fall|autumn|winter))\b/i
const OTHER_DAY = /\b(?:next|following|tomorrow|after|later|last|yesterday|before|ago|previous)\b/gi
const KOREAN_DAY_BEFORE = /(?<![가-힣])(?:어제|어젯밤|그제|지난(?:주|달|해)?|작년)/u
const KOREAN_DAY_AFTER = /(?<![가-힣])(?:내일|모레|내년|다음 ?(?:주|달|해|날|번))/u
const NOW = /\b(?:is|are|am|it's|that's|he's|she's|we're|they're|you're|i'm)\b/i

const KOREAN_PAST = /[았었했였갔왔봤됐냈렸졌났꼈켰쳤셨겼뒀줬](?:어요|습니다|죠|지요|다|거든요|네요|는데요)["'”’.!]*$/u
const KOREAN_FUTURE =
  /(?<![았었했였갔왔됐]을 )(?:[가-힣]을|[할갈볼될올줄릴날질칠낼킬길설쓸놀살알들만]) (?:거예요|겁니다|것입니다|거야|거죠)["'”’.!]*$|[할갈볼될올줄릴낼]게요["'”’.!]*$/u
const KOREAN_PLUPERFECT = /[았었했갔왔]었(?:어요|습니다|죠|다)["'”’.!]*$/u

/** True if one text is clearly about the future and the other about the past, or only the Korean is long past. */
export function isTenseChanged(english: string, korean: string): boolean {
  if (isDayChanged(english, korean)) return true
  if (FUTURE.test(english) && !PAST.test(english) && !SHIFTS_FUTURE.test(english)) return KOREAN_PAST.test(korean)
  if ((PAST.test(english) || REGULAR_PAST.test(english)) && !SHIFTS_PAST.test(english))
    return KOREAN_FUTURE.test(korean)
  return NOW.test(english) && !PAST.test(english) && !SHIFTS_FUTURE.test(english) && KOREAN_PLUPERFECT.test(korean)
}

/** True if the English names only a time before or after today (last year, tomorrow) and the Korean only the opposite. */
function isDayChanged(english: string, korean: string): boolean {
  if ((english.match(OTHER_DAY)?.length ?? 0) !== 1) return false
  const [past, future] = [KOREAN_DAY_BEFORE.test(korean), KOREAN_DAY_AFTER.test(korean)]
  return (DAY_BEFORE.test(english) && future && !past) || (DAY_AFTER.test(english) && past && !future)
}
