export { type Cut, type CutCertificate, cutInSteps, cutManuscript, type KnownGroups, knownGroups } from './cut.ts'
export { filesOf, type SubtitleFiles } from './files.ts'
export {
  type Changes,
  type Conflict,
  changesBetween,
  manuscriptOfStored,
  merged,
  type Stored,
  type StoredManuscript,
  untouched,
} from './merge.ts'
export { canonical, inverse, isEqual, type Operation, type Patch, patched, patchOf } from './operations.ts'
export {
  type Break,
  clean,
  englishOfWords,
  eojeolsOf,
  type Manuscript,
  manuscriptOf,
  type Passage,
  sentenceOfPassage,
  startOf,
  type TranslatedSentence,
} from './passage.ts'
export { admitted, openProject, type Project, projectOf } from './project.ts'
export { eojeolStarts } from './segments.ts'
