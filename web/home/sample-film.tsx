import { type ReactNode, useRef, useState } from 'react'
import { percent } from '../shared/format.ts'
import { PlayIcon } from '../shared/layout/icons.tsx'
import { HOME } from './texts.ts'

/**
 * The sample's cues with the English spoken during each, and the number that keep every rule; filled in by the build.
 */
declare const SAMPLE: {
  cues: readonly { startMs: number; endMs: number; lines: readonly string[]; english: string }[]
  kept: number
}

/** Time of the still image. */
const STILL_MS = 36_600

/** A minute of speech with its finished subtitle, to play, read and download. The film is loaded when it is played. */
export function SampleFilm({ children }: { children: ReactNode }) {
  const [at, setAt] = useState<number>()
  const { cues, kept } = SAMPLE
  return (
    <section className="home-section" aria-labelledby="sample-title">
      <h2 id="sample-title">{HOME.sampleTitle}</h2>
      <p className="muted">{HOME.sampleIntro}</p>
      <div className="sample">
        <div className="sample-film">
          {at === undefined ? <Still onPlay={() => setAt(0)} /> : <Film onTime={setAt} />}
        </div>
        <SampleLines at={at} />
        <div className="sample-foot">
          <p className="sample-share">
            {HOME.share(percent(kept / cues.length))} <span className="muted">{HOME.shareOf(kept, cues.length)}</span>
          </p>
          <a className="button" data-size="small" href="/sample/sky.srt" download={HOME.sampleFile}>
            {HOME.downloadSample}
          </a>
        </div>
      </div>
      {children}
    </section>
  )
}

/** The still image of the film with its cue, and the play button. */
function Still({ onPlay }: { onPlay(): void }) {
  const cue = SAMPLE.cues.find(({ startMs, endMs }) => startMs <= STILL_MS && STILL_MS < endMs)
  return (
    <>
      <img src="/sample/sky.webp" alt={HOME.stillText} width="960" height="540" loading="lazy" decoding="async" />
      <button type="button" className="sample-play" onClick={onPlay}>
        <PlayIcon />
        {HOME.play}
      </button>
      <p className="caption sample-caption">
        {cue?.lines.map(line => (
          <span key={line}>{line}</span>
        ))}
      </p>
    </>
  )
}

/**
 * The browser's own player with its full-screen, sound and keyboard controls, and the finished file as its subtitle.
 */
function Film({ onTime }: { onTime(ms: number): void }) {
  return (
    // biome-ignore lint/a11y/useMediaCaption: the sample has a subtitle, which is a translation.
    <video
      ref={takeFocus}
      src="/sample/sky.mp4"
      aria-label={HOME.sampleTitle}
      controls
      autoPlay
      playsInline
      onTimeUpdate={event => onTime(event.currentTarget.currentTime * 1000)}
    >
      <track kind="subtitles" srcLang="ko" label="한국어" src="/sample/sky.vtt" default />
    </video>
  )
}

/** The button that was pressed no longer exists. */
function takeFocus(film: HTMLVideoElement | null): void {
  film?.focus({ preventScroll: true })
}

/** The cues, with the English spoken during each. */
function SampleLines({ at = -1 }: { at: number | undefined }) {
  const list = useRef<HTMLOListElement>(null)
  const shown = useRef(-1)
  const current = SAMPLE.cues.findLastIndex(({ startMs }) => startMs <= at)
  if (current !== shown.current) {
    shown.current = current
    const row = list.current?.children[current]
    if (list.current && row instanceof HTMLElement) list.current.scrollTop = row.offsetTop - 48
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
