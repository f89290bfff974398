import type { Unheard } from '#subtitle-engine'
import type { Draft, DraftSentence } from '#subtitle-engine/edit'
import { lackedNumbers, unsureWords } from '../draft/queue.ts'
import { EDITOR, findingText } from '../texts.ts'
import { shortTime } from '../times.ts'

/** Why a sentence with this flag should be checked, as a sentence with the words or times concerned if they are known. */
export function reasonOf(flag: string, sentence: DraftSentence, draft: Draft): string {
  const numbers = flag === 'numbers' ? lackedNumbers(sentence, draft) : []
  if (numbers.length > 0) return EDITOR.lackedNumbers(numbers.join(', '))
  if (flag === 'unheard' && sentence.unheard) return unheardText(sentence.unheard, sentence.shiftMs)
  if (flag === 'meaning' && sentence.finding) return findingText(sentence.finding)
  if (flag === 'script' && sentence.script) return sentence.script.map(EDITOR.scriptDiffers).join(' ')
  const unsure = flag === 'confidence' ? unsureWords(sentence, draft) : []
  if (unsure.length > 0) return EDITOR.unsureWords(unsure.join(', '))
  const found = sentence.problems.flatMap(code => EDITOR.problems[flag]?.[code] ?? [])
  return found[0] ?? EDITOR.reasons[flag] ?? EDITOR.otherReason
}

function unheardText({ startMs, endMs, words }: Unheard, shiftMs = 0): string {
  const [from, to] = [startMs, endMs].map(ms => shortTime(Math.max(0, ms + shiftMs)))
  return words === '' ? EDITOR.unheardHole(from ?? '', to ?? '') : EDITOR.unheardWords(from ?? '', to ?? '', words)
}
