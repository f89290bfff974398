import { memo } from 'react'
import type { Cue } from '#subtitle-engine'
import { type Draft, type DraftSentence, englishOfWords, typedText } from '#subtitle-engine/edit'
import { count } from '../../shared/format.ts'
import { CheckIcon } from '../../shared/layout/icons.tsx'
import { FLAG_NAMES } from '../../shared/member-texts.ts'
import { openFlags } from '../draft/queue.ts'
import { EDITOR, WORKPLACE } from '../texts.ts'
import { shortTime } from '../times.ts'
import { languageOf } from './language.ts'
import { computeFacts } from './rows.ts'

interface RowProps {
  number: number
  sentence: DraftSentence
  words: Draft['words']
  cues: readonly Cue[] | undefined
  isChanged: boolean
  isSpoken: boolean
  isCommented: boolean
  limit: number
  onOpen(id: string, row: HTMLElement): void
}

/** A closed sentence: one line of facts, and its text. */
export const SentenceRow = memo((props: RowProps) => {
  const { number, sentence, words, cues, isChanged, isSpoken, isCommented, limit, onOpen } = props
  const { startMs, endMs, speed, characters, flags } = computeFacts(cues)
  const doubts = openFlags(sentence, flags, isCommented)
  const spoken = englishOfWords(words.slice(sentence.from, sentence.to))
  return (
    <button
      type="button"
      className="sentence-row"
      // The arrow keys move through the list, because Tab would stop at thousands of rows.
      tabIndex={-1}
      data-id={sentence.id}
      data-spoken={isSpoken || undefined}
      onClick={({ currentTarget }) => onOpen(sentence.id, currentTarget)}
    >
      <span className="row-number">{number}</span>
      <span className="row-time">{startMs === undefined ? '–' : shortTime(startMs)}</span>
      <span className="row-time row-out">{endMs === undefined ? '–' : shortTime(endMs)}</span>
      <span className="row-figure">
        {startMs === undefined || endMs === undefined ? '' : ((endMs - startMs) / 1000).toFixed(1)}
      </span>
      <span className="row-figure row-speed" data-fast={speed > limit || undefined}>
        {speed > 0 && speed.toFixed(1)}
      </span>
      <span className="row-figure row-length">{characters > 0 && count(Math.round(characters))}</span>
      <span className="row-marks">
        {doubts.map(flag => (
          <span key={flag} className="row-flag">
            {flagName(flag)}
          </span>
        ))}
        {isChanged && <span className="row-changed">{WORKPLACE.changed}</span>}
        {sentence.checked && (
          <span className="row-checked">
            <CheckIcon />
            <span className="visually-hidden">{EDITOR.accepted}</span>
          </span>
        )}
      </span>
      <span className="row-korean" lang="ko">
        {typedText(sentence).replaceAll(/\n+/g, ' ⏎ ') || EDITOR.empty}
      </span>
      {/* A file without English repeats no sentence that is as it was. */}
      {spoken !== sentence.korean && (
        <span className="row-english" lang={languageOf(spoken)}>
          {spoken}
        </span>
      )}
    </button>
  )
})

export function flagName(flag: string): string {
  const found = Object.entries(FLAG_NAMES).find(([name]) => name === flag)
  return found?.[1] ?? FLAG_NAMES.other
}
