import { halfWidths } from '../weight.ts'

/** Korean shorter than this share of the English (weighted characters per character) lacks a part of it. */
const LEAST_SHARE = 0.2
/** Shorter sentences are too short for a comparison of lengths. */
const COMPARABLE = 60
/** Korean longer than this share of the English, and with more sentences, has one too many. */
const MOST_SHARE = 0.95
const SLACK = 6

const PADDING = [
  '\\b(?:u+[mh]+|uh-huh|hmm?|you know(?: what i mean)?|i mean|i guess|i think|kind of|sort of|or something|and stuff|or whatever)\\b',
  '\\b(?:okay|ok|so|yeah|well|now|then|like|right|oh|alright|all right|anyway|basically|really|actually|literally|honestly|obviously|just|simply|pretty much)\\b',
  "\\b(?:to be (?:perfectly |quite )?honest(?: with you)?|at the end of the day|as a matter of fact|the (?:thing|fact|point) is(?: that)?|in terms of|if you will|so to speak|(?:and )?(?:with )?that (?:being )?said|without (?:any )?further ado|(?:it|that) goes without saying(?: that)?|needless to say|long story short|last but not least|first and foremost|as it were|for what it's worth)\\b",
  '\\b(?:ladies and gentlemen|boys and girls|you guys|(?:my )?friends|everybody|shall we|if you (?:like|want)|at all|each and every one of|about any of (?:this|that)|any of (?:this|that))\\b',
  "\\b(?:i(?:'d| would) like to (?:take (?:this|the) (?:opportunity|moment|time) to)?|take (?:this|the) (?:opportunity|moment) to|(?:please )?feel free to|go ahead and|let me (?:just )?(?:go ahead and )?|i(?:'m| am) going to (?:go ahead and)?|a lot of|a matter of)\\b",
]
const ANY_PADDING = new RegExp(PADDING.join('|'), 'gi')
const REPEATED = /\b([a-z']{1,15}(?: [a-z']{1,15})?)(?:,? \1\b){1,9}/gi

/** Characters of an English text without fillers, formulas and repeated words, which a subtitle leaves out. */
export function contentLength(english: string): number {
  return english
    .replace(ANY_PADDING, '')
    .replace(REPEATED, '$1')
    .replace(/[\s,.;:!?…-]+/g, ' ')
    .trim().length
}

/** True if the Korean is so much shorter than the English that a clause is missing. */
export function isPartMissing(english: string, korean: string): boolean {
  const length = halfWidths(korean) / 2
  if (english.length < COMPARABLE || length >= english.length * LEAST_SHARE) return false
  const content = contentLength(english)
  return content >= COMPARABLE && length < content * LEAST_SHARE && !saysAsMuch(english, korean)
}

/** From this many Korean words per English content word on, nothing counts as missing, however short the words are. */
const LEAST_WORDS = 0.65
/** Words that Korean expresses by particles and endings, or not at all. */
const WITHOUT_MEANING = new Set(
  (
    'a an the this that these those it its he him his she her they them their we us our you your i me my who whom whose which what where when while why how ' +
    'is are was were be been being am do does did done have has had having will would shall should can could may might must ' +
    'to of in on at by for from with without about into onto over under out up down off as than if and or but because so then there here ' +
    'very too also even only just ever always still already again much many more most some any all each every both such own other another ' +
    'first next thing things way kind lot bit get gets got go goes going come comes came take takes took put puts make makes made let lets ' +
    "one it's that's there's i'm i've i'd i'll you're you've you'll we're we've we'll they're he's she's don't doesn't didn't isn't aren't wasn't weren't let's"
  ).split(' '),
)

/** Whether the Korean has enough words for those of the English. */
function saysAsMuch(english: string, korean: string): boolean {
  const words =
    english
      .toLowerCase()
      .replace(ANY_PADDING, ' ')
      .replace(REPEATED, '$1')
      .match(/[a-z\d][a-z\d'’-]*/g) ?? []
  const meant = words.filter(word => !WITHOUT_MEANING.has(word.replace('’', "'"))).length
  return korean.trim().split(/\s+/).length >= meant * LEAST_WORDS
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
/** `Remember how it works?` is a reminder, not a question, despite its question mark. */
const REMINDER = /^(?:(?:and|so|now|but),? )?remember\b/i
/** A question tag at the end: `right?`, `you know?` */
const TAG =
  /[,.] (?:right|okay|ok|huh|yeah|you know|you see|isn't it|aren't you|don't you|do you|is it|no|eh|correct)\?["'”’]*$/i
/**
 * Words that mark a question. If a sentence with a question mark has none of them, the transcriber mistook a statement
 * for a question: `And this stands for length?`
 */
const INTERROGATIVE =
  /\b(?:wh(?:o|om|ose|at|en|ere|y|ich)\w*|how|do|does|did|is|are|was|were|am|can|could|will|would|shall|should|may|might|must|have|has|had|any\w*|you\w*|ever|really|or|not|\w+n['’]t)\b/i
/** All syllables that end in ㄴ: 비싼가요 is a question, 올라가요 is not. */
const IN_NIEUN = Array.from({ length: 399 }, (_, i) => String.fromCharCode(0xac00 + i * 28 + 4)).join('')
const ASKS = new RegExp(
  `[?？]|(?:까|(?<=[가-힣])나|니|냐|죠|지|지요|까요|래요|데요|대요|거든요|을지|는지|은지|[${IN_NIEUN}]가)(?:요)?["'”’.…!]*(?:\\s|$)|궁금|세요|주시겠|어때|뭘|무엇|누구|어디|언제|얼마|어떻게|어떤|왜 `,
  'u',
)

/** True if the English is a question and the Korean is not. */
export function isQuestionLost(english: string, korean: string): boolean {
  if (!/\?["'”’)]*$/.test(english.trim()) || [REQUEST, REMINDER, TAG].some(each => each.test(english))) return false
  if (!INTERROGATIVE.test(english)) return false
  return !ASKS.test(korean)
}

const OTHER_SCRIPT =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Cyrillic}\p{Script=Arabic}\p{Script=Thai}\p{Emoji_Presentation}]/u

/** True if the Korean contains a script that Korean subtitles do not use and the English does not contain. */
export function hasOtherScript(english: string, korean: string): boolean {
  return OTHER_SCRIPT.test(korean) && !OTHER_SCRIPT.test(english)
}
