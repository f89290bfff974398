import type { LanguageCode } from '@aws-sdk/client-transcribe'
import { BusinessError } from '../runtime/step.ts'

/**
 * Languages that Amazon chooses from. One dialect each is enough: it recognizes the other dialects as well. Amazon
 * advises against more than five; besides English these are the ones most often uploaded from Korea.
 */
export const LANGUAGES: LanguageCode[] = ['en-US', 'ko-KR', 'ja-JP', 'zh-CN', 'es-ES']

/** Amazon's guide asks for this much speech to identify a language. */
const IDENTIFIED_FROM_SECONDS = 30

/** `identify` lets Amazon name the language, `english` assumes it. Each kind is a job of its own. */
export type JobKind = 'identify' | 'english'

/** Shorter media cannot hold enough speech to identify its language: it is recognized as English at once. */
export function firstJobKind(durationSeconds: number): JobKind {
  return durationSeconds < IDENTIFIED_FROM_SECONDS ? 'english' : 'identify'
}

/** True for a kind of English; an undeclared language is taken for English. */
export function isEnglish(language: string | undefined): boolean {
  return language === undefined || /^en(-|$)/i.test(language)
}

/** @throws BusinessError NOT_ENGLISH for a declared language other than English; an undeclared language is accepted. */
export function refuseOtherLanguage(language: string | undefined): void {
  if (!isEnglish(language)) throw new BusinessError('NOT_ENGLISH', `the speech is ${language}`)
}

/** Fewer words say nothing about a language. */
const JUDGED_WORDS = 4

/**
 * Speech that was assumed to be English is refused below this mean confidence of its words. Found on made cases
 * (`test/transcription/confidence-cases.ts`), not measured on Amazon's answers: the lowest mean of the English cases
 * is 0.64, the highest of the others 0.44. In doubt a clip is taken as English; badly heard cues are flagged.
 */
export const ENGLISH_CONFIDENCE = 0.5

/**
 * Judges speech that was recognized as English without its language being identified. The recognizer writes English
 * words for any speech, but is unsure of those of another language.
 * @throws BusinessError NOT_ENGLISH
 */
export function refuseUnsureWords(words: readonly { confidence: number }[]): void {
  if (words.length < JUDGED_WORDS) return
  const mean = words.reduce((sum, { confidence }) => sum + confidence, 0) / words.length
  if (mean < ENGLISH_CONFIDENCE)
    throw new BusinessError('NOT_ENGLISH', `the words were heard with a mean confidence of ${mean.toFixed(2)}`)
}
