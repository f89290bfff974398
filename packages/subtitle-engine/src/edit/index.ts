export { type Cut, type CutCertificate, cutDraft, cutInSteps, type KnownGroups, knownGroups } from './cut.ts'
export {
  type Break,
  buildDraft,
  clean,
  type Draft,
  type DraftSentence,
  englishOfWords,
  eojeolsOf,
  speechOf,
  startOf,
  type TranslatedSentence,
} from './draft.ts'
export { filesOf, type SubtitleFiles } from './files.ts'
export {
  type Changes,
  type Conflict,
  changesBetween,
  draftFromStored,
  merged,
  type Stored,
  type StoredDraft,
  untouched,
} from './merge.ts'
export { canonical, inverse, isEqual, type Operation, type Patch, patched, patchOf } from './operations.ts'
export { admitted, openProject, type Project, projectOf } from './project.ts'
export { eojeolStarts } from './segments.ts'
