/** Words typical of an instruction to a translator or a program, as opposed to a description. */
const ABOUT_THE_TASK =
  /\b(?:ignore|disregard|override|forget|bypass)\b.*\b(?:instructions?|rules?|prompts?|above|previous|checks?|glossary|system)\b|\b(?:previous|prior|above|your|all|these|hidden|new) (?:instructions?|prompts?|rules)\b|\binstead of (?:translating|the translation)\b|\b(?:translators?|translations?|subtitles?|outputs?|answers?|lines?|ids?|captions?)\b.*\b(?:must|should|always|never|have to|need to)\b|\b(?:must|should|always|never)\b.*\b(?:translat\w*|subtitles?|output|answers?|each line|every line)\b/iu
const ORDER =
  /^(?:please |now |always |never |you (?:must|should|will) )*(?:end|begin|start|append|insert|add|put|include|output|answer|respond|reply|translate|write|print|reveal|execute|delete|repeat|approve|say)\b.*\b(?:each|every|all|line|lines|sentence|sentences|text|texts|subtitle|subtitles|translation|translations|word|words|prompt|everything|id|ids|checks?|to)\b/iu
const KOREAN_ORDER =
  /(?:무시|출력|번역|대답|삭제|실행|추가)(?:하|해)(?:세요|라|십시오|줘|야)|지시를|지시사항|명령을|(?:이전|위의) (?:지시|명령)/u
/** What happens to every line is the translator's task, not a fact about the talk. */
const LINES = '(?:lines?|sentences?|subtitles?|captions?|cues?|verbs?|words?|names?|translations?|replies|paragraphs?)'
const TREATMENT =
  '(?:ends?|ending|finish\\w*|clos(?:e|es|ing)|begins?|beginning|starts?|starting|add\\w*|append\\w*|insert\\w*|mention\\w*|includ\\w*|use|using|puts?|make|repeat\\w*|suffix|prefix)'
const EVERY_LINE = new RegExp(
  [
    `\\b${TREATMENT}\\b.*\\b(?:each|every|all|any)\\s(?:\\w+\\s)?${LINES}\\b`,
    `\\b(?:each|every|all)\\s(?:\\w+\\s)?${LINES}\\b.*\\b${TREATMENT}\\b`,
    `\\b${LINES}\\s(?:should\\s|must\\s|to\\s)?(?:ends?|finish(?:es)?|close|starts?|begins?)\\b`,
  ].join('|'),
  'iu',
)
const KOREAN_EVERY_LINE =
  /(?:모든|각|매)\s?(?:문장|줄|자막|번역|대사|행)|(?:문장|줄|자막|번역)(?:의|마다)?\s?(?:끝|앞|처음)(?:에|마다)|(?:붙이|붙여|넣어|덧붙이|덧붙여)(?:세요|십시오|라|줘| 주세요)?(?:[.!]|$)/u
/** Addresses and telephone numbers: a remark needs none, and a model might copy them. */
const CONTACT =
  /https?:|www\.|[\w.+-]@\w|(?<!\w)@\w|\b[a-z\d-]+\.(?:com|net|org|io|kr|xyz|shop|info|site|me|ly|example)\b|\d(?:[\s().-]?\d){6,}/iu
/** Characters that a remark does not need and that could be read as code. */
const SIGNS = /[<>{}[\]`|\\]+/gu

/** Whether a sentence gives instructions for the translation instead of describing the talk. */
export function isInstruction(sentence: string): boolean {
  return (
    [ABOUT_THE_TASK, EVERY_LINE, KOREAN_ORDER, KOREAN_EVERY_LINE].some(each => each.test(sentence)) ||
    ORDER.test(sentence.trim())
  )
}

/** Cleans a remark about a talk: one line, without code characters and without sentences that give instructions. */
export function cleanRemark(text: string, length: number): string {
  const line = text
    .replace(SIGNS, ' ')
    .replace(/[\s\p{Cc}\p{Cf}]+/gu, ' ')
    .trim()
  const sentences = line.split(/(?<=[.!?;:])\s+/)
  return sentences
    .filter(sentence => !isInstruction(sentence) && !CONTACT.test(sentence))
    .join(' ')
    .slice(0, length)
    .trim()
}
