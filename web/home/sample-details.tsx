import { useRef } from 'react'
import { Link } from 'react-router'
import { percent } from '../shared/format.ts'
import { Configured } from '../shared/layout/configured.tsx'
import { HOME } from './texts.ts'

/** The sample to read and to download, with its share of readable cues. `at`: the film's time in ms. */
export function SampleDetails({ at }: { at: number | undefined }) {
  const { cues, kept } = SAMPLE
  return (
    <section className="home-section" aria-labelledby="sample-title">
      <h2 id="sample-title">{HOME.sampleTitle}</h2>
      <p className="muted">
        {HOME.sampleIntro} {/* A laptop without models translates only the sample. */}
        <Configured>{({ engines }) => engines?.notice === undefined && HOME.sampleTry}</Configured>
      </p>
      <div className="sample">
        <SampleLines at={at} />
        <div className="row sample-foot">
          <p className="sample-share">
            {HOME.share(percent(kept / cues.length))} <span className="muted">{HOME.shareOf(kept, cues.length)}</span>
          </p>
          <a className="button" data-size="small" href="/sample/sky.srt" download={HOME.sampleFile}>
            {HOME.downloadSample}
          </a>
        </div>
      </div>
      <details className="rule-share">
        <summary>{HOME.shareTitle}</summary>
        <ul>
          {HOME.shareRules.map(rule => (
            <li key={rule}>{rule}</li>
          ))}
        </ul>
        <p>
          {HOME.shareLimits} <Link to="/help#rules">{HOME.shareMore}</Link>
        </p>
      </details>
      <p className="muted small">{HOME.sampleNote}</p>
    </section>
  )
}

/** The cues to read along, with what is said meanwhile. */
function SampleLines({ at = -1 }: { at: number | undefined }) {
  const list = useRef<HTMLOListElement>(null)
  const shown = useRef(-1)
  const current = SAMPLE.cues.findLastIndex(({ startMs }) => startMs <= at)
  if (current !== shown.current) {
    shown.current = current
    // Scrolls to the cue before the current one, so that it is shown whole at the top.
    const first = list.current?.children[Math.max(0, current - 1)]
    if (list.current && first instanceof HTMLElement) list.current.scrollTop = first.offsetTop
  }
  return (
    <div className="sample-text">
      <p className="sample-legend">{HOME.sampleLegend}</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users must be able to scroll the list. */}
      <ol ref={list} className="sample-lines" aria-label={HOME.sampleLines} tabIndex={0}>
        {SAMPLE.cues.map(({ startMs, lines, english }, i) => (
          <li key={startMs} aria-current={i === current || undefined}>
            <p>{lines.join(' ')}</p>
            <p lang="en">{english}</p>
          </li>
        ))}
      </ol>
    </div>
  )
}
