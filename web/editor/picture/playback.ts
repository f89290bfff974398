import { useEffect, useState, useSyncExternalStore } from 'react'
import { createListeners } from '../../shared/listeners.ts'
import type { Playable } from './youtube-frame.ts'

export interface PlaybackState {
  nowMs: number
  playing: boolean
  rate: number
  /** Length of the media; 0 until it is known. */
  mediaMs: number
}

/** A time range that is played in a loop. Times in ms. */
export interface Loop {
  fromMs: number
  toMs: number
}

/** A loop begins this long before its cues and ends this long after them. */
const RUN_UP_MS = 800
const RUN_OUT_MS = 300
/** A loop ends this long before the media, which would stop at its own end. */
const BEFORE_END_MS = 100

/** The range that is played in a loop around cues. */
export function loopAround(startMs: number, endMs: number, durationMs: number): Loop {
  const lastMs = durationMs > 0 ? durationMs - BEFORE_END_MS : Number.POSITIVE_INFINITY
  return { fromMs: Math.max(0, startMs - RUN_UP_MS), toMs: Math.min(endMs + RUN_OUT_MS, lastMs) }
}

export const RATES = [0.5, 0.75, 1, 1.25, 1.5, 2] as const

/** Plays a timeline, driven by the media if attached and by animation frames otherwise. Times in ms. */
export class Playback {
  state: PlaybackState = { nowMs: 0, playing: false, rate: 1, mediaMs: 0 }
  loop: Loop | undefined
  private media: Playable | undefined
  private frame = 0
  private lastAt = 0
  durationMs: number
  private readonly listeners = createListeners()
  readonly subscribe = this.listeners.subscribe

  constructor(durationMs: number, nowMs = 0) {
    this.durationMs = durationMs
    this.state = { ...this.state, nowMs }
  }

  /** Follows a media element; returns the function that detaches it. */
  attach(media: Playable): () => void {
    this.stop()
    this.media = media
    const onTime = () => this.set({ nowMs: media.currentTime * 1000 })
    const onState = () => this.setPlaying(!media.paused && !media.ended)
    const onReady = () => {
      media.currentTime = this.state.nowMs / 1000
      media.playbackRate = this.state.rate
      this.set({ mediaMs: Number.isFinite(media.duration) ? (media.duration ?? 0) * 1000 : 0 })
    }
    const events = {
      timeupdate: onTime,
      seeked: onTime,
      play: onState,
      pause: onState,
      ended: onState,
      loadedmetadata: onReady,
    }
    for (const [name, listener] of Object.entries(events)) media.addEventListener(name, listener)
    return () => {
      for (const [name, listener] of Object.entries(events)) media.removeEventListener(name, listener)
      if (this.media === media) this.media = undefined
      this.stop()
    }
  }

  toggle(): void {
    const { media } = this
    if (media?.paused) media.play().catch((error: unknown) => console.error(error))
    else if (media) media.pause()
    else {
      if (!this.state.playing && this.state.nowMs >= this.durationMs) this.set({ nowMs: 0 })
      this.setPlaying(!this.state.playing)
    }
  }

  seek(ms: number): void {
    const nowMs = Math.min(Math.max(0, ms), this.durationMs)
    if (this.media) this.media.currentTime = nowMs / 1000
    this.set({ nowMs })
  }

  seekBy(ms: number): void {
    this.seek(this.state.nowMs + ms)
  }

  setRate(rate: number): void {
    if (this.media) this.media.playbackRate = rate
    this.set({ rate })
  }

  /** Changes to the next faster or slower rate. */
  changeRate(direction: 1 | -1): void {
    const at = indexOfRate(this.state.rate)
    const rate = RATES[at + direction]
    if (rate !== undefined) this.setRate(rate)
  }

  stop(): void {
    this.setPlaying(false)
  }

  private setPlaying(playing: boolean): void {
    if (playing === this.state.playing) return
    this.set({ playing })
    cancelAnimationFrame(this.frame)
    if (!playing) return
    this.lastAt = performance.now()
    this.frame = requestAnimationFrame(this.tick)
  }

  private readonly tick = (at: number): void => {
    const { media, loop } = this
    const { nowMs, rate } = this.state
    const now = media
      ? media.currentTime * 1000
      : Math.min(this.durationMs, nowMs + Math.max(0, at - this.lastAt) * rate)
    this.lastAt = at
    if (loop && now >= loop.toMs) this.seek(loop.fromMs)
    else this.set({ nowMs: now })
    if (!media && this.state.nowMs >= this.durationMs) this.setPlaying(false)
    else if (this.state.playing) this.frame = requestAnimationFrame(this.tick)
  }

  private set(more: Partial<PlaybackState>): void {
    this.state = { ...this.state, ...more }
    this.listeners.notify()
  }
}

function indexOfRate(rate: number): number {
  const rates: readonly number[] = RATES
  return rates.indexOf(rate)
}

/** Starts at `startMs`. */
export function usePlayback(durationMs: number, startMs = 0): Playback {
  const [playback] = useState(() => new Playback(durationMs, startMs))
  useEffect(() => () => playback.stop(), [playback])
  return playback
}

/** A value derived from the playback; rerenders only when it changes. */
export function usePlaying<Value>(playback: Playback, read: (state: PlaybackState) => Value): Value {
  return useSyncExternalStore(playback.subscribe, () => read(playback.state))
}
