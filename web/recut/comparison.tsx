import { useState } from 'react'
import { Link } from 'react-router'
import { clockTime } from '../../lambdas/contract/time.ts'
import { count, percent } from '../shared/format.ts'
import type { ComparedCue, ComparedSentence, Comparison, Tally } from './compare.ts'
import { RECUT, RULES } from './texts.ts'

/** The certificates of both subtitles, and their cues side by side. */
export function ComparisonView({ comparison }: { comparison: Comparison }) {
  const [onlyChanged, setOnlyChanged] = useState(false)
  const { sentences, before, after } = comparison
  const shown = onlyChanged ? sentences.filter(isChanged) : sentences
  return (
    <>
      <div className="recut-tallies">
        <TallyView title={RECUT.before} tally={before} />
        <TallyView title={RECUT.after} tally={after} />
      </div>
      <p className="small">
        <Link to="/help#rules">{RECUT.shareHelp}</Link>
      </p>
      <label className="check">
        <input type="checkbox" checked={onlyChanged} onChange={event => setOnlyChanged(event.target.checked)} />
        {RECUT.onlyChanged}
      </label>
      {shown.length === 0 && <p className="muted">{RECUT.nothingChanged}</p>}
      <ol className="recut-sentences" aria-label={RECUT.list}>
        {shown.map(({ id, before: old, after: now }) => (
          <li key={id}>
            <CueList title={RECUT.before} cues={old} />
            <CueList title={RECUT.after} cues={now} />
          </li>
        ))}
      </ol>
    </>
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
      <p className="recut-share">{RECUT.share(percent(cues === 0 ? 1 : kept / cues))}</p>
      <p className="small">{RECUT.cues(count(cues), count(kept))}</p>
      <p className="small">{RECUT.badBreaks(count(badBreaks))}</p>
    </section>
  )
}

function CueList({ title, cues }: { title: string; cues: readonly ComparedCue[] }) {
  return (
    <div className="recut-cues">
      <span className="recut-side small">{title}</span>
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
          {broken.length > 0 && <p className="recut-broken small">{broken.map(rule => RULES[rule]).join(', ')}</p>}
        </div>
      ))}
    </div>
  )
}
