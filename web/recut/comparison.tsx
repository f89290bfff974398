import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { clockTime } from '../../lambdas/contract/time.ts'
import { count, percent } from '../shared/format.ts'
import { Check } from '../shared/layout/choices.tsx'
import { Facts } from '../shared/layout/facts.tsx'
import { FlagIcon } from '../shared/layout/icons.tsx'
import { WindowedList } from '../shared/layout/windowed-list.tsx'
import type { ComparedCue, ComparedSentence, Comparison, Tally } from './compare.ts'
import { RECUT, RULES } from './texts.ts'

interface ComparisonProps {
  comparison: Comparison
  /** Between the certificates and the cues. */
  children: ReactNode
}

/** The certificates of both subtitles, and their cues side by side. */
export function ComparisonView({ comparison, children }: ComparisonProps) {
  const [onlyChanged, setOnlyChanged] = useState(false)
  const { sentences, before, after, guessed } = comparison
  const shown = onlyChanged ? sentences.filter(isChanged) : sentences
  return (
    <>
      <div className="recut-tallies">
        <TallyView title={RECUT.before} tally={before} />
        <TallyView title={RECUT.after} tally={after} />
      </div>
      <Link className="small" to="/help#rules">
        {RECUT.shareHelp}
      </Link>
      {children}
      <div className="recut-list-head">
        <h2>{RECUT.list}</h2>
        <Check checked={onlyChanged} onChange={setOnlyChanged}>
          {RECUT.onlyChanged}
        </Check>
      </div>
      {guessed > 0 && (
        <p className="note" data-kind="warning">
          {RECUT.guessedNote(count(guessed))}
        </p>
      )}
      {shown.length === 0 && <p className="muted">{RECUT.nothingChanged}</p>}
      <SentenceList sentences={shown} />
    </>
  )
}

/** Height of a row before it is measured, in pixels, and rows rendered above and below the visible ones. */
const ROW_PX = 110
const SPARE_ROWS = 8

/** The sentences. Renders only visible rows, because a file may have 20,000. */
function SentenceList({ sentences }: { sentences: readonly ComparedSentence[] }) {
  const list = useRef<HTMLOListElement>(null)
  const [scrollMargin, setScrollMargin] = useState(0)
  // After each render, because notes above the list can unfold.
  useLayoutEffect(() => setScrollMargin((list.current?.getBoundingClientRect().top ?? 0) + window.scrollY))
  const rows = useWindowVirtualizer({
    count: sentences.length,
    estimateSize: () => ROW_PX,
    getItemKey: i => sentences[i]?.id ?? i,
    overscan: SPARE_ROWS,
    scrollMargin,
  })
  return (
    <WindowedList
      ref={list}
      className="recut-sentences"
      aria-label={RECUT.list}
      rows={rows}
      row={index => ({
        ref: rows.measureElement,
        children: (
          <>
            <CueList isFirst={index === 0} title={RECUT.before} cues={sentences[index]?.before ?? []} />
            <CueList isFirst={index === 0} title={RECUT.after} cues={sentences[index]?.after ?? []} />
          </>
        ),
      })}
    />
  )
}

function isChanged({ after }: ComparedSentence): boolean {
  return after.some(({ changed }) => changed)
}

function TallyView({ title, tally: { cues, kept, badBreaks } }: { title: string; tally: Tally }) {
  const isWhole = kept === cues
  return (
    <section className="recut-tally" data-whole={isWhole || undefined}>
      <h2>{title}</h2>
      <p>
        {RECUT.share} <strong className="recut-share">{percent(cues === 0 ? 1 : kept / cues)}</strong>
      </p>
      <p className="small">{RECUT.cues(count(cues), count(kept))}</p>
      <p className="small">{RECUT.badBreaks(count(badBreaks))}</p>
    </section>
  )
}

function CueList({ isFirst, title, cues }: { isFirst: boolean; title: string; cues: readonly ComparedCue[] }) {
  return (
    <div className="recut-cues">
      <span className={`recut-side small ${isFirst ? '' : 'visually-hidden'}`}>{title}</span>
      {cues.map(({ cue, broken, guessed, changed }, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: old cues may have the same times and text.
        <div key={i} className="recut-cue">
          <p className="muted small numbers">
            {`${clockTime(cue.startMs / 1000)} ~ ${clockTime(cue.endMs / 1000)}`}
            {guessed && <span className="recut-guessed">{RECUT.guessed}</span>}
            {changed || title === RECUT.before || <span>{RECUT.unchanged}</span>}
          </p>
          <p lang="ko">
            {cue.lines.map((line, n) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two lines may have the same text.
              <span key={n}>{line}</span>
            ))}
          </p>
          {broken.length > 0 && (
            <p className="recut-broken small">
              <FlagIcon /> <Facts facts={broken.map(rule => RULES[rule])} />
            </p>
          )}
        </div>
      ))}
    </div>
  )
}
