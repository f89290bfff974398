import { useEffect, useMemo, useRef, useState } from 'react'
import type { EntryView } from '../../lambdas/contract/routes.ts'
import { clockTime } from '../../lambdas/contract/time.ts'
import { PauseIcon, PlayIcon } from '../shared/layout/icons.tsx'
import { PREVIEW } from '../shared/texts/archive.ts'
import { useClock } from './clock.ts'
import { CueList } from './cue-list.tsx'
import { cueAt, type PreviewCue, stepFrom } from './cues.ts'

/** The stage with the current cue, the controls below it and the list of cues beside it. */
export function Player({ cues, entry }: { cues: readonly PreviewCue[]; entry: EntryView }) {
  const [video, setVideo] = useState<HTMLVideoElement | null>(null)
  const [english, setEnglish] = useState(false)
  const durationMs = Math.max(entry.duration_seconds * 1000, cues.at(-1)?.endMs ?? 0)
  const clock = useClock(video, durationMs)
  const cue = useMemo(() => cueAt(cues, clock.nowMs), [cues, clock.nowMs])
  const step = (direction: 1 | -1) => clock.seek(stepFrom(cues, clock.nowMs, direction))
  useKeys({ toggle: clock.toggle, previous: () => step(-1), next: () => step(1) })

  return (
    <div className="preview">
      <div className="preview-main">
        <div className="stage">
          <LocalVideo onVideo={setVideo} />
          <div className="stage-cue" lang="ko">
            {english && cue?.english && (
              <p className="stage-english" lang="en">
                {cue.english}
              </p>
            )}
            <p className="caption">
              {cue?.lines.map(line => (
                <span key={line}>{line}</span>
              ))}
            </p>
          </div>
        </div>
        <Controls
          nowMs={clock.nowMs}
          durationMs={durationMs}
          playing={clock.playing}
          onToggle={clock.toggle}
          onStep={step}
          onSeek={clock.seek}
        />
        <label className="check">
          <input type="checkbox" checked={english} onChange={event => setEnglish(event.target.checked)} />
          {PREVIEW.english}
        </label>
        <p className="muted small">{PREVIEW.keys}</p>
      </div>
      <CueList cues={cues} current={cue} onSeek={clock.seek} />
    </div>
  )
}

interface ControlsProps {
  nowMs: number
  durationMs: number
  playing: boolean
  onToggle(): void
  onStep(direction: 1 | -1): void
  onSeek(ms: number): void
}

function Controls({ nowMs, durationMs, playing, onToggle, onStep, onSeek }: ControlsProps) {
  const [spoken, setSpoken] = useState('')
  // Screen readers announce the time when playing stops, not on every frame.
  useEffect(() => {
    if (!playing) setSpoken(clockTime(nowMs / 1000))
  }, [playing, nowMs])
  return (
    <div className="controls">
      <button type="button" className="icon-button" aria-label={PREVIEW.previous} onClick={() => onStep(-1)}>
        ‹
      </button>
      <button
        type="button"
        className="icon-button"
        aria-label={playing ? PREVIEW.pause : PREVIEW.play}
        onClick={onToggle}
      >
        {playing ? <PauseIcon /> : <PlayIcon />}
      </button>
      <button type="button" className="icon-button" aria-label={PREVIEW.next} onClick={() => onStep(1)}>
        ›
      </button>
      <input
        type="range"
        min={0}
        max={Math.ceil(durationMs)}
        step={100}
        value={Math.round(nowMs)}
        aria-label={PREVIEW.position}
        aria-valuetext={spoken}
        onChange={event => onSeek(event.target.valueAsNumber)}
      />
      <span className="numbers small">
        {clockTime(nowMs / 1000)} / {clockTime(durationMs / 1000)}
      </span>
    </div>
  )
}

interface KeyActions {
  toggle(): void
  previous(): void
  next(): void
}

/** Elements that handle Space or the arrows themselves. */
const OWN_KEYS = 'input, textarea, select, button, a, label, dialog, [role=menu]'

/** Space plays and the arrows step, unless the focused element has its own use for these keys. */
function useKeys(actions: KeyActions): void {
  const latest = useRef(actions)
  useEffect(() => {
    latest.current = actions
  })
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return
      if (event.target instanceof Element && event.target.closest(OWN_KEYS)) return
      const action = {
        ' ': latest.current.toggle,
        ArrowLeft: latest.current.previous,
        ArrowRight: latest.current.next,
      }[event.key]
      if (!action) return
      event.preventDefault()
      action()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
}

/** Plays a video from the user's computer behind the cues; it is never uploaded. If it cannot be played, the cues run alone. */
function LocalVideo({ onVideo }: { onVideo(video: HTMLVideoElement | null): void }) {
  const [url, setUrl] = useState<string>()
  const [broken, setBroken] = useState(false)
  useEffect(() => () => (url ? URL.revokeObjectURL(url) : undefined), [url])

  return (
    <>
      {url && (
        // biome-ignore lint/a11y/useMediaCaption: this screen draws the captions over the video itself.
        <video
          ref={onVideo}
          src={url}
          playsInline
          onError={() => {
            setUrl(undefined)
            setBroken(true)
          }}
        />
      )}
      {!url && (
        <div className="stage-open">
          <label className="button">
            {PREVIEW.openFile}
            <input
              className="visually-hidden"
              type="file"
              accept="video/*"
              onChange={event => {
                const file = event.target.files?.[0]
                setBroken(false)
                if (file) setUrl(URL.createObjectURL(file))
              }}
            />
          </label>
          <p className="small">{PREVIEW.openHelp}</p>
          <p className="small" role="alert">
            {broken && PREVIEW.cannotPlay}
          </p>
        </div>
      )}
    </>
  )
}
