export { cuesFromSentences } from './cue/cues.ts'
export type { PhraseEnds, PhraseMarks } from './cue/phrase-ends.ts'
export { withRegisterFlags } from './cue/register-flags.ts'
export { parseSrt, type ReadSrt, readSrt } from './format/parse-srt.ts'
export { englishOf, formatBilingualSrt, formatSrt, formatVtt } from './format/write.ts'
export {
  type Certificate,
  certificateFromInspection,
  type Inspection,
  inspectCues,
  type RuleReport,
} from './inspection/inspect.ts'
export type { Rule } from './inspection/rules.ts'
export { cleanTranslation } from './korean/clean.ts'
export { toHaeyo } from './korean/haeyo.ts'
export { particleFor, repairJosa } from './korean/josa.ts'
export { detectRegister, keepsRegister, type RegisterReport, type WantedRegister } from './korean/register.ts'
export { endingLevel, type SpeechLevel } from './korean/speech-level.ts'
export { findContacts } from './meaning/additions.ts'
export { koreanProfile, PROFILES, type Profile } from './profile.ts'
export { sentencesFromTranscript } from './sentences.ts'
export { transcriptFromSubtitleFile } from './subtitle-input/read.ts'
export { type Sound, soundsFromTranscript, withSounds } from './transcript/sounds.ts'
export { transcriptFromAmazon } from './transcript/transcript.ts'
export {
  characterBudget,
  checkTranslation,
  missingNumbers,
  type Neighbour,
  type TranslationProblem,
} from './translation-check.ts'
export { type Cue, type Flag, type Sentence, SubtitleError, type Transcript, type Word } from './types.ts'
export { weightedLength } from './weight.ts'
