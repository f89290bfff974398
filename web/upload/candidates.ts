import { subtitleCost, tokenCost } from '../../lambdas/contract/pricing.ts'
import type { RouteResponse } from '../../lambdas/contract/routes.ts'
import { bytes, count, pieces, spoken } from '../shared/format.ts'
import type { TrackChoice } from './media/probe.ts'
import type { SubtitleCandidate } from './read-subtitle.ts'
import { CONFIRM } from './texts.ts'

/** What the user is about to submit: a YouTube video, an English subtitle, MP4 files, or several of different kinds. */
export type Candidate =
  | { kind: 'youtube'; quote: RouteResponse<'quoteYoutube'> }
  | ({ kind: 'subtitle' } & SubtitleCandidate)
  | {
      kind: 'files'
      files: readonly FileCandidate[]
      restored: boolean
      /** A message about each chosen file that cannot be submitted. */
      refused: readonly string[]
    }
  | { kind: 'group'; items: readonly GroupItem[]; refused: readonly string[] }

/** A YouTube video, an English subtitle or an MP4 file. */
export type Item =
  | { kind: 'youtube'; quote: RouteResponse<'quoteYoutube'> }
  | ({ kind: 'subtitle' } & SubtitleCandidate)
  | { kind: 'file'; file: FileCandidate }

/** One of several submitted together. Its `id` is a UUID and the idempotency key of its submission. */
export type GroupItem = { id: string } & Item

/** A file that was chosen beside others. */
export type ChosenItem = Exclude<GroupItem, { kind: 'youtube' }>

/** Combines the files that can be submitted; `refused` has a message about each of the others. */
export function buildCandidate(items: readonly ChosenItem[], refused: readonly string[]): Candidate {
  const files = items.flatMap(item => (item.kind === 'file' ? [item.file] : []))
  if (files.length === items.length) return { kind: 'files', files, restored: false, refused }
  const [only, ...others] = items
  return only?.kind === 'subtitle' && others.length === 0 && refused.length === 0
    ? only
    : { kind: 'group', items, refused }
}

export interface FileCandidate {
  id: string
  name: string
  file: Blob
  fingerprint: string
  durationSeconds: number
  /** The sound track to send; absent if `file` is the sound already, or until the user has chosen one of `choices`. */
  trackId?: number | undefined
  /** The tracks that may contain the speech, if there are several. */
  choices?: readonly TrackChoice[]
  /** Size of the sound in bytes; absent if the file is the sound already. */
  soundBytes?: number
  /** Length of the sound that is shown, in milliseconds; absent for files kept by an older page. */
  soundMs?: number
  /** Size in bytes of the file that was chosen. */
  wholeBytes: number
  /** A frame of the video as a `data:` URL, if `file` has no pictures any more. */
  frame?: string | undefined
  /** True for the file of an unfinished upload, whose tokens are already held. */
  isHeld?: boolean
}

/** The files of a candidate. */
export function filesOf(candidate: Candidate): readonly FileCandidate[] {
  if (candidate.kind === 'files') return candidate.files
  return candidate.kind === 'group' ? candidate.items.flatMap(item => (item.kind === 'file' ? [item.file] : [])) : []
}

/** Whether the user can add a script, which needs exactly one new video. */
export function takesScript(candidate: Candidate): boolean {
  if (candidate.kind === 'youtube') return true
  return candidate.kind === 'files' && candidate.files.length === 1 && candidate.files[0]?.isHeld !== true
}

/** Whether the user still has to choose a sound track of a file. */
export function isUndecided({ choices, trackId }: Pick<FileCandidate, 'choices' | 'trackId'>): boolean {
  return choices !== undefined && trackId === undefined
}

export function withChosen(file: FileCandidate, { language: _, name: __, ...facts }: TrackChoice): FileCandidate {
  return { ...file, ...facts }
}

/** Returns the candidate with a sound track chosen for one of its files. */
export function withTrack(candidate: Candidate, fileId: string, choice: TrackChoice): Candidate {
  const choose = (file: FileCandidate) => (file.id === fileId ? withChosen(file, choice) : file)
  if (candidate.kind === 'files') return { ...candidate, files: candidate.files.map(choose) }
  if (candidate.kind !== 'group') return candidate
  const items = candidate.items.map(item => (item.kind === 'file' ? { ...item, file: choose(item.file) } : item))
  return { ...candidate, items }
}

/** Tokens still to pay, by the length that the browser read; the server measures the length itself. */
export function sumTokens(candidate: Candidate): number {
  if (candidate.kind === 'youtube') return candidate.quote.tokens
  if (candidate.kind === 'subtitle') return subtitleCost(candidate.durationSeconds)
  if (candidate.kind === 'group') return candidate.items.reduce((sum, item) => sum + itemTokens(item), 0)
  return sumOf(candidate.files.filter(({ isHeld }) => !isHeld))
}

export function itemTokens(item: GroupItem): number {
  if (item.kind === 'youtube') return item.quote.tokens
  if (item.kind === 'subtitle') return subtitleCost(item.durationSeconds)
  return item.file.isHeld ? 0 : tokenCost(item.file.durationSeconds)
}

export function itemSeconds(item: GroupItem): number {
  if (item.kind === 'youtube') return item.quote.durationSeconds
  return item.kind === 'subtitle' ? item.durationSeconds : item.file.durationSeconds
}

/** Number, length, tokens and order of several files or links; links keep the order in which they were pasted. */
export function totalsText(candidate: Extract<Candidate, { kind: 'files' | 'group' }>): string {
  const items = candidate.kind === 'group' ? candidate.items : undefined
  const seconds = items ? items.map(itemSeconds) : filesOf(candidate).map(({ durationSeconds }) => durationSeconds)
  const whole = seconds.reduce((sum, each) => sum + each, 0)
  const totals = CONFIRM.totals(count(seconds.length), spoken(whole), pieces(sumTokens(candidate)))
  return items?.some(({ kind }) => kind === 'youtube') ? totals : `${totals} · ${CONFIRM.byName}`
}

/** Number of videos and subtitles that confirming submits; the file of an unfinished upload was submitted before. */
export function countNew(candidate: Candidate): number {
  if (candidate.kind === 'files') return candidate.files.filter(({ isHeld }) => !isHeld).length
  return candidate.kind === 'group' ? candidate.items.filter(isNew).length : 1
}

export function isNew(item: GroupItem): boolean {
  return item.kind !== 'file' || !item.file.isHeld
}

/** Whether confirming submits several new videos or subtitles together. */
export function isGroup(candidate: Candidate): boolean {
  return countNew(candidate) > 1
}

/** Tokens already held for files of unfinished uploads. */
export function sumHeldTokens(candidate: Candidate): number {
  return candidate.kind !== 'files' ? 0 : sumOf(candidate.files.filter(({ isHeld }) => isHeld))
}

/** Whether confirming only resumes unfinished uploads. */
export function isOnlyHeld(candidate: Candidate): boolean {
  return candidate.kind === 'files' && candidate.files.every(({ isHeld }) => isHeld)
}

function sumOf(files: readonly FileCandidate[]): number {
  return files.reduce((sum, { durationSeconds }) => sum + tokenCost(durationSeconds), 0)
}

/** Sending at most this share of the files means little waiting. */
const MUCH = 0.5
/** Sending more than this share of the files saves too little to mention. */
const LITTLE = 0.9

/** States how much of the chosen files is sent, if it is the whole or much less. */
export function savingText(files: readonly FileCandidate[]): string | undefined {
  const whole = files.reduce((sum, { wholeBytes }) => sum + wholeBytes, 0)
  const sent = files.reduce((sum, { soundBytes, file }) => sum + (soundBytes ?? file.size), 0)
  if (sent >= whole) return CONFIRM.wholeFile(bytes(whole))
  if (sent > whole * LITTLE) return undefined
  return (sent <= whole * MUCH ? CONFIRM.savingMuch : CONFIRM.saving)(bytes(whole), bytes(sent))
}
