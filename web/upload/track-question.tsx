import { useEffect, useId, useRef, useState } from 'react'
import { Button } from '../shared/layout/button.tsx'
import { PauseIcon, PlayIcon } from '../shared/layout/icons.tsx'
import { Alert, Sentences } from '../shared/layout/states.tsx'
import { loadExcerpt } from './media/load.ts'
import type { TrackChoice } from './media/probe.ts'
import { TRACKS } from './texts.ts'

interface TrackQuestionProps {
  file: Blob
  choices: readonly TrackChoice[]
  /** The track chosen so far. */
  trackId: number | undefined
  /** Named in the question if there are other files. */
  name: string | undefined
  onChoose(choice: TrackChoice): void
}

/** Asks which sound track of a file has the speech, and plays a few seconds of each. */
export default function TrackQuestion({ file, choices, trackId, name, onChoose }: TrackQuestionProps) {
  const group = useId()
  const { heard, isLoading, hasFailed, toggle } = useExcerpts(file)
  return (
    <fieldset className="tracks">
      <legend>{name === undefined ? TRACKS.question : TRACKS.questionOf(name)}</legend>
      <p className="muted small">
        <Sentences text={TRACKS.help} />
      </p>
      {choices.map((choice, index) => {
        const label = [TRACKS.track(index + 1), languageName(choice.language), choice.name].filter(Boolean).join(' · ')
        const isHeard = heard === choice.trackId
        const action = !isHeard ? TRACKS.hear : isLoading ? TRACKS.loading : TRACKS.hearing
        return (
          <div key={choice.trackId} className="track">
            <label className="check">
              <input type="radio" name={group} checked={trackId === choice.trackId} onChange={() => onChoose(choice)} />
              {label}
            </label>
            <Button
              kind="soft"
              size="small"
              aria-label={TRACKS.aboutTrack(TRACKS.track(index + 1), action)}
              onClick={() => toggle(choice.trackId)}
            >
              {isHeard ? <PauseIcon /> : <PlayIcon />}
              {action}
            </Button>
          </div>
        )
      })}
      <Alert>{hasFailed && TRACKS.notPlayed}</Alert>
    </fieldset>
  )
}

/** Plays a few seconds of one track at a time. */
function useExcerpts(file: Blob) {
  const [heard, setHeard] = useState<number>()
  const [isLoading, setLoading] = useState(false)
  const [hasFailed, setFailed] = useState(false)
  const player = useRef<HTMLAudioElement>(undefined)
  const latest = useRef(0)

  const stop = () => {
    latest.current += 1
    player.current?.pause()
    if (player.current) URL.revokeObjectURL(player.current.src)
    player.current = undefined
    setHeard(undefined)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs only when the question is removed.
  useEffect(() => stop, [])

  const toggle = async (trackId: number) => {
    const isOn = heard === trackId
    stop()
    setFailed(false)
    if (isOn) return
    const mine = latest.current
    setHeard(trackId)
    setLoading(true)
    try {
      const { excerptOf } = await loadExcerpt()
      const excerpt = await excerptOf(file, trackId)
      if (mine !== latest.current) return
      const audio = new Audio(URL.createObjectURL(excerpt))
      player.current = audio
      audio.onended = stop
      await audio.play()
    } catch (error) {
      if (mine !== latest.current) return
      console.warn(error)
      stop()
      setFailed(true)
    } finally {
      if (mine === latest.current) setLoading(false)
    }
  }
  return { heard, isLoading, hasFailed, toggle: (trackId: number) => void toggle(trackId) }
}

/** The Korean name of a language tag; `undefined` for tags that name none. */
function languageName(language: string | undefined): string | undefined {
  if (language === undefined) return undefined
  try {
    return new Intl.DisplayNames('ko', { type: 'language', fallback: 'none' }).of(language)
  } catch {
    return undefined
  }
}
