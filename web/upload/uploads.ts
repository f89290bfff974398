import type { Register } from '../../lambdas/contract/archive-entry.ts'
import { PROGRESS } from '../shared/texts/upload.ts'

export type UploadState =
  /** `busy`: three videos are being made already, the server takes no fourth. */
  | { step: 'waiting'; busy: boolean }
  | { step: 'extracting'; share: number }
  | { step: 'sending'; sent: number; size: number; paused: boolean; bytesPerSecond?: number; secondsLeft?: number }
  | { step: 'done'; key: string }
  | { step: 'failed'; message: string }

/** A file that was confirmed in the popup. */
export interface UploadOrder {
  name: string
  file: Blob
  /** What makes it the same file after a reload. */
  fingerprint: string
  durationSeconds: number
  register: Register
  /** Whether the sound alone is sent. */
  soundOnly: boolean
}

export interface Upload extends UploadOrder {
  /** A UUID: also the key that makes the submission count once. */
  id: string
  state: UploadState
}

/** Carries one upload from the first byte to the last, and tells how it stands. */
export type Carry = (upload: Upload, tell: (state: UploadState) => void, signal: AbortSignal) => Promise<void>

/** Uploads one after another, apart from any screen, so that they go on while one looks around. */
export class Uploads {
  private readonly carry: Carry
  private readonly newId: () => string
  private readonly running = new Map<string, AbortController>()
  private readonly listeners = new Set<() => void>()
  private list: readonly Upload[] = []
  private busy = false

  constructor(carry: Carry, newId: () => string = () => crypto.randomUUID()) {
    this.carry = carry
    this.newId = newId
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  readonly current = (): readonly Upload[] => this.list

  add(orders: readonly UploadOrder[]): void {
    const added = orders.map(order => ({
      ...order,
      id: this.newId(),
      state: { step: 'waiting', busy: false } as const,
    }))
    this.change([...this.list, ...added])
    void this.work()
  }

  /** Stops an upload and takes it off the list. */
  cancel(id: string): void {
    this.running.get(id)?.abort(STOPPED)
    this.change(this.list.filter(each => each.id !== id))
  }

  /** Tries a failed one again, after those that wait. */
  retry(id: string): void {
    const failed = this.list.find(each => each.id === id)
    if (failed?.state.step !== 'failed') return
    const { state: _, ...order } = failed
    this.change([...this.list.filter(each => each.id !== id), { ...order, state: { step: 'waiting', busy: false } }])
    void this.work()
  }

  private async work(): Promise<void> {
    if (this.busy) return
    this.busy = true
    for (let next = this.next(); next; next = this.next()) await this.run(next)
    this.busy = false
  }

  private next(): Upload | undefined {
    return this.list.find(each => each.state.step === 'waiting')
  }

  private async run(upload: Upload): Promise<void> {
    const controller = new AbortController()
    this.running.set(upload.id, controller)
    const tell = (state: UploadState) =>
      this.change(this.list.map(each => (each.id === upload.id ? { ...each, state } : each)))
    try {
      await this.carry(upload, tell, controller.signal)
    } catch (error) {
      if (isStopped(controller.signal)) return
      controller.abort(error)
      console.error(error)
      tell({ step: 'failed', message: PROGRESS.failed(error instanceof Error ? error.message : String(error)) })
    } finally {
      this.running.delete(upload.id)
    }
  }

  private change(list: readonly Upload[]): void {
    this.list = list
    for (const listener of this.listeners) listener()
  }
}

const STOPPED = new DOMException('stopped by the person', 'AbortError')

/** Whether a person stopped it, as against a part that failed and took the others along. */
export function isStopped(signal: AbortSignal): boolean {
  return signal.aborted && signal.reason === STOPPED
}

/** Neither done nor failed: leaving the page now would cut it off. */
export function isUnderWay({ state }: Upload): boolean {
  return state.step !== 'done' && state.step !== 'failed'
}

/** Share of the way, 0 to 1, for one bar from the first to the last byte. */
export function shareOf(state: UploadState): number {
  if (state.step === 'extracting') return state.share * 0.1
  if (state.step === 'sending') return state.size === 0 ? 0 : Math.min(1, state.sent / state.size)
  return state.step === 'done' ? 1 : 0
}
