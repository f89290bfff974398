import { useEffect, useRef, useState } from 'react'
import type { Cue, Profile } from '#subtitle-engine'
import { captionFont, drawCaption, type PictureShape } from './draw-caption.ts'
import { type FilmStyle, lookIn } from './style.ts'
import { FILM } from './texts.ts'

interface FilmPreviewProps {
  file: File
  cues: readonly Cue[]
  profile: Profile
  style: FilmStyle
  shape: PictureShape
}

/** Longest side of the preview in pixels. */
const LARGEST = 960

/** A frame with a cue, drawn as in the film. It is the widest cue, because if that one fits, all cues do. */
export function FilmPreview({ file, cues, profile, style, shape }: FilmPreviewProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const cue = widestOf(cues)
  const frame = useFrame(file, cue ? (cue.startMs + cue.endMs) / 2000 : 0)
  const scale = Math.min(1, LARGEST / Math.max(shape.shownWidth, shape.shownHeight))
  const [width, height] = [Math.round(shape.shownWidth * scale), Math.round(shape.shownHeight * scale)]
  useEffect(() => {
    const context = canvas.current?.getContext('2d')
    if (!context) return
    const picture = { width, height }
    const draw = () => {
      context.clearRect(0, 0, width, height)
      if (frame) context.drawImage(frame, 0, 0, width, height)
      if (cue) drawCaption(context, cue, profile, style, picture)
    }
    draw()
    const font = captionFont(style, lookIn(profile, style, picture).em)
    document.fonts.load(font, cue?.lines.join('')).then(draw, console.warn)
  }, [frame, cue, profile, style, width, height])
  return (
    <canvas ref={canvas} className="film-preview" role="img" aria-label={FILM.preview} width={width} height={height} />
  )
}

function widestOf(cues: readonly Cue[]): Cue | undefined {
  const widthOf = ({ lines }: Cue) => Math.max(0, ...lines.map(line => line.length))
  return cues.reduce<Cue | undefined>((best, cue) => (best && widthOf(best) >= widthOf(cue) ? best : cue), undefined)
}

/** Resolves to a frame of the file once the browser has sought to it. */
function useFrame(file: File, seconds: number): HTMLVideoElement | undefined {
  const [frame, setFrame] = useState<HTMLVideoElement>()
  useEffect(() => {
    const video = document.createElement('video')
    const url = URL.createObjectURL(file)
    video.muted = true
    video.preload = 'auto'
    video.addEventListener('loadedmetadata', () => {
      video.currentTime = seconds
    })
    video.addEventListener('seeked', () => setFrame(video), { once: true })
    video.src = url
    return () => {
      video.removeAttribute('src')
      video.load()
      URL.revokeObjectURL(url)
    }
  }, [file, seconds])
  return frame
}
