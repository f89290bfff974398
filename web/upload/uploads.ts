import type { Register, SubtitleProfile } from '../../lambdas/contract/archive-entry.ts'
import type { SubmissionGroup } from '../../lambdas/contract/group.ts'
import { createListeners } from '../shared/listeners.ts'
import { PROGRESS } from './texts.ts'

export type UploadState =
  /** `busy`: the user already has as many open videos as the server accepts. */
  | { step: 'waiting'; busy: boolean }
  | { step: 'extracting'; share: number }
  | { step: 'sending'; key?: string; sent: number; size: number; paused: boolean; secondsLeft?: number }
  | { step: 'done'; key: string }
  | { step: 'failed'; message: string }

/** A file confirmed in the popup. */
export interface UploadOrder {
  name: string
  file: Blob
  /** Identifies the file after a reload. */
  fingerprint: string
  durationSeconds: number
  /** Length of the sound that is shown, in milliseconds. */
  soundMs?: number | undefined
  register: Register
  profile: SubtitleProfile
  /** Whether the user's glossary applies. */
  glossary: boolean
  /** The stored script's id. */
  script?: string | undefined
  /** The sound track to send; absent if `file` is the sound already. */
  trackId?: number | undefined
  /** The group to which it belongs. */
  group?: SubmissionGroup | undefined
  /** A frame of the video as a `data:` URL, if `file` has no pictures any more. */
  frame?: string | undefined
  /** Whether this browser remembers the video for the editor. */
  keeps?: boolean
}

export interface Upload extends UploadOrder {
  /** A UUID; also the idempotency key of the submission. */
  id: string
  state: UploadState
  /** Key of its entry; absent until the server has accepted the submission. */
  key?: string
}

/** Runs one upload from start to end and reports its states. */
export type RunUpload = (upload: Upload, report: (state: UploadState) => void, signal: AbortSignal) => Promise<void>

/** Uploads of a group that run at once: as many as the server works on. */
const GROUP_AT_ONCE = 3

/**
 * Runs uploads one after another, or several of a group at once, independently of any screen, so that they continue while
 * the user navigates.
 */
export class Uploads {
  private readonly runUpload: RunUpload
  private readonly newId: () => string
  private readonly onStop: (upload: Upload) => void
  private readonly running = new Map<string, AbortController>()
  private readonly listeners = createListeners()
  readonly subscribe = this.listeners.subscribe
  private list: readonly Upload[] = []

  /**
   * `onStop`: called before an unfinished upload that the user stopped leaves the list; the server may still await it.
   */
  constructor(
    runUpload: RunUpload,
    newId: () => string = () => crypto.randomUUID(),
    onStop: (upload: Upload) => void = () => undefined,
  ) {
    this.runUpload = runUpload
    this.newId = newId
    this.onStop = onStop
  }

  readonly current = (): readonly Upload[] => this.list

  add(orders: readonly UploadOrder[]): void {
    const added = orders.map(order => ({
      ...order,
      id: this.newId(),
      state: { step: 'waiting', busy: false } as const,
    }))
    this.change([...this.list, ...added])
    this.work()
  }

  /**
   * Stops an upload and removes it from the list. If it was never submitted, the others of its group announce one member
   * fewer.
   */
  cancel(id: string): void {
    const found = this.list.find(each => each.id === id)
    this.running.get(id)?.abort(STOPPED)
    if (found && found.state.step !== 'done') this.onStop(found)
    const rest = this.list.filter(each => each.id !== id)
    const left = found && groupWithout(found)
    this.change(left ? rest.map(each => (each.group?.id === left.id ? { ...each, group: left } : each)) : rest)
  }

  /** Moves a failed upload to the end of the queue. */
  retry(id: string): void {
    const failed = this.list.find(each => each.id === id)
    if (failed?.state.step !== 'failed') return
    const { state: _, ...order } = failed
    this.change([...this.list.filter(each => each.id !== id), { ...order, state: { step: 'waiting', busy: false } }])
    this.work()
  }

  private work(): void {
    for (let next = this.next(); next; next = this.next()) void this.run(next).then(() => this.work())
  }

  /** The first waiting upload, if it may begin beside those that are running. */
  private next(): Upload | undefined {
    const waiting = this.list.find(each => each.state.step === 'waiting' && !this.running.has(each.id))
    if (!waiting || this.running.size === 0) return waiting
    const running = this.list.filter(each => this.running.has(each.id))
    const isOfGroup = running.every(({ group }) => group !== undefined && group.id === waiting.group?.id)
    return isOfGroup && this.running.size < GROUP_AT_ONCE ? waiting : undefined
  }

  private async run(upload: Upload): Promise<void> {
    const controller = new AbortController()
    this.running.set(upload.id, controller)
    const report = (state: UploadState) =>
      this.change(
        this.list.map(each => (each.id === upload.id ? { ...each, state, key: keyIn(state) ?? each.key } : each)),
      )
    try {
      await this.runUpload(upload, report, controller.signal)
    } catch (error) {
      if (isStopped(controller.signal)) return
      controller.abort(error)
      console.error(error)
      report({ step: 'failed', message: PROGRESS.failed(error instanceof Error ? error.message : String(error)) })
    } finally {
      this.running.delete(upload.id)
    }
  }

  private change(list: readonly Upload[]): void {
    this.list = list
    this.listeners.notify()
  }
}

/** The group of an upload that leaves it before it was submitted; undefined if it has none or is a member already. */
export function groupWithout({ group, key, state }: Upload): SubmissionGroup | undefined {
  if (key !== undefined || state.step === 'sending' || state.step === 'done') return undefined
  return group && { ...group, size: group.size - 1 }
}

function keyIn(state: UploadState): string | undefined {
  return 'key' in state ? state.key : undefined
}

const STOPPED = new DOMException('stopped by the user', 'AbortError')

/** Whether the user stopped the upload; a failed part also aborts the others. */
export function isStopped(signal: AbortSignal): boolean {
  return signal.aborted && signal.reason === STOPPED
}

/** Whether leaving the page now would interrupt the upload. */
export function isUnderWay({ state }: Upload): boolean {
  return state.step !== 'done' && state.step !== 'failed'
}

/** Progress from 0 to 1, for a single bar. */
export function shareOf(state: UploadState): number {
  if (state.step === 'extracting') return state.share * 0.1
  if (state.step === 'sending') return state.size === 0 ? 0 : Math.min(1, state.sent / state.size)
  return state.step === 'done' ? 1 : 0
}
