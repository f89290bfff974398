import { useState } from 'react'
import { FormDialog } from '../../shared/layout/form-dialog.tsx'
import { Refused } from '../../shared/request-failed.ts'
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
  const submit = () => {
    const byMs = parseShift(text)
    if (byMs === undefined || byMs === 0) throw new Refused(EDITOR.shiftBad)
    if (!onShift(byMs, which)) throw new Refused(EDITOR.shiftOut)
  }
  return (
    <FormDialog
      title={EDITOR.shiftTitle}
      action={EDITOR.shiftDo}
      cancel={COMMON.close}
      className="replace"
      submit={submit}
      onClose={onClose}
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
    </FormDialog>
  )
}
