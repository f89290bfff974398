import { memo, useEffect } from 'react'
import { PROFILES as CUT, type Cue, captionLook, EM_OF_LINE, type Profile } from '#subtitle-engine'
import { type SubtitleProfile, subtitleProfile } from '../../../lambdas/contract/archive-entry.ts'
import { clockTime } from '../../../lambdas/contract/time.ts'
import { IconButton } from '../../shared/layout/button.tsx'
import { Choice } from '../../shared/layout/choices.tsx'
import { PauseIcon, PlayIcon } from '../../shared/layout/icons.tsx'
import { PROFILES } from '../../shared/member-texts.ts'
import { cueAt, stepFrom } from '../draft/cues.ts'
import { LoopIcon, NextIcon, PreviousIcon } from '../icons.tsx'
import { EDITOR, PREVIEW, WORKPLACE } from '../texts.ts'
import { Picture } from './picture.tsx'
import { loopAround, type Playback, RATES, usePlaying } from './playback.ts'

interface PlayerProps {
  entryKey: string
  playback: Playback
  cues: readonly Cue[]
  durationMs: number
  videoUrl: string | undefined
  youtubeId: string | undefined
  fileName: string | undefined
  /** The cues of the selected sentence, for looping. */
  selectedCues: readonly Cue[]
  loops: boolean
  onLoops(loops: boolean): void
  /** The file's own profile. */
  profile: Profile
  /** The profile whose captions are shown; absent for the file's own. */
  look: SubtitleProfile | undefined
  onLook(look: SubtitleProfile | undefined): void
  onSource(source: Blob | string | undefined): void
}

const LOOKS = subtitleProfile.options.map(each => [each, WORKPLACE.lookOf(PROFILES[each].name)] as const)

/** The video with the cue as viewers see it, and the controls below. */
export const Player = memo((props: PlayerProps) => {
  const { playback, cues, durationMs, selectedCues, loops, onLoops } = props
  const nowMs = usePlaying(playback, state => state.nowMs)
  const own = subtitleProfile.options.find(each => CUT[each] === props.profile)
  const playing = usePlaying(playback, state => state.playing)
  const rate = usePlaying(playback, state => state.rate)
  const cue = cueAt(cues, nowMs)
  const [from, to] = [selectedCues[0]?.startMs, selectedCues.at(-1)?.endMs]
  useEffect(() => {
    const isLoop = loops && from !== undefined && to !== undefined
    playback.loop = isLoop ? loopAround(from, to, durationMs) : undefined
  }, [playback, loops, from, to, durationMs])
  const step = (direction: 1 | -1) => playback.seek(stepFrom(cues, nowMs, direction))

  return (
    <section className="player" aria-label={WORKPLACE.player}>
      <div className="stage">
        <Picture {...props}>
          {cue && <Caption cue={cue} profile={props.look ? CUT[props.look] : props.profile} />}
        </Picture>
      </div>
      <div className="controls">
        <IconButton label={PREVIEW.previous} title={PREVIEW.previous} onClick={() => step(-1)}>
          <PreviousIcon />
        </IconButton>
        <IconButton
          label={playing ? PREVIEW.pause : PREVIEW.play}
          title={playing ? PREVIEW.pause : PREVIEW.play}
          onClick={() => playback.toggle()}
        >
          {playing ? <PauseIcon /> : <PlayIcon />}
        </IconButton>
        <IconButton label={PREVIEW.next} title={PREVIEW.next} onClick={() => step(1)}>
          <NextIcon />
        </IconButton>
        <input
          type="range"
          min={0}
          max={Math.ceil(durationMs)}
          step={100}
          value={Math.round(nowMs)}
          aria-label={PREVIEW.position}
          aria-valuetext={playing ? undefined : clockTime(nowMs / 1000)}
          onChange={event => playback.seek(event.target.valueAsNumber)}
        />
        <span className="numbers small">
          {clockTime(nowMs / 1000)} / {clockTime(durationMs / 1000)}
        </span>
        <Choice
          className="look"
          aria-label={WORKPLACE.look}
          title={WORKPLACE.lookHelp}
          options={[['', WORKPLACE.lookOf(own ? WORKPLACE.ownLook(PROFILES[own].name) : '')], ...LOOKS]}
          value={props.look ?? ''}
          onChange={look => props.onLook(look || undefined)}
        />
        <Choice
          aria-label={WORKPLACE.rate}
          options={RATES.map(each => [String(each), `${each}×`])}
          value={String(rate)}
          onChange={chosen => playback.setRate(Number(chosen))}
        />
        <IconButton aria-pressed={loops} label={EDITOR.loop} title={EDITOR.loop} onClick={() => onLoops(!loops)}>
          <LoopIcon />
        </IconButton>
      </div>
    </section>
  )
})

/** A cue with the place and size that the ASS export gives it; on a small picture, large enough to be read. */
function Caption({ cue: { lines, place }, profile }: { cue: Cue; profile: Profile }) {
  const { height, size, top, margin } = captionLook(profile)
  const share = (length: number) => `${(100 * length) / height}%`
  const upper = top ?? (place === 'top' ? margin : undefined)
  return (
    <p
      className="caption stage-cue"
      lang="ko"
      style={{
        ...(upper === undefined ? { bottom: share(margin) } : { top: share(upper) }),
        fontSize: `max(var(--text-17), ${(100 * size * EM_OF_LINE) / height}cqh)`,
      }}
    >
      {lines.map((line, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines are identified by position.
        <span key={i}>{line}</span>
      ))}
    </p>
  )
}
