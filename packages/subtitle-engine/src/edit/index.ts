export { canonical, isEqual } from './canonical.ts'
export { type Cut, type CutCertificate, cutDraft, cutInSteps, type KnownGroups, knownGroups } from './cut.ts'
export {
  type Break,
  buildDraft,
  clean,
  type Draft,
  type DraftSentence,
  englishOfWords,
  eojeolsOf,
  type Finding,
  speechOf,
  startOf,
  type TranslatedSentence,
} from './draft.ts'
export { type SubtitleFiles, writeFiles } from './files.ts'
export { parseTypedText, typedText } from './lines.ts'
export {
  type Changes,
  type Conflict,
  changesBetween,
  claimsTwice,
  draftFromStored,
  mergeChanges,
  type Stored,
  type StoredDraft,
  untouched,
} from './merge.ts'
export { buildPatch, inverse, type Operation, type Patch, patched } from './operations.ts'
export { buildAddition, buildSplit } from './place.ts'
export { admitSentence, buildProject, openProject, type Project } from './project.ts'
export { eojeolStarts } from './segments.ts'
export { findSentenceCuts, type SentenceCut } from './sentence-cuts.ts'
