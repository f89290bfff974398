import { useState } from 'react'
import { Button } from '../../shared/layout/button.tsx'
import { Dialog } from '../../shared/layout/dialog.tsx'
import { COMMON } from '../../shared/texts.ts'
import { EDITOR } from '../texts.ts'
import { parseShift } from '../times.ts'

interface ShiftDialogProps {
  /** Shifts all sentences, or the selected one and those after it; returns false if one would leave the media. */
  onShift(byMs: number, which: 'all' | 'from'): boolean
  onClose(): void
}

/** Shifts the subtitle in time. */
export function ShiftDialog({ onShift, onClose }: ShiftDialogProps) {
  const [text, setText] = useState('')
  const [which, setWhich] = useState<'all' | 'from'>('all')
  const [error, setError] = useState('')
  const submit = () => {
    const byMs = parseShift(text)
    if (byMs === undefined || byMs === 0) return setError(EDITOR.shiftBad)
    if (onShift(byMs, which)) onClose()
    else setError(EDITOR.shiftOut)
  }
  return (
    <Dialog title={EDITOR.shiftTitle} onClose={onClose}>
      <form
        className="replace"
        onSubmit={event => {
          event.preventDefault()
          submit()
        }}
      >
        <label>
          {EDITOR.shiftBy}
          <input value={text} autoComplete="off" onChange={event => setText(event.target.value)} />
        </label>
        <fieldset className="shift-which">
          <legend className="visually-hidden">{EDITOR.shiftTitle}</legend>
          {(['all', 'from'] as const).map(each => (
            <label key={each} className="check">
              <input type="radio" name="which" checked={which === each} onChange={() => setWhich(each)} />
              {each === 'all' ? EDITOR.shiftAll : EDITOR.shiftFrom}
            </label>
          ))}
        </fieldset>
        <p className="small" role="alert">
          {error}
        </p>
        <div className="dialog-actions">
          <Button onClick={onClose}>{COMMON.close}</Button>
          <Button type="submit" kind="primary">
            {EDITOR.shiftDo}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
