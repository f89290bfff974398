import { useEffect, useState } from 'react'
import type { Cue } from '#subtitle-engine'
import type { DraftSentence, Operation } from '#subtitle-engine/edit'
import { Button } from '../shared/layout/button.tsx'
import { EDITOR } from './texts.ts'
import { exactTime, parseTime } from './times.ts'

interface TimeFieldsProps {
  sentence: DraftSentence
  cues: readonly Cue[]
  onEdit(operation: Operation): void
  /** Sets the in-time or out-time to the playhead. */
  onSetToPlayhead(edge: 'in' | 'out'): void
  onShift(): void
}

/** In-time, out-time and duration in milliseconds, and the lock that keeps them when the text changes. */
export function TimeFields({ sentence, cues, onEdit, onSetToPlayhead, onShift }: TimeFieldsProps) {
  const [first, last] = [cues[0], cues.at(-1)]
  if (!first || !last) return null
  const { id } = sentence
  const [startMs, endMs] = [first.startMs, last.endMs]
  const isLocked = sentence.startMs !== undefined && sentence.endMs !== undefined
  const lock = () =>
    onEdit(isLocked ? { kind: 'time', id, startMs: null, endMs: null } : { kind: 'time', id, startMs, endMs })
  return (
    <div className="time-fields">
      <TimeField
        name={EDITOR.inTime}
        value={exactTime(startMs)}
        onTime={ms => onEdit({ kind: 'time', id, startMs: ms })}
      />
      <Button size="small" kind="plain" title="[" onClick={() => onSetToPlayhead('in')}>
        {EDITOR.inHere}
      </Button>
      <TimeField
        name={EDITOR.outTime}
        value={exactTime(endMs)}
        onTime={ms => onEdit({ kind: 'time', id, endMs: ms })}
      />
      <Button size="small" kind="plain" title="]" onClick={() => onSetToPlayhead('out')}>
        {EDITOR.outHere}
      </Button>
      <TimeField
        name={EDITOR.duration}
        value={((endMs - startMs) / 1000).toFixed(3)}
        onTime={ms => onEdit({ kind: 'time', id, endMs: startMs + ms })}
      />
      {sentence.from < sentence.to && (
        <Button size="small" kind="plain" aria-pressed={isLocked} onClick={lock}>
          {EDITOR.lock}
        </Button>
      )}
      <Button size="small" kind="plain" onClick={onShift}>
        {EDITOR.shift}
      </Button>
    </div>
  )
}

/** Applies a time on Enter or blur; Escape and invalid input restore the previous one. */
function TimeField({ name, value, onTime }: { name: string; value: string; onTime(ms: number): void }) {
  const [text, setText] = useState(value)
  useEffect(() => setText(value), [value])
  const take = () => {
    const ms = parseTime(text)
    if (ms === undefined || text === value) return setText(value)
    onTime(ms)
  }
  return (
    <label className="time-field">
      <span className="small muted">{name}</span>
      <input
        value={text}
        inputMode="decimal"
        autoComplete="off"
        spellCheck={false}
        data-wide={value.includes(':') || undefined}
        onChange={event => setText(event.target.value)}
        onBlur={take}
        onKeyDown={event => {
          if (event.key === 'Enter' && !event.nativeEvent.isComposing && !event.ctrlKey && !event.metaKey) take()
          if (event.key === 'Escape') setText(value)
        }}
      />
    </label>
  )
}
