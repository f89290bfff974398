import { type KeyboardEvent, memo, type PointerEvent, useEffect, useRef, useState } from 'react'
import type { Cue } from '#subtitle-engine'
import { type Draft, type DraftSentence, eojeolStarts, eojeolsOf, type Operation } from '#subtitle-engine/edit'
import { clockTime } from '../../lambdas/contract/time.ts'
import { loadPart } from '../shared/load-part.ts'
import type { PeakReader, Peaks } from './peaks.ts'
import { REVIEW } from './texts.ts'

interface TimelineProps {
  sentence: DraftSentence | undefined
  cues: readonly Cue[]
  words: Draft['words']
  nowMs: number
  source: Blob | string | undefined
  onSeek(ms: number): void
  onEdit(operation: Operation): void
}

// The decoder is loaded with the first sound.
const loadPeaks = loadPart(() => import('./peaks.ts'))

const AROUND_MS = 1500
const SHORTEST_MS = 6000
const SNAP_MS = 120
const STEP_MS = 40
const PEAKS = 400

/** The sound of one sentence: its words where they were spoken, its cues with edges to drag, and the play head. */
export const Timeline = memo(({ sentence, cues, words, nowMs, source, onSeek, onEdit }: TimelineProps) => {
  const box = useRef<HTMLDivElement>(null)
  const first = cues[0]
  const last = cues.at(-1)
  const [fromMs, toMs] = windowOf(first?.startMs ?? nowMs, last?.endMs ?? nowMs)
  const peaks = usePeaks(source, fromMs, toMs)
  const place = (ms: number) => `${Math.min(100, Math.max(0, ((ms - fromMs) / (toMs - fromMs)) * 100))}%`
  const momentAt = (clientX: number) => {
    const { left = 0, width = 1 } = box.current?.getBoundingClientRect() ?? {}
    return fromMs + ((clientX - left) / width) * (toMs - fromMs)
  }
  const near = words.slice(...nearRange(words, fromMs, toMs))
  const edges = sentence ? edgesOf(sentence, cues) : []

  return (
    <section className="timeline" aria-label={REVIEW.timeline}>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the position slider above is the keyboard's way to any moment. */}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: see above. */}
      <div ref={box} className="timeline-box" onClick={event => onSeek(momentAt(event.clientX))}>
        {peaks && (
          <svg className="peaks" viewBox={`0 -1 ${PEAKS} 2`} preserveAspectRatio="none" aria-hidden="true">
            <path d={peaks.map((peak, i) => `M${i} ${-peak}V${peak}`).join('')} />
          </svg>
        )}
        {near.map(word => (
          <span
            key={`${word.startMs}-${word.text}`}
            className="timeline-word"
            lang="en"
            aria-hidden="true"
            style={{
              insetInlineStart: place(word.startMs),
              width: `${((word.endMs - word.startMs) / (toMs - fromMs)) * 100}%`,
            }}
          >
            {word.text}
          </span>
        ))}
        {cues.map(cue => (
          <span
            key={cue.startMs}
            className="timeline-cue"
            aria-hidden="true"
            style={{
              insetInlineStart: place(cue.startMs),
              width: `${((cue.endMs - cue.startMs) / (toMs - fromMs)) * 100}%`,
            }}
          />
        ))}
        {edges.map(edge => (
          <Edge
            key={edge.name + edge.ms}
            edge={edge}
            place={place}
            momentAt={momentAt}
            snap={ms => snapped(ms, near)}
            range={[fromMs, toMs]}
            onMove={ms => onEdit(edge.operation(Math.round(ms)))}
          />
        ))}
        <span className="timeline-now" aria-hidden="true" style={{ insetInlineStart: place(nowMs) }} />
      </div>
    </section>
  )
})

interface EdgeOfCue {
  name: string
  ms: number
  operation(ms: number): Operation
}

/** The edges that can be moved: the first in-time, the last out-time, and each change from cue to cue. */
function edgesOf(sentence: DraftSentence, cues: readonly Cue[]): EdgeOfCue[] {
  const { id } = sentence
  const [first, last] = [cues[0], cues.at(-1)]
  if (!first || !last) return []
  const starts = eojeolStarts(cues, eojeolsOf(sentence.korean)) ?? []
  const inner = cues.slice(1).flatMap((cue, i): EdgeOfCue[] => {
    const at = starts[i + 1]
    if (at === undefined || cue.sentenceIds.length > 1) return []
    return [{ name: REVIEW.edgeInner, ms: cue.startMs, operation: ms => ({ kind: 'break', id, at, as: 'cue', ms }) }]
  })
  return [
    { name: REVIEW.edgeStart, ms: first.startMs, operation: ms => ({ kind: 'time', id, startMs: Math.max(0, ms) }) },
    ...inner,
    { name: REVIEW.edgeEnd, ms: last.endMs, operation: ms => ({ kind: 'time', id, endMs: ms }) },
  ]
}

interface EdgeProps {
  edge: EdgeOfCue
  place(ms: number): string
  momentAt(clientX: number): number
  snap(ms: number): number
  range: readonly [number, number]
  onMove(ms: number): void
}

function Edge({ edge, place, momentAt, snap, range, onMove }: EdgeProps) {
  const [dragged, setDragged] = useState<number>()
  const ms = dragged ?? edge.ms
  const onPointerMove = (event: PointerEvent) => {
    if (dragged !== undefined) setDragged(event.shiftKey ? momentAt(event.clientX) : snap(momentAt(event.clientX)))
  }
  const drop = () => {
    if (dragged !== undefined && Math.abs(dragged - edge.ms) > 1) onMove(dragged)
    setDragged(undefined)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowLeft: -STEP_MS, ArrowRight: STEP_MS }[event.key]
    if (step === undefined || event.altKey) return
    event.preventDefault()
    event.stopPropagation()
    onMove(edge.ms + step * (event.shiftKey ? 5 : 1))
  }
  return (
    <span
      className="timeline-edge"
      role="slider"
      tabIndex={0}
      aria-label={edge.name}
      aria-valuemin={Math.round(range[0])}
      aria-valuemax={Math.round(range[1])}
      aria-valuenow={Math.round(ms)}
      aria-valuetext={`${clockTime(ms / 1000)}.${String(Math.round(ms) % 1000).padStart(3, '0')}`}
      style={{ insetInlineStart: place(ms) }}
      onClick={event => event.stopPropagation()}
      onPointerDown={event => {
        event.currentTarget.setPointerCapture(event.pointerId)
        setDragged(edge.ms)
      }}
      onPointerMove={onPointerMove}
      onPointerUp={drop}
      onPointerCancel={() => setDragged(undefined)}
      onKeyDown={onKeyDown}
    />
  )
}

/** The nearest start or end of a word, if one is near. */
function snapped(ms: number, words: Draft['words']): number {
  let best = ms
  let distance = SNAP_MS
  for (const moment of words.flatMap(({ startMs, endMs }) => [startMs, endMs])) {
    if (Math.abs(moment - ms) >= distance) continue
    distance = Math.abs(moment - ms)
    best = moment
  }
  return best
}

function windowOf(startMs: number, endMs: number): [number, number] {
  const spare = Math.max(AROUND_MS, (SHORTEST_MS - (endMs - startMs)) / 2)
  return [Math.max(0, startMs - spare), endMs + spare]
}

function nearRange(words: Draft['words'], fromMs: number, toMs: number): [number, number] {
  let [low, high] = [0, words.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((words[middle]?.endMs ?? 0) < fromMs) low = middle + 1
    else high = middle
  }
  let end = low
  while (end < words.length && (words[end]?.startMs ?? 0) < toMs) end += 1
  return [low, end]
}

function usePeaks(source: Blob | string | undefined, fromMs: number, toMs: number): Peaks | undefined {
  const [reader, setReader] = useState<PeakReader>()
  const [peaks, setPeaks] = useState<Peaks>()
  useEffect(() => {
    setPeaks(undefined)
    if (source === undefined) return setReader(undefined)
    let opened: PeakReader | undefined
    let gone = false
    loadPeaks().then(
      ({ openPeaks }) => {
        if (gone) return
        opened = openPeaks(source)
        setReader(opened)
      },
      (error: unknown) => console.warn(error),
    )
    return () => {
      gone = true
      opened?.close()
    }
  }, [source])
  useEffect(() => {
    const abort = new AbortController()
    reader?.read(fromMs, toMs, PEAKS, abort.signal).then(
      found => !abort.signal.aborted && setPeaks(found),
      (error: unknown) => {
        if (!abort.signal.aborted) console.warn(error)
      },
    )
    return () => abort.abort()
  }, [reader, fromMs, toMs])
  return peaks
}
