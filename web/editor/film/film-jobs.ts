import { proxy, type Remote, transfer, wrap } from 'comlink'
import { useCallback, useSyncExternalStore } from 'react'
import type { Cue, Profile } from '#subtitle-engine'
import { showToast } from '../../shared/layout/toasts.tsx'
import { createListeners } from '../../shared/listeners.ts'
import { isFull } from '../../shared/own-video/free-space.ts'
import { forgetting } from '../../shared/personal-data.ts'
import { captionFont, captionPixels } from './draw-caption.ts'
import type { FilmOrder } from './film-facts.ts'
import type { FilmWork } from './film-work.ts'
import type { DrawCue } from './picture-painter.ts'
import { type FilmStyle, lookIn } from './style.ts'
import { FILM } from './texts.ts'

/** A film that this page is making or has finished. */
export type FilmJob =
  | { step: 'making'; share: number; secondsLeft: number | undefined }
  | { step: 'done'; film: File; name: string }
  /** `isFull`: the film failed because the browser grants no more space. */
  | { step: 'failed'; isFull: boolean }
  /** Another tab is making a film. */
  | { step: 'elsewhere' }

export interface FilmRequest extends Omit<FilmOrder, 'look'> {
  name: string
  style: FilmStyle
  profile: Profile
  durationMs: number
}

const LOCK = 'jamak.film'
/** With fewer pictures, the estimated time would fluctuate. */
const ESTIMATED_FROM_MS = 5_000
const ABORTED = 'AbortError'

/** Makes films independently of any screen, so that work continues while the user edits or opens another screen. */
class FilmJobs {
  private readonly jobs = new Map<string, FilmJob>()
  private readonly listeners = createListeners()
  readonly subscribe = this.listeners.subscribe
  private worker: FilmWorker | undefined

  constructor() {
    forgetting.subscribe(() => {
      this.worker?.end()
      this.jobs.clear()
    })
  }

  find(key: string): FilmJob | undefined {
    return this.jobs.get(key)
  }

  /** Whether a film of any entry is being made. */
  readonly isBusy = (): boolean => [...this.jobs.values()].some(isUnderWay)

  /** Calls the worker, starting it on the first call. Rejects if it crashes, for example when memory runs out. */
  async call<Call extends Promise<unknown>>(use: (work: Remote<FilmWork>) => Call): Promise<Awaited<Call>> {
    this.worker ??= startWorker(() => {
      this.worker = undefined
    })
    const { work, crashed } = this.worker
    return Promise.race([use(work), crashed])
  }

  async make(request: FilmRequest): Promise<void> {
    const { key } = request
    this.set(key, { step: 'making', share: 0, secondsLeft: undefined })
    window.addEventListener('beforeunload', askToStay)
    try {
      await navigator.locks.request(LOCK, { ifAvailable: true }, async lock => {
        if (!lock) return this.set(key, { step: 'elsewhere' })
        const film = await this.run(request)
        this.set(key, { step: 'done', film, name: request.name })
        // An open dialog already shows that the film is finished.
        if (!document.querySelector('dialog[open]')) showToast({ kind: 'done', text: FILM.doneToast(request.name) })
      })
    } catch (error) {
      if (error instanceof Error && error.name === ABORTED) return this.set(key, undefined)
      console.error(error)
      this.set(key, { step: 'failed', isFull: isFull(error) })
    } finally {
      window.removeEventListener('beforeunload', askToStay)
    }
  }

  stop(): void {
    void this.worker?.work.stop()
  }

  /** Frees the memory of a checked file that no film is made from. */
  rest(): void {
    if (!this.isBusy()) this.worker?.end()
  }

  /** Deletes the film of an entry and its parts. */
  async forget(key: string): Promise<void> {
    await this.call(work => work.forget(key))
    this.set(key, undefined)
  }

  private async run({ name: _, style, profile, durationMs, ...order }: FilmRequest): Promise<File> {
    let first: { at: number; seconds: number } | undefined
    const onProgress = (seconds: number) => {
      const now = performance.now()
      first ??= { at: now, seconds }
      const speed = (seconds - first.seconds) / (now - first.at)
      const isKnown = now - first.at >= ESTIMATED_FROM_MS && speed > 0
      const left = durationMs / 1000 - seconds
      this.set(order.key, {
        step: 'making',
        share: Math.min(1, seconds / (durationMs / 1000)),
        secondsLeft: isKnown ? left / speed / 1000 : undefined,
      })
    }
    const draw = await createDrawer(order.cues, profile, style)
    const complete = { ...order, look: JSON.stringify(style) }
    return this.call(work => work.make(complete, proxy(draw), proxy(onProgress)))
  }

  private set(key: string, job: FilmJob | undefined): void {
    if (job) this.jobs.set(key, job)
    else this.jobs.delete(key)
    this.listeners.notify()
  }
}

interface FilmWorker {
  work: Remote<FilmWork>
  crashed: Promise<never>
  end(): void
}

function startWorker(onEnd: () => void): FilmWorker {
  const worker = new Worker(new URL('./film.worker.ts', import.meta.url), { type: 'module' })
  const end = () => {
    worker.terminate()
    onEnd()
  }
  const crashed = new Promise<never>((_, reject) => {
    worker.addEventListener('error', ({ message }) => {
      end()
      reject(new Error(message || 'the worker of films did not start'))
    })
  })
  crashed.catch(() => undefined)
  return { work: wrap<FilmWork>(worker), crashed, end }
}

export const filmJobs = new FilmJobs()

/** The film of an entry; `undefined` if this page has not started one. */
export function useFilmJob(key: string): FilmJob | undefined {
  return useSyncExternalStore(
    filmJobs.subscribe,
    useCallback(() => filmJobs.find(key), [key]),
  )
}

/** Whether this page makes a film. */
export function useFilmBusy(): boolean {
  return useSyncExternalStore(filmJobs.subscribe, filmJobs.isBusy)
}

export function isUnderWay(job: FilmJob | undefined): boolean {
  return job?.step === 'making'
}

/** Draws captions on the page, because workers do not have its fonts. */
async function createDrawer(cues: readonly Cue[], profile: Profile, style: FilmStyle): Promise<DrawCue> {
  const canvas = document.createElement('canvas')
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (!context) throw new Error('the browser has no canvas')
  return async (index, shape) => {
    const cue = cues[index]
    if (!cue) return undefined
    // Setting the size also clears the canvas.
    Object.assign(canvas, { width: shape.width, height: shape.height })
    const picture = { width: shape.shownWidth, height: shape.shownHeight }
    await document.fonts.load(captionFont(style, lookIn(profile, style, picture).em), cue.lines.join(''))
    const pixels = captionPixels(context, cue, profile, style, shape)
    return pixels && transfer(pixels, [pixels.data.buffer])
  }
}

function askToStay(event: BeforeUnloadEvent): void {
  event.preventDefault()
}
