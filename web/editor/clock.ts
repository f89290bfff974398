import { useCallback, useEffect, useRef, useState } from 'react'
import type { Playable } from './youtube-frame.ts'

/** Plays a timeline, driven by the video if one is open and by animation frames otherwise. Times in ms. */
export interface Clock {
  nowMs: number
  playing: boolean
  toggle(): void
  seek(ms: number): void
}

export function useClock(video: Playable | null, durationMs: number): Clock {
  const [nowMs, setNowMs] = useState(0)
  const [playing, setPlaying] = useState(false)
  const now = useRef(0)

  const show = useCallback((ms: number) => {
    now.current = ms
    setNowMs(ms)
  }, [])

  // An open video is the time source.
  useEffect(() => {
    if (!video) return
    const onTime = () => show(video.currentTime * 1000)
    const onState = () => setPlaying(!video.paused && !video.ended)
    const seekToNow = () => {
      video.currentTime = now.current / 1000
    }
    const events = { timeupdate: onTime, seeked: onTime, play: onState, pause: onState, ended: onState }
    for (const [name, listener] of Object.entries(events)) video.addEventListener(name, listener)
    video.addEventListener('loadedmetadata', seekToNow, { once: true })
    return () => {
      for (const [name, listener] of Object.entries(events)) video.removeEventListener(name, listener)
      video.removeEventListener('loadedmetadata', seekToNow)
    }
  }, [video, show])

  useEffect(() => {
    if (!playing) return
    let frame = 0
    let last = performance.now()
    const tick = (at: number) => {
      if (video) show(video.currentTime * 1000)
      else show(Math.min(durationMs, now.current + Math.max(0, at - last)))
      last = at
      if (!video && now.current >= durationMs) setPlaying(false)
      else frame = requestAnimationFrame(tick)
    }
    frame = requestAnimationFrame(tick)
    return () => cancelAnimationFrame(frame)
  }, [playing, video, durationMs, show])

  const toggle = useCallback(() => {
    if (video) {
      if (video.paused) video.play().catch((error: unknown) => console.error(error))
      else video.pause()
      return
    }
    if (!playing && now.current >= durationMs) show(0)
    setPlaying(!playing)
  }, [video, playing, durationMs, show])

  const seek = useCallback(
    (ms: number) => {
      const clamped = Math.min(Math.max(0, ms), durationMs)
      if (video) video.currentTime = clamped / 1000
      show(clamped)
    },
    [video, durationMs, show],
  )
  return { nowMs, playing, toggle, seek }
}
