import { subtitleCost, tokenCost } from '../../lambdas/contract/pricing.ts'
import type { RouteResponse } from '../../lambdas/contract/routes.ts'
import { bytes, count, spoken } from '../shared/format.ts'
import type { Choices } from './choices.ts'
import type { TrackChoice } from './media/probe.ts'
import type { SubtitleCandidate } from './read-subtitle.ts'
import { CONFIRM } from './texts.ts'

/** What the user is about to submit. */
export interface Candidate {
  items: readonly Item[]
  /** A message about each chosen file or link that cannot be submitted. */
  refused: readonly string[]
  /** Present if this browser kept it while the user signed in or paid, with what the popup held. */
  restored?: { choices: Choices | undefined }
}

/**
 * A YouTube video, an English subtitle or an MP4 file. Its `id` is a UUID and the idempotency key of its submission.
 */
export type Item = { id: string } & (
  | { kind: 'youtube'; quote: RouteResponse<'quoteYoutube'> }
  | ({ kind: 'subtitle' } & SubtitleCandidate)
  | FileFacts
)

/** An MP4 file. */
export type FileItem = Extract<Item, { kind: 'file' }>

interface FileFacts {
  kind: 'file'
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
export function filesOf({ items }: Candidate): readonly FileItem[] {
  return items.filter(item => item.kind === 'file')
}

/** Whether the user can add a script, which needs exactly one new video. */
export function takesScript({ items: [only, ...others] }: Candidate): boolean {
  return only !== undefined && others.length === 0 && only.kind !== 'subtitle' && isNew(only)
}

/** Whether the user still has to choose a sound track of a file. */
export function isUndecided({ choices, trackId }: Pick<FileItem, 'choices' | 'trackId'>): boolean {
  return choices !== undefined && trackId === undefined
}

export function withChosen(file: FileItem, { language: _, name: __, ...facts }: TrackChoice): FileItem {
  return { ...file, ...facts }
}

/** Returns the candidate with a sound track chosen for one of its files. */
export function withTrack(candidate: Candidate, fileId: string, choice: TrackChoice): Candidate {
  const choose = (item: Item) => (item.kind === 'file' && item.id === fileId ? withChosen(item, choice) : item)
  return { ...candidate, items: candidate.items.map(choose) }
}

/** Tokens still to pay, by the length that the browser read; the server measures the length itself. */
export function sumTokens({ items }: Candidate): number {
  return sum(items.filter(isNew).map(itemTokens))
}

/** Tokens already held for files of unfinished uploads. */
export function sumHeldTokens({ items }: Candidate): number {
  return sum(items.filter(item => !isNew(item)).map(itemTokens))
}

const sum = (numbers: readonly number[]) => numbers.reduce((all, each) => all + each, 0)

export function itemTokens(item: Item): number {
  if (item.kind === 'youtube') return item.quote.tokens
  return item.kind === 'subtitle' ? subtitleCost(item.durationSeconds) : tokenCost(item.durationSeconds)
}

export function itemSeconds(item: Item): number {
  return item.kind === 'youtube' ? item.quote.durationSeconds : item.durationSeconds
}

/** Title of a video, or name of a file. */
export function itemName(item: Item): string {
  return item.kind === 'youtube' ? item.quote.title : item.name
}

/** Number, length and order of several files or links; links keep the order in which they were pasted. */
export function totalsText(candidate: Candidate): string {
  const { items } = candidate
  const totals = CONFIRM.totals(count(items.length), spoken(sum(items.map(itemSeconds))))
  return items.some(({ kind }) => kind === 'youtube') ? totals : `${totals} · ${CONFIRM.byName}`
}

/** The question above the items; `undefined` if the user has answered it before. */
export function askText(candidate: Candidate): string | undefined {
  if (candidate.restored || isOnlyHeld(candidate)) return undefined
  const [only, ...others] = candidate.items
  return only && others.length === 0 ? CONFIRM.ask[only.kind] : CONFIRM.askSeveral
}

/** Whether confirming submits the item; the file of an unfinished upload was submitted before. */
export function isNew(item: Item): boolean {
  return item.kind !== 'file' || !item.isHeld
}

/** Whether confirming submits several new videos or subtitles together. */
export function isGroup({ items }: Candidate): boolean {
  return items.filter(isNew).length > 1
}

/** Whether confirming only resumes unfinished uploads. */
export function isOnlyHeld({ items }: Candidate): boolean {
  return !items.some(isNew)
}

/** Sending at most this share of the files means little waiting. */
const MUCH = 0.5
/** Sending more than this share of the files saves too little to mention. */
const LITTLE = 0.9

/** States how much of the chosen files is sent, if it is the whole or much less. */
export function savingText(files: readonly FileItem[]): string | undefined {
  const whole = sum(files.map(({ wholeBytes }) => wholeBytes))
  const sent = sum(files.map(({ soundBytes, file }) => soundBytes ?? file.size))
  if (sent >= whole) return CONFIRM.wholeFile(bytes(whole))
  if (sent > whole * LITTLE) return undefined
  return (sent <= whole * MUCH ? CONFIRM.savingMuch : CONFIRM.saving)(bytes(whole), bytes(sent))
}
