export { cuesFromSentences } from './cue/cues.ts'
export { SubtitleError } from './errors.ts'
export { englishOf, formatBilingualSrt } from './format/bilingual.ts'
export { parseSrt } from './format/parse-srt.ts'
export { formatSrt } from './format/srt.ts'
export { formatVtt } from './format/vtt.ts'
export { type Certificate, certificateFromInspection } from './inspection/certificate.ts'
export { type Inspection, inspectCues, type RuleReport } from './inspection/inspect.ts'
export type { Rule } from './inspection/rules.ts'
export { particleFor, repairJosa } from './korean/josa.ts'
export {
  detectRegister,
  endingLevel,
  keepsRegister,
  type RegisterReport,
  type SpeechLevel,
  type WantedRegister,
} from './korean/register.ts'
export { missingNumbers } from './numbers/check.ts'
export { koreanProfile, type Profile } from './profile.ts'
export { sentencesFromTranscript } from './sentence/sentences.ts'
export { transcriptFromAmazon } from './transcript/transcript.ts'
export { characterBudget, checkTranslation, type Neighbour, type TranslationProblem } from './translation-check.ts'
export type { Cue, Flag, Sentence, Transcript, Word } from './types.ts'
export { weightedLength } from './weight.ts'
