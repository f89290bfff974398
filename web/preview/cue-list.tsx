import { memo, useEffect, useMemo, useRef, useState } from 'react'
import { clockTime } from '../../lambdas/contract/time.ts'
import { FlagIcon } from '../shared/layout/icons.tsx'
import { PREVIEW } from '../shared/texts/archive.ts'
import type { PreviewCue } from './cues.ts'

interface CueListProps {
  cues: readonly PreviewCue[]
  current: PreviewCue | undefined
  onSeek(ms: number): void
}

/** All cues with their times. Cues that the inspection flagged come first until the user asks for the original order. */
export const CueList = memo(({ cues, current, onSeek }: CueListProps) => {
  const flagged = useMemo(() => cues.filter(({ flags }) => flags.length > 0), [cues])
  const [flaggedFirst, setFlaggedFirst] = useState(flagged.length > 0)
  const shown = useMemo(
    () => (flaggedFirst ? [...flagged, ...cues.filter(({ flags }) => flags.length === 0)] : cues),
    [flaggedFirst, flagged, cues],
  )
  const list = useRef<HTMLOListElement>(null)

  useEffect(() => {
    const item = current && list.current?.querySelector<HTMLElement>(`[data-start="${current.startMs}"]`)
    if (!item || !list.current || flaggedFirst) return
    list.current.scrollTop = item.offsetTop - list.current.clientHeight / 2
  }, [current, flaggedFirst])

  return (
    <section className="cues" aria-labelledby="cues-title">
      <header>
        <h2 id="cues-title">{PREVIEW.cues}</h2>
        {flagged.length > 0 && (
          <>
            <p className="muted small">{PREVIEW.flaggedCount(flagged.length)}</p>
            <label className="check">
              <input type="checkbox" checked={flaggedFirst} onChange={event => setFlaggedFirst(event.target.checked)} />
              {PREVIEW.flaggedFirst}
            </label>
          </>
        )}
      </header>
      <ol ref={list}>
        {shown.map(cue => (
          <CueItem key={cue.startMs} cue={cue} isCurrent={cue === current} onSeek={onSeek} />
        ))}
      </ol>
    </section>
  )
})

interface CueItemProps {
  cue: PreviewCue
  isCurrent: boolean
  onSeek(ms: number): void
}

/** Memoized: a film has thousands of cues, and only those that change should render again. */
const CueItem = memo(({ cue, isCurrent, onSeek }: CueItemProps) => (
  <li data-start={cue.startMs}>
    <button
      type="button"
      className="cue"
      aria-current={isCurrent ? 'true' : undefined}
      onClick={() => onSeek(cue.startMs)}
    >
      <span className="muted small numbers">{clockTime(cue.startMs / 1000)}</span>
      <span>{cue.lines.join(' ')}</span>
      {cue.flags.length > 0 && (
        <span className="cue-flags small">
          <FlagIcon />
          {[...new Set(cue.flags.map(flagText))].join(', ')}
        </span>
      )}
    </button>
  </li>
))

function flagText(flag: string): string {
  const known = Object.entries(PREVIEW.flags).find(([name]) => name === flag)
  return known?.[1] ?? PREVIEW.flags.other
}
