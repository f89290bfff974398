import { useState } from 'react'
import type { Cue } from '#subtitle-engine'
import type { DraftSentence, Operation } from '#subtitle-engine/edit'
import { Button } from '../../shared/layout/button.tsx'
import type { TimeEdge } from '../commands/use-commands.ts'
import { WORKPLACE } from '../texts.ts'
import { exactTime, parseTime } from '../times.ts'

interface TimeFieldsProps {
  sentence: DraftSentence
  cues: readonly Cue[]
  onEdit(operation: Operation): void
  /** Moves an edge; if it could not be moved to exactly this time, returns the reason. */
  onTime(edge: TimeEdge, ms: number): string | undefined
  /** Sets the in-time or out-time to the playhead. */
  onSetToPlayhead(edge: TimeEdge): void
  /** Whether a phone shows them; wide screens always do. */
  isShown: boolean
}

/** In-time, out-time and duration in milliseconds, and, while they are locked, a button that unlocks them. */
export function TimeFields({ sentence, cues, onEdit, onTime, onSetToPlayhead, isShown }: TimeFieldsProps) {
  const [fault, setFault] = useState<string>()
  const [first, last] = [cues[0], cues.at(-1)]
  if (!first || !last) return null
  const { id } = sentence
  const [startMs, endMs] = [first.startMs, last.endMs]
  return (
    <>
      <div className="time-fields" data-shown={isShown || undefined}>
        <TimeField
          name={WORKPLACE.inTime}
          value={exactTime(startMs)}
          onTime={ms => onTime('in', ms)}
          onFault={setFault}
        />
        <Button size="small" kind="plain" title="[" onClick={() => onSetToPlayhead('in')}>
          {WORKPLACE.inHere}
        </Button>
        <TimeField
          name={WORKPLACE.outTime}
          value={exactTime(endMs)}
          onTime={ms => onTime('out', ms)}
          onFault={setFault}
        />
        <Button size="small" kind="plain" title="]" onClick={() => onSetToPlayhead('out')}>
          {WORKPLACE.outHere}
        </Button>
        <TimeField
          name={WORKPLACE.duration}
          value={((endMs - startMs) / 1000).toFixed(3)}
          onTime={ms => onTime('out', startMs + ms)}
          onFault={setFault}
        />
        {isLocked(sentence) && (
          <Button size="small" kind="plain" onClick={() => onEdit({ kind: 'time', id, startMs: null, endMs: null })}>
            {WORKPLACE.unlock}
          </Button>
        )}
      </div>
      <p className="time-fault small" role="alert">
        {fault}
      </p>
    </>
  )
}

interface TimeFieldProps {
  name: string
  value: string
  onTime(ms: number): string | undefined
  /** Called with the reason if the typed time does not apply, otherwise with `undefined`. */
  onFault(fault: string | undefined): void
}

/** Whether the user has locked the times of a sentence. Those of a sentence without spoken words never follow its text. */
export function isLocked({ from, to, startMs, endMs }: DraftSentence): boolean {
  return from < to && startMs !== undefined && endMs !== undefined
}

/** Applies a typed time on Enter or blur, then shows the cue's actual time; Escape discards the typed one. */
function TimeField({ name, value, onTime, onFault }: TimeFieldProps) {
  const [text, setText] = useState<string>()
  const take = () => {
    setText(undefined)
    if (text === undefined || text === value) return onFault(undefined)
    const ms = parseTime(text)
    onFault(ms === undefined ? WORKPLACE.timeUnread : onTime(ms))
  }
  return (
    <label className="time-field">
      <span className="small muted">{name}</span>
      <input
        value={text ?? value}
        inputMode="decimal"
        autoComplete="off"
        spellCheck={false}
        data-wide={value.includes(':') || undefined}
        onChange={event => setText(event.target.value)}
        onBlur={take}
        onKeyDown={event => {
          if (event.key === 'Enter' && !event.nativeEvent.isComposing && !event.ctrlKey && !event.metaKey) take()
          if (event.key === 'Escape') setText(undefined)
        }}
      />
    </label>
  )
}
