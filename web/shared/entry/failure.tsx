import { Link } from 'react-router'
import { refundText } from '../../../lambdas/contract/archive-entry.ts'
import type { EntryView } from '../../../lambdas/contract/views.ts'
import { COMMON } from '../texts.ts'
import { ENTRY } from './texts.ts'

/** Why an entry failed, what was refunded, and where to go next. */
export function Failure({ entry }: { entry: EntryView }) {
  return (
    <p className="entry-failure small">
      <span>{entry.failureText}</span>
      {entry.refunded !== undefined && entry.refunded > 0 && (
        <span className="muted"> {refundText(entry.refunded, entry.failure)}</span>
      )}
      {entry.type === 'youtube' && (
        <>
          {' '}
          <Link to="/?way=file">{ENTRY.useFile}</Link>
        </>
      )}{' '}
      <Link to="/help">{COMMON.help}</Link>
    </p>
  )
}
