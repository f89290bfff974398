import { memo, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { Cue, Profile } from '#subtitle-engine'
import type { Draft, DraftSentence, Operation } from '#subtitle-engine/edit'
import { count } from '../../shared/format.ts'
import { IconButton } from '../../shared/layout/button.tsx'
import { measureReading } from '../draft/queue.ts'
import { type Playback, usePlaying } from '../picture/playback.ts'
import { EDITOR, WORKPLACE } from '../texts.ts'
import { exactTime } from '../times.ts'
import { TimelineEdge } from './timeline-edge.tsx'
import { type CueEdge, findEdges, snap, visibleSpans } from './timeline-edges.ts'
import { useDragStart, useTouch, useWheel } from './timeline-gestures.ts'
import { useShots } from './use-shots.ts'
import { Waveform } from './waveform.tsx'
import { chooseLabels, measureIn } from './word-labels.ts'

interface TimelineProps {
  playback: Playback
  sentence: DraftSentence | undefined
  /** Cues of the selected sentence. */
  cues: readonly Cue[]
  allCues: readonly Cue[]
  profile: Profile
  words: Draft['words']
  durationMs: number
  /** The picture: its shot changes are found if it is the user's own file. */
  source: Blob | string | undefined
  peaks: Uint8Array | undefined
  isUndecodable: boolean
  peakMs: number
  follows: boolean
  onOpen(id: string): void
  onEdit(operation: Operation): void
}

/** Zoom levels, in milliseconds per pixel. */
const ZOOMS = [3, 5, 8, 12, 20, 40, 80, 160] as const
const WAVEFORM_PX = 56
/** Space before the selected sentence or the playhead, as a share of the width. */
const LEAD = 0.25

/** The waveform of the talk with its words and cues. The edges of the selected sentence can be dragged. */
export const Timeline = memo((props: TimelineProps) => {
  const { playback, sentence, cues, allCues, profile, words, durationMs, peaks, peakMs, follows, onOpen, onEdit } =
    props
  const box = useRef<HTMLDivElement>(null)
  const width = useWidth(box)
  const [zoom, setZoom] = useState(2)
  const msPerPx = ZOOMS[zoom] ?? 8
  const [fromMs, setFromMs] = useState(0)
  const toMs = fromMs + width * msPerPx
  const place = (ms: number) => (ms - fromMs) / msPerPx
  const momentAt = (clientX: number) => fromMs + (clientX - (box.current?.getBoundingClientRect().left ?? 0)) * msPerPx
  const show = useCallback((ms: number) => setFromMs(Math.max(0, ms - width * msPerPx * LEAD)), [width, msPerPx])
  const startMs = cues[0]?.startMs
  const id = sentence?.id
  // biome-ignore lint/correctness/useExhaustiveDependencies: another sentence is shown; moving its edge or the zoom must not move the view.
  useEffect(() => {
    if (startMs !== undefined && width > 0) show(startMs)
  }, [id, width])
  const isOut = usePlaying(
    playback,
    ({ nowMs, playing }) => playing && follows && (nowMs < fromMs || nowMs > fromMs + width * msPerPx * 0.9),
  )
  useEffect(() => {
    if (isOut) show(playback.state.nowMs)
  }, [isOut, playback, show])
  const pan = (deltaPx: number) =>
    setFromMs(from => Math.min(Math.max(0, durationMs - width * msPerPx * LEAD), Math.max(0, from + deltaPx * msPerPx)))
  /** Zooms by one step; what is at `clientX` stays there, else the selected sentence. */
  const zoomBy = (direction: 1 | -1, clientX?: number) => {
    const next = Math.min(ZOOMS.length - 1, Math.max(0, zoom + direction))
    const [ms, px] =
      clientX === undefined
        ? [startMs ?? fromMs + width * msPerPx * LEAD, width * LEAD]
        : [momentAt(clientX), (momentAt(clientX) - fromMs) / msPerPx]
    setZoom(next)
    setFromMs(Math.max(0, ms - px * (ZOOMS[next] ?? msPerPx)))
  }
  const gestures = { pan, zoom: zoomBy }
  useWheel(box, gestures)
  const touch = useTouch(gestures)
  const near = visibleSpans(words, fromMs, toMs)
  const isLaidOut = width > 0
  const labels = useMemo(
    () => (isLaidOut && box.current ? chooseLabels(words, msPerPx, measureIn(box.current)) : []),
    [words, msPerPx, isLaidOut],
  )
  const shots = useShots(props.source, fromMs, toMs)
  const own = new Set(cues)
  const describe = (edge: CueEdge) => (ms: number) => {
    const speeds = edge.moved(ms).map(cue => measureReading(cue).speed)
    return `${exactTime(ms)} · ${WORKPLACE.perSecond(count(Math.max(...speeds)))}`
  }

  return (
    <section
      className="timeline"
      aria-label={EDITOR.timeline}
      data-from={Math.round(fromMs)}
      data-to={Math.round(toMs)}
    >
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the position slider is the keyboard's way to any moment. */}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: see above. */}
      <div
        ref={box}
        className="timeline-box"
        onClick={event => !touch.wasPan() && playback.seek(momentAt(event.clientX))}
        {...touch.handlers}
      >
        <Waveform {...{ peaks, peakMs, fromMs, msPerPx, width }} height={WAVEFORM_PX} />
        {shots.map(ms => (
          <span key={ms} className="timeline-shot" aria-hidden="true" style={{ insetInlineStart: `${place(ms)}px` }} />
        ))}
        {visibleSpans(labels, fromMs, toMs).map(word => (
          <span
            key={`${word.startMs}-${word.text}`}
            className="timeline-word"
            lang="en"
            aria-hidden="true"
            style={{ insetInlineStart: `${place(word.startMs)}px` }}
          >
            {word.text}
          </span>
        ))}
        {visibleSpans(allCues, fromMs, toMs).map(cue => (
          <CueBox
            key={`${cue.sentenceIds[0]}-${cue.startMs}`}
            cue={cue}
            isOwn={own.has(cue)}
            left={place(cue.startMs)}
            width={(cue.endMs - cue.startMs) / msPerPx}
            msPerPx={msPerPx}
            onOpen={onOpen}
            onMove={
              sentence && own.has(cue) && startMs !== undefined
                ? byMs => {
                    const from = snap(startMs + byMs, near, shots)
                    const endMs = (cues.at(-1)?.endMs ?? startMs) + from - startMs
                    onEdit({ kind: 'time', id: sentence.id, startMs: Math.max(0, from), endMs })
                  }
                : undefined
            }
          />
        ))}
        {(sentence ? findEdges(sentence, cues, { allCues, words, profile }) : []).map(edge => (
          <TimelineEdge
            key={edge.key}
            edge={edge}
            place={place}
            momentAt={momentAt}
            snap={ms => snap(ms, near, shots)}
            range={[fromMs, toMs]}
            describe={describe(edge)}
            onMove={ms => onEdit(edge.operation(ms))}
          />
        ))}
        <Playhead playback={playback} place={place} />
      </div>
      <p className="timeline-zoom">
        <IconButton
          label={WORKPLACE.zoomOut}
          title={WORKPLACE.zoomOut}
          disabled={zoom === ZOOMS.length - 1}
          onClick={() => zoomBy(1)}
        >
          −
        </IconButton>
        <IconButton label={WORKPLACE.zoomIn} title={WORKPLACE.zoomIn} disabled={zoom === 0} onClick={() => zoomBy(-1)}>
          +
        </IconButton>
        <input
          type="range"
          min={0}
          max={Math.max(1, Math.ceil(durationMs))}
          step={1000}
          value={Math.round(fromMs)}
          aria-label={WORKPLACE.scroll}
          title={WORKPLACE.scroll}
          onChange={event => setFromMs(event.target.valueAsNumber)}
        />
        {!peaks && (
          <span className="small muted">{props.isUndecodable ? WORKPLACE.undecodable : WORKPLACE.noWaveform}</span>
        )}
      </p>
    </section>
  )
})

/** Draws the playhead. A separate component, so that nothing else rerenders at each frame. */
function Playhead({ playback, place }: { playback: Playback; place(ms: number): number }) {
  const nowMs = usePlaying(playback, state => state.nowMs)
  return <span className="timeline-now" aria-hidden="true" style={{ insetInlineStart: `${place(nowMs)}px` }} />
}

interface CueBoxProps {
  cue: Cue
  isOwn: boolean
  left: number
  width: number
  msPerPx: number
  onOpen(id: string): void
  /** Moves all cues of the selected sentence; absent for other cues. */
  onMove: ((byMs: number) => void) | undefined
}

/** A cue. A click selects its sentence; dragging moves a selected sentence as a whole. */
function CueBox({ cue, isOwn, left, width, msPerPx, onOpen, onMove }: CueBoxProps) {
  const [drag, setDrag] = useState<{ fromX: number; byPx: number }>()
  const [id = ''] = cue.sentenceIds
  const press = useDragStart(({ clientX }) => setDrag({ fromX: clientX, byPx: 0 }))
  const byMs = (drag?.byPx ?? 0) * msPerPx
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keyboard users select sentences in the list and type times.
    // biome-ignore lint/a11y/useKeyWithClickEvents: see above.
    <span
      className="timeline-cue"
      data-own={isOwn || undefined}
      lang="ko"
      style={{ insetInlineStart: `${left + (drag?.byPx ?? 0)}px`, width: `${width}px` }}
      onClick={event => {
        event.stopPropagation()
        if (!isOwn) onOpen(id)
      }}
      data-drag={drag !== undefined || undefined}
      onContextMenu={event => event.preventDefault()}
      onPointerDown={onMove && press.onPointerDown}
      onPointerMove={event => {
        press.onPointerMove(event)
        if (!drag) return
        event.stopPropagation()
        setDrag({ ...drag, byPx: event.clientX - drag.fromX })
      }}
      onPointerUp={() => {
        press.cancel()
        if (Math.abs(byMs) > msPerPx) onMove?.(byMs)
        setDrag(undefined)
      }}
      onPointerCancel={() => {
        press.cancel()
        setDrag(undefined)
      }}
    >
      <span className="timeline-cue-text">{cue.lines.join(' ')}</span>
      {drag && drag.byPx !== 0 && <output className="timeline-live">{exactTime(cue.startMs + byMs)}</output>}
    </span>
  )
}

function useWidth(box: { current: HTMLElement | null }): number {
  const [width, setWidth] = useState(0)
  useEffect(() => {
    const { current } = box
    if (!current) return
    const observer = new ResizeObserver(() => setWidth(current.clientWidth))
    observer.observe(current)
    return () => observer.disconnect()
  }, [box])
  return width
}
