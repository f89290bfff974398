import { useState } from 'react'
import { Button } from '../../shared/layout/button.tsx'
import { FormDialog } from '../../shared/layout/form-dialog.tsx'
import { Sentences } from '../../shared/layout/states.tsx'
import { COMMON } from '../../shared/texts.ts'
import { WORKPLACE } from '../texts.ts'
import { PROOF_SCREEN } from './texts.ts'

interface FinishProofProps {
  /** Sentences to check; `undefined` until all are cut. */
  left: number | undefined
  isFinished: boolean
  /** Saves all edits and tells the owner. Rejects if that fails. */
  finish(): Promise<void>
}

/** The proofreader's last step: it tells the owner, and leaves the link valid. */
export function FinishProof({ left = 0, isFinished, finish }: FinishProofProps) {
  const [asks, setAsks] = useState(false)
  return (
    <>
      <Button size="small" kind={isFinished ? 'outline' : 'primary'} onClick={() => setAsks(true)}>
        {isFinished ? PROOF_SCREEN.finished : PROOF_SCREEN.finish}
      </Button>
      {asks && (
        <FormDialog
          title={isFinished ? PROOF_SCREEN.finishedTitle : WORKPLACE.finishTitle}
          action={isFinished ? undefined : PROOF_SCREEN.finish}
          cancel={isFinished ? COMMON.close : WORKPLACE.keepOn}
          submit={finish}
          // The dialog then says that the owner has been told.
          onDone={() => undefined}
          onClose={() => setAsks(false)}
        >
          <p>
            <Sentences
              text={`${!isFinished && left > 0 ? `${WORKPLACE.finishLeft(left)} ` : ''}${PROOF_SCREEN.finishText(isFinished)}`}
            />
          </p>
        </FormDialog>
      )}
    </>
  )
}
