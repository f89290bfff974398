import { type Cue, koreanProfile, missingNumbers, type Profile, repairJosa, weightedLength } from '#subtitle-engine'
import {
  buildPatch,
  type Cut,
  cutDraft,
  type Draft,
  type DraftSentence,
  englishOfWords,
  eojeolsOf,
  type Operation,
  patched,
} from '#subtitle-engine/edit'
import { findingKind } from '../../../lambdas/contract/finding.ts'

/** Why the user should check a sentence: the flags of its cues, the worst first, after `comment` for open comments. */
export interface Issue {
  sentence: DraftSentence
  flags: readonly string[]
}

/** From worst to mildest: open comments, wrong content, unreadable text, awkward text. */
const ORDER = [
  ...[
    'comment',
    'translation',
    'meaning',
    'numbers',
    'confidence',
    'unheard',
    'script',
    'register',
    'speed',
    'lineLength',
    'duration',
    'gap',
    'lineBreak',
    'phrase',
    'pause',
  ],
  ...['inTime', 'outTime', 'timing'],
]
const rank = (flag: string) => (ORDER.indexOf(flag) < 0 ? ORDER.length : ORDER.indexOf(flag))

/** Rank of a flag; sentences without one come last. */
function rankFlag(flag: string | undefined): number {
  return flag === undefined ? ORDER.length + 1 : rank(flag)
}

export function countFlags(cues: readonly Cue[]): string[] {
  return [...new Set<string>(cues.flatMap(({ flags }) => flags))].sort((a, b) => rank(a) - rank(b))
}

/** Ids of sentences with open comments. */
export type Commented = Pick<ReadonlySet<string>, 'has'>
const NONE: Commented = new Set<string>()

/** What is left to check: open comments and, until the sentence is marked as checked, the flags of its cues. */
export function openFlags(
  { checked }: DraftSentence,
  flags: readonly string[],
  isCommented: boolean,
): readonly string[] {
  const own = checked ? [] : flags
  return isCommented ? ['comment', ...own] : own
}

/** The sentences with open comments, and the flagged ones that have not been marked as checked. */
export function buildQueue({ sentences }: Draft, { cuesOf }: Cut, commented: Commented = NONE): Issue[] {
  const issues: Issue[] = []
  for (const sentence of sentences) {
    const cues = cuesOf.get(sentence.id) ?? []
    const isFlagged = !sentence.checked && cues.some(({ flags }) => flags.length > 0)
    const flags = openFlags(sentence, isFlagged ? countFlags(cues) : [], commented.has(sentence.id))
    if (flags.length > 0) issues.push({ sentence, flags })
  }
  return issues
}

/** The first sentence whose content should be checked, as far as can be known before the cues are cut. */
export function firstDoubt(draft: Draft): DraftSentence | undefined {
  return draft.sentences.find(sentence => isDoubtful(sentence, draft))
}

export function isDoubtful(sentence: DraftSentence, draft: Draft): boolean {
  const { checked, problems, finding, script, unheard } = sentence
  if (checked) return false
  const isFlagged = problems.length > 0 || finding !== undefined || script !== undefined || unheard !== undefined
  return isFlagged || unsureWords(sentence, draft).length > 0 || lackedNumbers(sentence, draft).length > 0
}

/**
 * The next (or previous) sentence to check in the order of a list, after the open one and around the end of the list.
 * Returns the open one if it is the only one left, and undefined if none is.
 */
export function nextToCheck(
  rows: readonly DraftSentence[],
  toCheck: ReadonlySet<string>,
  open: string | undefined,
  direction: 1 | -1 = 1,
): string | undefined {
  const at = rows.findIndex(({ id }) => id === open)
  const start = at < 0 && direction === -1 ? 0 : at
  for (let i = 1; i <= rows.length; i += 1) {
    const row = rows[(start + direction * i + rows.length) % rows.length]
    if (row && toCheck.has(row.id)) return row.id
  }
  return undefined
}

/** Numbers missing from the Korean, as spoken in the English. */
export function lackedNumbers(sentence: DraftSentence, { words }: Draft): string[] {
  const spoken = words.slice(sentence.from, sentence.to)
  const speech = { words: spoken, text: englishOfWords(spoken) }
  return missingNumbers(speech, sentence.korean).flatMap(at => spoken[at]?.text ?? [])
}

/** Adverbs and fillers that can be dropped to save reading time. */
const FILLERS =
  /^(?:사실|사실은|정말|정말로|진짜|그냥|아주|매우|굉장히|조금|좀|이제|바로|그러니까|뭐랄까|어쨌든|일단|막|딱|참|너무)$/

/**
 * Proposes a repair that leaves fewer flags: corrected particles, or the text without fillers if there is too little
 * time.
 */
export function proposeFix(
  { sentence, flags }: Issue,
  draft: Draft,
  cut: Cut,
  profile: Profile,
): Extract<Operation, { kind: 'text' }> | undefined {
  const repaired = repairJosa(sentence.korean)
  if (repaired !== sentence.korean) return { kind: 'text', id: sentence.id, korean: repaired }
  if (!flags.includes('speed') && !flags.includes('lineLength')) return undefined
  let eojeols = eojeolsOf(sentence.korean)
  for (let at = eojeols.findIndex(isFiller); at >= 0; at = eojeols.findIndex(isFiller)) {
    eojeols = eojeols.filter((_, i) => i !== at)
    const operation = { kind: 'text', id: sentence.id, korean: eojeols.join(' ') } as const
    const patch = buildPatch(draft, operation)
    if (!patch) return undefined
    const after = cutDraft(patched(draft, patch), profile, { earlier: cut })
    if (countFlags(after.cuesOf.get(sentence.id) ?? []).length < flags.length) return operation
  }
  return undefined
}

function isFiller(eojeol: string, at: number, all: readonly string[]): boolean {
  return FILLERS.test(eojeol) && at < all.length - 1
}

/** Characters and characters per second of a cue, as the rules count them. */
export function measureReading({ lines, startMs, endMs }: Cue): { characters: number; speed: number } {
  const characters = lines.reduce((sum, line) => sum + weightedLength(line), 0)
  return { characters, speed: (characters * 1000) / Math.max(1, endMs - startMs) }
}

/**
 * Orders sentences from the most to the least severe: wrong content before text that is hard to read. Among equal flags,
 * a second model's findings come first, by kind, then the least certain words. Sentences without an open flag come last.
 * `flagsOf` returns the open flags.
 */
export function bySeverity(
  sentences: readonly DraftSentence[],
  words: Draft['words'],
  flagsOf: (sentence: DraftSentence) => readonly string[],
): DraftSentence[] {
  const rows = sentences.map(sentence => {
    const worst = flagsOf(sentence)[0]
    return {
      sentence,
      doubt: rankFlag(worst),
      kind: rankFinding(sentence),
      sureness: worst === undefined ? 1 : lowestConfidence(sentence, words),
    }
  })
  return rows
    .sort((a, b) => a.doubt - b.doubt || a.kind - b.kind || a.sureness - b.sureness)
    .map(({ sentence }) => sentence)
}

const KINDS: readonly string[] = findingKind.options

/** Rank of a second model's finding; sentences without one come last. */
function rankFinding({ finding }: DraftSentence): number {
  const at = finding ? KINDS.indexOf(finding.kind) : -1
  return at < 0 ? KINDS.length : at
}

function lowestConfidence({ from, to }: DraftSentence, words: Draft['words']): number {
  let lowest = 1
  for (let i = from; i < to; i += 1) lowest = Math.min(lowest, words[i]?.confidence ?? 1)
  return lowest
}

/** Words of the English that may be misheard, without duplicates. */
export function unsureWords({ from, to }: DraftSentence, { words }: Draft): string[] {
  const unsure = words.slice(from, to).filter(({ confidence }) => confidence < koreanProfile.lowConfidence)
  return [...new Set(unsure.map(({ text }) => text))]
}
