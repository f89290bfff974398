import { memo, type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { type Cut, type Draft, type DraftSentence, startOf } from '#subtitle-engine/edit'
import { clockTime } from '../../lambdas/contract/time.ts'
import { CheckIcon, FlagIcon } from '../shared/layout/icons.tsx'
import { FLAG_NAMES } from '../shared/member-texts.ts'
import { flagsOf } from './queue.ts'
import { REVIEW } from './texts.ts'

interface SentenceListProps {
  draft: Draft
  cut: Cut
  selected: string | undefined
  onSelect(id: string): void
  /** The editor of the selected sentence, in its place in the list. */
  children: ReactNode
}

/** Rows drawn above and below what can be seen. */
const SPARE_ROWS = 4
/** Height of a closed row in rem; the stylesheet has the same. */
const ROW_REM = 5.5

/** All sentences; only those in sight are drawn, so that four hours scroll like four minutes. */
export function SentenceList({ draft, cut, selected, onSelect, children }: SentenceListProps) {
  const { sentences, words } = draft
  const box = useRef<HTMLElement>(null)
  const open = useRef<HTMLLIElement>(null)
  const [rowPx] = useState(() => Number.parseFloat(getComputedStyle(document.documentElement).fontSize) * ROW_REM)
  const [view, setView] = useState({ top: 0, height: 800 })
  const [openPx, setOpenPx] = useState(320)
  const at = sentences.findIndex(({ id }) => id === selected)
  const topOf = (i: number) => i * rowPx + (at >= 0 && i > at ? openPx - rowPx : 0)

  // biome-ignore lint/correctness/useExhaustiveDependencies: another sentence is another element to measure.
  useLayoutEffect(() => {
    const { current } = open
    if (!current) return
    const observer = new ResizeObserver(() => setOpenPx(Math.max(rowPx, current.offsetHeight)))
    observer.observe(current)
    return () => observer.disconnect()
  }, [rowPx, selected])

  useEffect(() => {
    const { current } = box
    if (!current) return
    const look = () => setView({ top: current.scrollTop, height: current.clientHeight })
    const observer = new ResizeObserver(look)
    observer.observe(current)
    current.addEventListener('scroll', look, { passive: true })
    return () => {
      observer.disconnect()
      current.removeEventListener('scroll', look)
    }
  }, [])

  useEffect(() => {
    const { current } = box
    if (!current || at < 0) return
    const top = at * rowPx
    const inSight = top >= current.scrollTop && top + openPx <= current.scrollTop + current.clientHeight
    if (!inSight) current.scrollTop = Math.max(0, top - (current.clientHeight - openPx) / 3)
  }, [at, rowPx, openPx])

  const first = Math.max(0, Math.floor((view.top - openPx) / rowPx) - SPARE_ROWS)
  const last = Math.min(sentences.length, Math.ceil((view.top + view.height) / rowPx) + SPARE_ROWS)
  const shown = sentences.slice(first, last).map((sentence, i) => ({ sentence, i: first + i }))
  const chosen = sentences[at]
  // The editor stays in the document out of sight, or a scroll would take the focus from it.
  if (chosen && (at < first || at >= last)) shown.push({ sentence: chosen, i: at })

  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region is reached by keyboard.
    <section ref={box} className="sentences" tabIndex={0} aria-label={REVIEW.sentences}>
      <ol style={{ height: `${topOf(sentences.length)}px` }}>
        {shown.map(({ sentence, i }) => (
          <li
            key={sentence.id}
            ref={i === at ? open : undefined}
            className={i === at ? 'sentence-open' : 'sentence'}
            style={{ transform: `translateY(${topOf(i)}px)` }}
            aria-setsize={sentences.length}
            aria-posinset={i + 1}
          >
            {i === at ? (
              children
            ) : (
              <Row
                sentence={sentence}
                startMs={startOf(sentence, words)}
                words={words}
                flags={sentence.checked ? NO_FLAGS : cut.cuesOf.get(sentence.id)}
                onSelect={onSelect}
              />
            )}
          </li>
        ))}
      </ol>
    </section>
  )
}

const NO_FLAGS: readonly never[] = []

interface RowProps {
  sentence: DraftSentence
  startMs: number
  words: Draft['words']
  flags: Parameters<typeof flagsOf>[0] | undefined
  onSelect(id: string): void
}

const Row = memo(({ sentence, startMs, words, flags = NO_FLAGS, onSelect }: RowProps) => {
  const [worst] = flagsOf(flags)
  const english = words
    .slice(sentence.from, sentence.to)
    .map(word => word.text + word.after)
    .join(' ')
  return (
    <button type="button" className="sentence-row" data-id={sentence.id} onClick={() => onSelect(sentence.id)}>
      <span className="muted small numbers">{clockTime(startMs / 1000)}</span>
      {worst && (
        <span className="cue-flags small">
          <FlagIcon />
          {flagName(worst)}
        </span>
      )}
      {sentence.checked && (
        <span className="sentence-checked small">
          <CheckIcon />
          {REVIEW.accepted}
        </span>
      )}
      <span className="sentence-english small muted" lang="en">
        {english}
      </span>
      <span className="sentence-korean">{sentence.korean || REVIEW.empty}</span>
    </button>
  )
})

function flagName(flag: string): string {
  const known = Object.entries(FLAG_NAMES).find(([name]) => name === flag)
  return known?.[1] ?? FLAG_NAMES.other
}
