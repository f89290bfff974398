import { type RefObject, useEffect, useRef, useState } from 'react'
import { PlayIcon } from '../shared/layout/icons.tsx'
import { HOME } from './texts.ts'

/** The film starts this long after the page has loaded, so that it delays nothing that the page needs. */
const START_AFTER_MS = 1_000

type Mode = 'still' | 'muted' | 'sound'

/**
 * A minute of speech with its finished subtitle, under our own captions as in the editor. It plays muted on its own, unless the
 * user wants less motion or less data, and with sound from the beginning once asked for.
 */
export function SampleFilm({ onTime }: { onTime(ms: number): void }) {
  const [mode, setMode] = useState<Mode>('still')
  const film = useRef<HTMLVideoElement>(null)
  const at = usePlayTime(film, mode)
  useEffect(() => onTime(at), [at, onTime])
  useEffect(() => {
    if (matchMedia('(prefers-reduced-motion: reduce)').matches || savesData()) return
    const start = () => setMode(before => (before === 'still' ? 'muted' : before))
    const afterLoad = () => {
      timer = setTimeout(start, START_AFTER_MS)
    }
    let timer: ReturnType<typeof setTimeout> | undefined
    if (document.readyState === 'complete') afterLoad()
    else addEventListener('load', afterLoad)
    return () => {
      removeEventListener('load', afterLoad)
      clearTimeout(timer)
    }
  }, [])
  const playWithSound = () => {
    setMode('sound')
    const element = film.current
    if (!element) return
    element.muted = false
    element.currentTime = 0
    element.play().catch(console.warn)
    element.focus({ preventScroll: true })
  }
  const cue = SAMPLE.cues.find(({ startMs, endMs }) => startMs <= at && at < endMs)
  return (
    <figure className="sample-stage" aria-label={HOME.sampleTitle}>
      <div className="sample-film">
        <img src="/sample/sky.webp" alt={HOME.stillText} width="960" height="540" fetchPriority="high" />
        <video
          ref={film}
          aria-label={HOME.sampleTitle}
          data-mode={mode}
          hidden={mode === 'still'}
          controls={mode === 'sound'}
          muted={mode !== 'sound'}
          loop={mode === 'muted'}
          playsInline
          preload="none"
          src="/sample/sky.mp4"
        >
          <track kind="subtitles" srcLang="ko" label="한국어" src="/sample/sky.vtt" />
        </video>
        <p className="caption sample-caption" lang="ko">
          {cue?.lines.map(line => (
            <span key={line}>{line}</span>
          ))}
        </p>
        {mode !== 'sound' && (
          <button type="button" className="sample-play" onClick={playWithSound}>
            <PlayIcon />
            {HOME.play}
          </button>
        )}
      </div>
      <figcaption className="sample-english" lang="en">
        {cue?.english}
      </figcaption>
    </figure>
  )
}

function savesData(): boolean {
  // Not in every browser, nor in TypeScript's types.
  const connection: unknown = Reflect.get(navigator, 'connection')
  return typeof connection === 'object' && connection !== null && Reflect.get(connection, 'saveData') === true
}

/** Plays the film muted when `mode` says so; returns its time at the start of each cue, and that of the still before. */
function usePlayTime(film: RefObject<HTMLVideoElement | null>, mode: Mode): number {
  const [at, setAt] = useState(SAMPLE_STILL.ms)
  useEffect(() => {
    const element = film.current
    if (!element || mode === 'still') return
    if (mode === 'muted') element.play().catch(console.warn)
    let frame = 0
    const follow = () => {
      if (element.readyState > 1) setAt(cueTime(element.currentTime * 1000))
      frame = requestAnimationFrame(follow)
    }
    follow()
    // Full screen shows the film alone, without the page's captions.
    const onFullscreen = () => {
      const [track] = element.textTracks
      if (track) track.mode = document.fullscreenElement === element ? 'showing' : 'hidden'
    }
    document.addEventListener('fullscreenchange', onFullscreen)
    return () => {
      cancelAnimationFrame(frame)
      document.removeEventListener('fullscreenchange', onFullscreen)
    }
  }, [film, mode])
  return at
}

/** A moment that changes only when the shown cue does, so that the page renders once per cue. */
function cueTime(ms: number): number {
  const cue = SAMPLE.cues.findLast(({ startMs }) => startMs <= ms)
  if (!cue) return 0
  return ms < cue.endMs ? cue.startMs : cue.endMs
}
