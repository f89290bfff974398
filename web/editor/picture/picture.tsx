import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import { percent } from '../../shared/format.ts'
import { Button } from '../../shared/layout/button.tsx'
import { FileButton, useFileDrop } from '../../shared/layout/files.tsx'
import { SAMPLE_KEY } from '../../shared/local-subtitle.ts'
import { canPickFiles, noteDropped, pickFiles } from '../../shared/own-video/handles.ts'
import { EDITOR, WORKPLACE } from '../texts.ts'
import type { Playback } from './playback.ts'
import { useRemembered } from './use-remembered.ts'
import { useVideoLink } from './use-video-link.ts'
import { canReachYoutube, YoutubeFrame, youtubePlayerUrl } from './youtube-frame.ts'

interface PictureProps {
  entryKey: string
  playback: Playback
  /** URL of the stored upload. */
  videoUrl: string | undefined
  youtubeId: string | undefined
  /** Name of the uploaded file, so that the user finds it again. */
  fileName: string | undefined
  onSource(source: Blob | string | undefined): void
  /** The cue over the picture. */
  children: ReactNode
}

/** The user's own file (never uploaded), the stored upload, or YouTube's player once the user requests it. */
export function Picture({ entryKey, playback, videoUrl, youtubeId, fileName, onSource, children }: PictureProps) {
  const [own, setOwn] = useState<{ file: File; url: string }>()
  const [broken, setBroken] = useState(false)
  const [youtube, setYoutube] = useState<'shown' | 'unreachable'>()
  /** Width of the picture over its height; 0 if there is only sound. */
  const [shape, setShape] = useState<number>()
  const detach = useRef<() => void>(undefined)
  const link = useVideoLink(entryKey, videoUrl)
  const resumes = useRef(false)
  const url = own?.url ?? (broken ? undefined : link.url)
  useEffect(() => () => (own ? URL.revokeObjectURL(own.url) : undefined), [own])
  useEffect(() => onSource(own?.file ?? url), [own, url, onSource])
  const openFile = useCallback((file: File) => {
    setBroken(false)
    setShape(undefined)
    setOwn({ file, url: URL.createObjectURL(file) })
  }, [])
  const remembered = useRemembered(entryKey, openFile, () => setOwn(undefined))
  const chosen = (file: File) => {
    openFile(file)
    void remembered.note(file)
  }
  useFileDrop(WORKPLACE.dropFile, ([file], transfer) => {
    if (!file) return
    noteDropped(transfer)
    chosen(file)
  })
  const onVideo = useCallback(
    (video: HTMLVideoElement | null) => {
      if (!video) return
      detach.current = playback.attach(video)
      return () => detach.current?.()
    },
    [playback],
  )
  const onFrame = useCallback(
    (frame: HTMLIFrameElement | null) => {
      if (!frame) return
      const player = new YoutubeFrame(frame)
      const letGo = playback.attach(player)
      return () => {
        letGo()
        player.close()
      }
    },
    [playback],
  )
  const open = (
    <OpenFile text={own ? EDITOR.openOther : EDITOR.openFile} takesFocus={own !== undefined} onFile={chosen} />
  )
  const again = remembered.video && !own && (
    <Button size="small" onClick={remembered.open}>
      {WORKPLACE.openAgain(remembered.video.name)}
    </Button>
  )
  const keeping =
    own &&
    (remembered.share !== undefined ? (
      <Button size="small" onClick={remembered.stop}>
        {WORKPLACE.stopKeeping(percent(Math.floor(remembered.share * 100) / 100))}
      </Button>
    ) : (
      <Button
        size="small"
        onClick={() => void (remembered.video ? remembered.forget() : remembered.keep(own.file))}
        title={remembered.video ? WORKPLACE.forgetHelp : WORKPLACE.keepHelp}
      >
        {remembered.video ? WORKPLACE.forget : WORKPLACE.keep}
      </Button>
    ))

  const name = own?.file.name ?? fileName
  const pane = (
    <div className="stage-open">
      {name !== undefined && <p className="stage-name">{name}</p>}
      <p className="stage-say">
        {shape === 0
          ? own
            ? WORKPLACE.ownSoundOnly
            : WORKPLACE.soundOnly
          : fileName === undefined
            ? WORKPLACE.openToSee
            : WORKPLACE.showAgain}
      </p>
      {shape === 0 && name !== undefined && (
        <p className="stage-help">{own ? WORKPLACE.openOtherToSee : WORKPLACE.showAgain}</p>
      )}
      {youtubeId && (
        <Button
          onClick={() => void canReachYoutube(youtubeId).then(can => setYoutube(can ? 'shown' : 'unreachable'))}
          title={EDITOR.youtubeHelp}
        >
          {EDITOR.youtube}
        </Button>
      )}
      {again}
      {open}
      <p className="small">{EDITOR.openHelp}</p>
      <p className="small" role="alert">
        {broken && EDITOR.cannotPlay}
        {youtube === 'unreachable' && EDITOR.youtubeUnreachable}
      </p>
    </div>
  )
  if (youtube === 'shown' && youtubeId && !own)
    return (
      <Film shape={YOUTUBE_SHAPE}>
        <iframe
          ref={onFrame}
          title={EDITOR.youtube}
          src={youtubePlayerUrl(youtubeId, location.origin)}
          allow="autoplay; encrypted-media; picture-in-picture"
          referrerPolicy="strict-origin-when-cross-origin"
        />
        {children}
      </Film>
    )
  const isShown = Boolean(shape) || (own && shape === undefined)
  if (url)
    return (
      <>
        <Film shape={shape}>
          {/* biome-ignore lint/a11y/useMediaCaption: this screen draws the captions over the video itself. */}
          <video
            ref={onVideo}
            key={url}
            src={url}
            // Without it, the browser would cache a response without CORS headers, from which the waveform could not be
            // read.
            crossOrigin="anonymous"
            playsInline
            preload="metadata"
            onLoadedMetadata={({ currentTarget }) => {
              const { videoWidth, videoHeight } = currentTarget
              setShape(videoHeight === 0 ? 0 : videoWidth / videoHeight)
              if (resumes.current) void currentTarget.play()
              resumes.current = false
            }}
            onError={async () => {
              resumes.current = playback.state.playing
              if (!own && (await link.renew())) return
              resumes.current = false
              setOwn(undefined)
              setBroken(true)
            }}
          />
          {children}
        </Film>
        {!isShown && pane}
        {isShown && (own || entryKey !== SAMPLE_KEY) && (
          <div className="stage-other">
            {open}
            {keeping}
          </div>
        )}
      </>
    )
  return (
    <>
      <Film shape={undefined}>{children}</Film>
      {pane}
    </>
  )
}

const YOUTUBE_SHAPE = 16 / 9

/** The box of the picture, so that the cue is over the picture and not over the bars beside it. */
function Film({ shape, children }: { shape: number | undefined; children: ReactNode }) {
  return (
    <div
      className="film"
      style={shape ? { width: `min(100cqw, ${100 * shape}cqh)`, height: 'auto', aspectRatio: shape } : undefined}
    >
      {children}
    </div>
  )
}

interface OpenFileProps {
  text: string
  /** Whether it replaces the control that had the focus. */
  takesFocus: boolean
  onFile(file: File): void
}

const VIDEOS = { 'video/*': ['.mp4', '.mov', '.mkv', '.webm', '.m4v'] } as const

/** Opens a file from the user's computer without uploading it, with its handle if the browser provides one. */
function OpenFile({ text, takesFocus, onFile }: OpenFileProps) {
  return (
    <FileButton
      size="small"
      ref={takesFocus ? focusOn : undefined}
      accept="video/*"
      onClick={event => {
        if (!canPickFiles()) return
        event.preventDefault()
        void pickFiles(VIDEOS).then(([file]) => file && onFile(file))
      }}
      onFiles={([file]) => file && onFile(file)}
    >
      {text}
    </FileButton>
  )
}

/** Leaves the focus where it is while a remembered video opens by itself. */
function focusOn(input: HTMLInputElement | null): void {
  if (document.activeElement === document.body) input?.focus({ preventScroll: true })
}
