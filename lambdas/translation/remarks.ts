/** Words typical of an instruction to a translator or a program, as opposed to a description. */
const ABOUT_THE_TASK =
  /\b(?:ignore|disregard|override|forget|bypass)\b.*\b(?:instructions?|rules?|prompts?|above|previous|checks?|glossary|system)\b|\b(?:previous|prior|above|your|all|these|hidden|new) (?:instructions?|prompts?|rules)\b|\binstead of (?:translating|the translation)\b|\b(?:translators?|translations?|subtitles?|outputs?|answers?|lines?|ids?|captions?)\b.*\b(?:must|should|always|never|have to|need to)\b|\b(?:must|should|always|never)\b.*\b(?:translat\w*|subtitles?|output|answers?|each line|every line)\b/iu
const ORDER =
  /^(?:please |now |always |never |you (?:must|should|will) )*(?:end|begin|start|append|insert|add|put|include|output|answer|respond|reply|translate|write|print|reveal|execute|delete|repeat|approve|say)\b.*\b(?:each|every|all|line|lines|sentence|sentences|text|texts|subtitle|subtitles|translation|translations|word|words|prompt|everything|id|ids|checks?|to)\b/iu
const KOREAN_ORDER =
  /(?:무시|출력|번역|대답|삭제|실행|추가)(?:하|해)(?:세요|라|십시오|줘|야)|지시를|지시사항|명령을|(?:이전|위의) (?:지시|명령)/u
/** Characters that a remark does not need and that could be read as code. */
const SIGNS = /[<>{}[\]`|\\]+/gu

/** Whether a sentence gives instructions for the translation instead of describing the talk. */
export function isInstruction(sentence: string): boolean {
  return ABOUT_THE_TASK.test(sentence) || ORDER.test(sentence.trim()) || KOREAN_ORDER.test(sentence)
}

/** Cleans a remark about a talk: one line, without code characters and without sentences that give instructions. */
export function cleanRemark(text: string, length: number): string {
  const line = text
    .replace(SIGNS, ' ')
    .replace(/[\s\p{Cc}\p{Cf}]+/gu, ' ')
    .trim()
  const sentences = line.split(/(?<=[.!?;:])\s+/)
  return sentences
    .filter(sentence => !isInstruction(sentence))
    .join(' ')
    .slice(0, length)
    .trim()
}
