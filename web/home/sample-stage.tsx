import { useEffect, useState } from 'react'
import { PauseIcon, PlayIcon } from '../shared/layout/icons.tsx'
import { HOME, SAMPLE_CUES } from '../shared/texts/home.ts'

const LENGTH_MS = 13_600
const STEP_MS = 200
const BAR_COUNT = 56
const BAR_WIDTH = 6
const WIDTH = BAR_COUNT * BAR_WIDTH

/** A silent sample: the English words and the Korean cue made from them. Paused for users who prefer reduced motion. */
export function SampleStage() {
  const [playing, setPlaying] = useState(() => !matchMedia('(prefers-reduced-motion: reduce)').matches)
  const [at, setAt] = useState(0)
  useEffect(() => {
    if (!playing) return
    const timer = setInterval(() => setAt(now => (now + STEP_MS) % LENGTH_MS), STEP_MS)
    return () => clearInterval(timer)
  }, [playing])
  const cue = SAMPLE_CUES.find(({ startMs, endMs }) => at >= startMs && at < endMs) ?? SAMPLE_CUES[0]
  return (
    <figure className="sample">
      <figcaption className="visually-hidden">{HOME.sampleTitle}</figcaption>
      <div className="sample-screen">
        <p className="sample-heard" lang="en">
          {cue.english}
        </p>
        <Waveform played={at / LENGTH_MS} />
        <p className="caption">
          {cue.lines.map(line => (
            <span key={line}>{line}</span>
          ))}
        </p>
      </div>
      <div className="sample-foot">
        <button type="button" className="sample-button" onClick={() => setPlaying(!playing)}>
          {playing ? <PauseIcon /> : <PlayIcon />}
          {playing ? HOME.pause : HOME.play}
        </button>
        <p>{HOME.sampleNote}</p>
      </div>
    </figure>
  )
}

function Waveform({ played }: { played: number }) {
  return (
    <svg className="waveform" viewBox={`0 0 ${WIDTH} 48`} preserveAspectRatio="none" aria-hidden="true">
      {BARS.map(({ x, height }) => (
        <rect
          key={x}
          x={x}
          y={24 - height / 2}
          width="3"
          height={height}
          rx="1.5"
          data-played={x / WIDTH < played || undefined}
        />
      ))}
    </svg>
  )
}

/** A made-up waveform that looks like speech: syllables, with pauses between phrases. */
const BARS = Array.from({ length: BAR_COUNT }, (_, index) => {
  const phrase = Math.abs(Math.sin((index / BAR_COUNT) * Math.PI * 4))
  const syllable = 0.55 + 0.45 * Math.sin(index * 2.4) * Math.cos(index * 0.9)
  return { x: index * BAR_WIDTH + 1.5, height: Math.round(4 + 40 * phrase ** 0.6 * Math.abs(syllable)) }
})
