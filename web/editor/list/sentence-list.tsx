import { defaultRangeExtractor, type Rect, useVirtualizer, type Virtualizer } from '@tanstack/react-virtual'
import { type ReactNode, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { Cut, Draft, DraftSentence } from '#subtitle-engine/edit'
import { WindowedList } from '../../shared/layout/windowed-list.tsx'
import type { Commented } from '../draft/queue.ts'
import { EDITOR, WORKPLACE } from '../texts.ts'
import { shortTime } from '../times.ts'
import { computeFacts } from './rows.ts'
import { SentenceRow } from './sentence-row.tsx'

interface SentenceListProps {
  draft: Draft
  cut: Cut
  rows: readonly DraftSentence[]
  selected: string | undefined
  /** The sentence being spoken; the list scrolls to it if `follows`. */
  spoken: string | undefined
  follows: boolean
  isDense: boolean
  commented: Commented | undefined
  onOpen(id: string): void
  /** The editor of the selected sentence, rendered in place, or what an empty list shows. */
  children: ReactNode
}

/** Rows rendered above and below the visible ones. */
const SPARE_ROWS = 6
/** Share of the window's height that the list takes before it is measured. */
const LIST_SHARE = 0.75
/** Height of a closed row in rem, as in the stylesheet. */
const ROW_REM = { dense: 2.25, comfortable: 4.5 }

/** The list of sentences. Renders only visible rows, so that four hours scroll as smoothly as four minutes. */
export function SentenceList(props: SentenceListProps) {
  const { draft, cut, rows, selected, spoken, follows, isDense, commented, onOpen, children } = props
  const box = useRef<HTMLElement>(null)
  const latest = useRef(onOpen)
  useEffect(() => {
    latest.current = onOpen
  })
  const opened = useRef<{ id: string; offsetPx: number }>(undefined)
  // Always the same function, so that typing does not render every row again. The clicked row is replaced by its
  // editor, so the list takes the focus, and the arrow keys continue from there.
  const openRow = useCallback((id: string, row: HTMLElement) => {
    const list = box.current
    if (!list) return
    opened.current = { id, offsetPx: row.getBoundingClientRect().top - list.getBoundingClientRect().top }
    latest.current(id)
    list.focus({ preventScroll: true })
  }, [])
  const open = useRef<HTMLLIElement>(null)
  const [rem] = useState(() => Number.parseFloat(getComputedStyle(document.documentElement).fontSize))
  const rowPx = rem * (isDense ? ROW_REM.dense : ROW_REM.comfortable)
  // The first view has only the visible rows; the spare ones follow after it is painted.
  const [spare, setSpare] = useState(0)
  useEffect(() => setSpare(SPARE_ROWS), [])
  const [openPx, setOpenPx] = useState(200)
  const at = rows.findIndex(({ id }) => id === selected)
  const shown = useVirtualizer<HTMLElement, Element>({
    count: rows.length,
    getScrollElement: () => box.current,
    estimateSize: i => (i === at ? openPx : rowPx),
    getItemKey: i => rows[i]?.id ?? i,
    overscan: spare,
    initialRect: { width: 0, height: window.innerHeight * LIST_SHARE },
    observeElementRect: observeSize,
    // The virtualizer must not scroll a new list to its top; this component scrolls the list.
    scrollToFn: () => {},
    // The open sentence stays in the document when scrolled out of view, because removing it would lose the focus.
    rangeExtractor: range => [...new Set([...defaultRangeExtractor(range), ...(at < 0 ? [] : [at])])],
  })
  const topOf = (i: number) => i * rowPx + (at >= 0 && i > at ? openPx - rowPx : 0)

  // biome-ignore lint/correctness/useExhaustiveDependencies: a different sentence is a different element to measure.
  useLayoutEffect(() => {
    const { current } = open
    if (!current) return
    const observer = new ResizeObserver(() => setOpenPx(Math.max(rowPx, current.offsetHeight)))
    observer.observe(current)
    return () => observer.disconnect()
  }, [rowPx, selected, at])

  // A clicked row stays under the pointer, although the row above it closes.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when another row is opened.
  useLayoutEffect(() => {
    const { current } = box
    const clicked = opened.current
    if (current && clicked && at >= 0 && clicked.id === selected) current.scrollTop = at * rowPx - clicked.offsetPx
  }, [selected])

  const spokenAt = spoken === undefined ? -1 : rows.findIndex(({ id }) => id === spoken)
  const bringInSight = (target: number) => {
    const { current } = box
    if (!current || target < 0) return
    const top = topOf(target)
    const height = target === at ? openPx : rowPx
    const { scrollTop, clientHeight } = current
    if (top >= scrollTop && top + height <= scrollTop + clientHeight) return
    const spacePx = Math.max(0, clientHeight - height)
    // A clicked row moves no further than it must.
    const abovePx = opened.current?.id === rows[target]?.id ? spacePx : spacePx / 3
    current.scrollTop = Math.max(0, top - abovePx)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls when another sentence is opened or grows, not when rows change.
  useEffect(() => {
    // A new list already shows its first row; measuring it before the first paint would lay everything out twice.
    if (at > 0 || spare > 0) bringInSight(at)
  }, [at, rowPx, openPx])
  const followed = follows ? spokenAt : -1
  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls when another sentence is spoken; the lock leaves the list where it is.
  useEffect(() => {
    // While the user types, the list does not scroll away from the text.
    if (!isTypingIn(open.current)) bringInSight(followed)
  }, [followed])

  const chosen = rows[at]
  const isWhole = rows === draft.sentences
  const numberOf = ({ id }: DraftSentence, i: number) => (isWhole ? i + 1 : (numbersIn(draft).get(id) ?? i + 1))
  const rowOf = (sentence: DraftSentence | undefined, i: number) =>
    sentence && (
      <SentenceRow
        number={numberOf(sentence, i)}
        sentence={sentence}
        words={draft.words}
        cues={cut.cuesOf.get(sentence.id)}
        isChanged={cut.changed.has(sentence.id)}
        isSpoken={sentence.id === spoken}
        isCommented={commented?.has(sentence.id) ?? false}
        limit={cut.profile.charactersPerSecond}
        onOpen={openRow}
      />
    )
  const openAt = shortTime(chosen ? (computeFacts(cut.cuesOf.get(chosen.id)).startMs ?? 0) : 0)

  return (
    <>
      {draft.sentences.length > 0 && (
        <p className="sentence-row list-columns" aria-hidden="true">
          <span className="row-number">{WORKPLACE.columns.number}</span>
          <span className="row-time">{WORKPLACE.inTime}</span>
          <span className="row-time row-out">{WORKPLACE.outTime}</span>
          <span className="row-figure">{WORKPLACE.columns.seconds}</span>
          <span className="row-figure row-speed">{WORKPLACE.columns.speed}</span>
          <span className="row-figure row-length">{WORKPLACE.columns.length}</span>
          <span className="row-korean">{WORKPLACE.columns.text}</span>
        </p>
      )}
      <section
        ref={box}
        className="sentences"
        data-dense={isDense || undefined}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region is reached by keyboard.
        tabIndex={0}
        aria-label={EDITOR.sentences}
        onClickCapture={event => {
          // The second click of a double click focuses the text, and presses no control that is now under the pointer.
          if (event.detail < 2) opened.current = undefined
          if (!opened.current || opened.current.id !== selected) return
          event.preventDefault()
          event.stopPropagation()
          open.current?.querySelector('textarea')?.focus({ preventScroll: true })
        }}
      >
        {draft.sentences.length === 0 && children}
        <WindowedList
          hidden={rows.length === 0}
          rows={shown}
          row={i => ({
            ref: i === at ? open : undefined,
            className: i === at ? 'sentence-open' : 'sentence',
            'aria-current': rows[i]?.id === spoken || undefined,
            children: i === at ? children : rowOf(rows[i], i),
          })}
        />
      </section>
      <p className="visually-hidden" role="status">
        {chosen && WORKPLACE.opened(numberOf(chosen, at), draft.sentences.length, openAt)}
      </p>
    </>
  )
}

/** Unlike the library, does not measure at once, which would lay out the whole editor in the middle of its first render. */
function observeSize({ scrollElement }: Virtualizer<HTMLElement, Element>, report: (size: Rect) => void) {
  if (!scrollElement) return
  const observer = new ResizeObserver(() =>
    report({ width: scrollElement.offsetWidth, height: scrollElement.offsetHeight }),
  )
  observer.observe(scrollElement)
  return () => observer.disconnect()
}

function isTypingIn(row: HTMLElement | null): boolean {
  const { activeElement } = document
  return (
    row !== null && activeElement !== null && row.contains(activeElement) && activeElement.matches('textarea, input')
  )
}

const numbersOf = new WeakMap<Draft['sentences'], ReadonlyMap<string, number>>()

/** Number of each sentence by time, whatever the list shows. */
function numbersIn({ sentences }: Draft): ReadonlyMap<string, number> {
  const found = numbersOf.get(sentences) ?? new Map(sentences.map(({ id }, i) => [id, i + 1]))
  numbersOf.set(sentences, found)
  return found
}
