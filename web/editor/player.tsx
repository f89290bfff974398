import {
  type ReactNode,
  type RefObject,
  useCallback,
  useEffect,
  useImperativeHandle,
  useMemo,
  useRef,
  useState,
} from 'react'
import type { Cue } from '#subtitle-engine'
import { clockTime } from '../../lambdas/contract/time.ts'
import { PauseIcon, PlayIcon } from '../shared/layout/icons.tsx'
import { useClock } from './clock.ts'
import { cueAt, stepFrom } from './cues.ts'
import { PREVIEW, REVIEW } from './texts.ts'
import { type Playable, YoutubeFrame, youtubePlayerUrl } from './youtube-frame.ts'

/** What keys and other parts of the screen tell the player. Times in milliseconds. */
export interface PlayerHandle {
  toggle(): void
  seek(ms: number): void
  back(ms: number): void
  toggleLoop(): void
}

interface PlayerProps {
  cues: readonly Cue[]
  durationMs: number
  /** Address of the kept upload. */
  videoUrl: string | undefined
  youtubeId: string | undefined
  /** The cues of the selected sentence: what a loop repeats. */
  selectedCues: readonly Cue[]
  handle: RefObject<PlayerHandle | null>
  onSource(source: Blob | string | undefined): void
  timeline(nowMs: number, seek: (ms: number) => void): ReactNode
}

/** The picture with the cue as a viewer sees it, and the controls below. */
export function Player({
  cues,
  durationMs,
  videoUrl,
  youtubeId,
  selectedCues,
  handle,
  onSource,
  timeline,
}: PlayerProps) {
  const [media, setMedia] = useState<Playable | null>(null)
  const [loops, setLoops] = useState(false)
  const clock = useClock(media, durationMs)
  const { nowMs, seek, toggle } = clock
  const cue = useMemo(() => cueAt(cues, nowMs), [cues, nowMs])
  const now = useRef(nowMs)
  now.current = nowMs
  useImperativeHandle(
    handle,
    () => ({ toggle, seek, back: ms => seek(now.current - ms), toggleLoop: () => setLoops(on => !on) }),
    [toggle, seek],
  )
  const [from, to] = [selectedCues[0]?.startMs, selectedCues.at(-1)?.endMs]
  useEffect(() => {
    if (loops && clock.playing && from !== undefined && to !== undefined && nowMs >= to) seek(from)
  }, [loops, clock.playing, nowMs, from, to, seek])
  const step = (direction: 1 | -1) => seek(stepFrom(cues, nowMs, direction))

  return (
    <>
      <div className="stage">
        <Picture videoUrl={videoUrl} youtubeId={youtubeId} onMedia={setMedia} onSource={onSource} />
        <div className="stage-cue" lang="ko">
          <p className="caption">
            {cue?.lines.map(line => (
              <span key={line}>{line}</span>
            ))}
          </p>
        </div>
      </div>
      <div className="controls">
        <button type="button" className="icon-button" aria-label={PREVIEW.previous} onClick={() => step(-1)}>
          ‹
        </button>
        <button
          type="button"
          className="icon-button"
          aria-label={clock.playing ? PREVIEW.pause : PREVIEW.play}
          onClick={toggle}
        >
          {clock.playing ? <PauseIcon /> : <PlayIcon />}
        </button>
        <button type="button" className="icon-button" aria-label={PREVIEW.next} onClick={() => step(1)}>
          ›
        </button>
        <input
          type="range"
          min={0}
          max={Math.ceil(durationMs)}
          step={100}
          value={Math.round(nowMs)}
          aria-label={PREVIEW.position}
          aria-valuetext={clock.playing ? undefined : clockTime(nowMs / 1000)}
          onChange={event => seek(event.target.valueAsNumber)}
        />
        <span className="numbers small">
          {clockTime(nowMs / 1000)} / {clockTime(durationMs / 1000)}
        </span>
      </div>
      <label className="check small">
        <input type="checkbox" checked={loops} onChange={event => setLoops(event.target.checked)} />
        {REVIEW.loop}
      </label>
      {timeline(nowMs, seek)}
    </>
  )
}

interface PictureProps extends Pick<PlayerProps, 'videoUrl' | 'youtubeId' | 'onSource'> {
  onMedia(media: Playable | null): void
}

/** The kept upload, a file from the user's computer (never uploaded), or YouTube's player once the user asks for it. */
function Picture({ videoUrl, youtubeId, onMedia, onSource }: PictureProps) {
  const [own, setOwn] = useState<{ file: File; url: string }>()
  const [broken, setBroken] = useState(false)
  const [youtube, setYoutube] = useState(false)
  const url = own?.url ?? (broken ? undefined : videoUrl)
  useEffect(() => () => (own ? URL.revokeObjectURL(own.url) : undefined), [own])
  useEffect(() => onSource(own?.file ?? url), [own, url, onSource])
  const onFrame = useCallback(
    (frame: HTMLIFrameElement | null) => {
      if (!frame) return
      const player = new YoutubeFrame(frame)
      onMedia(player)
      return () => {
        player.close()
        onMedia(null)
      }
    },
    [onMedia],
  )

  const openFile = (file: File) => {
    setBroken(false)
    setOwn({ file, url: URL.createObjectURL(file) })
  }

  if (youtube && youtubeId && !own)
    return (
      <iframe
        ref={onFrame}
        title={REVIEW.youtube}
        src={youtubePlayerUrl(youtubeId, location.origin)}
        allow="autoplay; encrypted-media; picture-in-picture"
        referrerPolicy="strict-origin-when-cross-origin"
      />
    )
  if (url)
    return (
      <>
        {/* biome-ignore lint/a11y/useMediaCaption: this screen draws the captions over the video itself. */}
        <video
          ref={onMedia}
          src={url}
          playsInline
          preload="metadata"
          onError={() => {
            setOwn(undefined)
            setBroken(true)
          }}
        />
        <OpenFile className="stage-other" text={REVIEW.openOther} takesFocus={own !== undefined} onFile={openFile} />
      </>
    )
  return (
    <div className="stage-open">
      {youtubeId && (
        <button type="button" className="button" onClick={() => setYoutube(true)} title={REVIEW.youtubeHelp}>
          {REVIEW.youtube}
        </button>
      )}
      <OpenFile text={REVIEW.openFile} onFile={openFile} />
      <p className="small">{REVIEW.openHelp}</p>
      <p className="small" role="alert">
        {broken && REVIEW.cannotPlay}
      </p>
    </div>
  )
}

interface OpenFileProps {
  text: string
  className?: string
  /** Whether it takes the place of the control that had the focus. */
  takesFocus?: boolean
  onFile(file: File): void
}

/** Opens a file of the user's computer, which never leaves it. */
function OpenFile({ text, className = '', takesFocus = false, onFile }: OpenFileProps) {
  return (
    <label className={`button ${className}`} data-size="small">
      {text}
      <input
        ref={takesFocus ? focusOf : undefined}
        className="visually-hidden"
        type="file"
        accept="video/*"
        onChange={event => {
          const file = event.target.files?.[0]
          if (file) onFile(file)
        }}
      />
    </label>
  )
}

function focusOf(input: HTMLInputElement | null): void {
  input?.focus({ preventScroll: true })
}
