import { useState } from 'react'
import { FormDialog } from '../../shared/layout/form-dialog.tsx'
import { Refused } from '../../shared/request-failed.ts'
import { COMMON } from '../../shared/texts.ts'
import { WORKPLACE } from '../texts.ts'
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
    if (byMs === undefined || byMs === 0) throw new Refused(WORKPLACE.shiftBad)
    if (!onShift(byMs, which)) throw new Refused(WORKPLACE.shiftOut)
  }
  return (
    <FormDialog
      title={WORKPLACE.shiftTitle}
      action={WORKPLACE.shiftDo}
      cancel={COMMON.close}
      className="replace"
      submit={submit}
      onClose={onClose}
    >
      <label>
        {WORKPLACE.shiftBy}
        <input value={text} autoComplete="off" onChange={event => setText(event.target.value)} />
      </label>
      <fieldset className="shift-which">
        <legend className="visually-hidden">{WORKPLACE.shiftTitle}</legend>
        {(['all', 'from'] as const).map(each => (
          <label key={each} className="check">
            <input type="radio" name="which" checked={which === each} onChange={() => setWhich(each)} />
            {each === 'all' ? WORKPLACE.shiftAll : WORKPLACE.shiftFrom}
          </label>
        ))}
      </fieldset>
    </FormDialog>
  )
}
