import type { LanguageCode } from '@aws-sdk/client-transcribe'
import { BusinessError } from '../runtime/step.ts'

/**
 * Languages that Amazon chooses from. One dialect of each is enough, because it also matches the others. Amazon advises
 * against more than five; besides English these are the languages most often uploaded from Korea.
 */
export const LANGUAGES: LanguageCode[] = ['en-US', 'ko-KR', 'ja-JP', 'zh-CN', 'es-ES']

/** The amount of speech that Amazon's guide requires for language identification. */
const IDENTIFIED_FROM_SECONDS = 30

/** `identify` lets Amazon name the language, `english` assumes it. Each kind is a job of its own. */
export type JobKind = 'identify' | 'english'

/** Shorter media cannot contain enough speech to identify its language, so it is transcribed as English at once. */
export function firstJobKind(durationSeconds: number): JobKind {
  return durationSeconds < IDENTIFIED_FROM_SECONDS ? 'english' : 'identify'
}

/** True for any dialect of English, and for an undeclared language. */
export function isEnglish(language: string | undefined): boolean {
  return language === undefined || /^en(-|$)/i.test(language)
}

/** @throws BusinessError NOT_ENGLISH for a declared language other than English; an undeclared language is accepted. */
export function refuseOtherLanguage(language: string | undefined): void {
  if (!isEnglish(language)) throw new BusinessError('NOT_ENGLISH', `the speech is ${language}`)
}

/** With fewer words, confidence says nothing about the language. */
const JUDGED_WORDS = 4

/**
 * Speech that was assumed to be English is refused below this mean word confidence. Chosen on constructed cases
 * (`test/transcription/confidence-cases.ts`), not measured on real Amazon output: the lowest mean of the English cases is
 * 0.64, the highest of the others 0.44. Doubtful clips are accepted as English; unsure words are flagged in the editor.
 */
export const ENGLISH_CONFIDENCE = 0.5

/**
 * Refuses speech that was transcribed as English without language identification and is probably another language.
 * Amazon writes English words for any speech, but with low confidence if it is not English.
 * @throws BusinessError NOT_ENGLISH
 */
export function refuseUnsureWords(words: readonly { confidence: number }[]): void {
  if (words.length < JUDGED_WORDS) return
  const mean = words.reduce((sum, { confidence }) => sum + confidence, 0) / words.length
  if (mean < ENGLISH_CONFIDENCE)
    throw new BusinessError('NOT_ENGLISH', `the words have a mean confidence of ${mean.toFixed(2)}`)
}
