import { useState } from 'react'
import { LONGEST_COMMENT } from '../../../lambdas/contract/proofreading.ts'
import { FormDialog } from '../../shared/layout/form-dialog.tsx'
import { Refused } from '../../shared/request-failed.ts'
import { COMMENTS } from './texts.ts'

interface CommentDialogProps {
  /** Korean text of the sentence. */
  korean: string
  onSay(text: string): Promise<void>
  onClose(): void
}

/** Comments on the selected sentence. */
export function CommentDialog({ korean, onSay, onClose }: CommentDialogProps) {
  const [text, setText] = useState('')
  return (
    <FormDialog
      title={COMMENTS.title}
      action={COMMENTS.save}
      className="replace"
      submit={async () => {
        if (text.trim() === '') throw new Refused(COMMENTS.noText)
        await onSay(text)
      }}
      onClose={onClose}
    >
      <p className="muted">{korean}</p>
      <label>
        {COMMENTS.name}
        <textarea
          className="korean-field"
          rows={3}
          maxLength={LONGEST_COMMENT}
          placeholder={COMMENTS.example}
          value={text}
          onChange={event => setText(event.target.value)}
        />
      </label>
    </FormDialog>
  )
}
