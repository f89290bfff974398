export { captionLook, EM_OF_LINE } from './caption-look.ts'
export { cuesFromSentences } from './cue/cues.ts'
export type { PhraseEnds, PhraseMarks } from './cue/phrase-ends.ts'
export { withRegisterFlags } from './cue/register-flags.ts'
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
export { englishLeft } from './meaning/words.ts'
export { koreanProfile, PROFILES, type Profile } from './profile.ts'
export { decodeText, type Encoding } from './read/decode.ts'
export { type EnglishSubtitle, readEnglishSubtitle } from './read/english.ts'
export { refuseExcess } from './read/limits.ts'
export { parseSrt } from './read/parse-srt.ts'
export { readSubtitle } from './read/read.ts'
export type { Dialect, Note, NoteKind, ReadSubtitle, SourceCue } from './read/source.ts'
export { transcriptOfCues } from './read/transcript.ts'
export { differencesBySentence, type ScriptDifference, type Scripted, withScript } from './script/with-script.ts'
export { sentencesFromTranscript } from './sentences.ts'
export { type Sound, soundsFromTranscript, withSounds } from './transcript/sounds.ts'
export { withSpeakerNames } from './transcript/speaker-names.ts'
export { transcriptFromAmazon } from './transcript/transcript.ts'
export { type Unheard, unheardBySentence, unheardIn } from './transcript/unheard.ts'
export {
  characterBudget,
  checkTranslation,
  missingNumbers,
  type TranslationProblem,
} from './translation-check.ts'
export {
  type Cue,
  type Flag,
  type Neighbour,
  type Sentence,
  SubtitleError,
  type Transcript,
  type Word,
} from './types.ts'
export { weightedLength } from './weight.ts'
