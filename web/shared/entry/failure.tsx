import { Link } from 'react-router'
import { refundText } from '../../../lambdas/contract/archive-entry.ts'
import type { EntryView } from '../../../lambdas/contract/views.ts'
import { COMMON } from '../texts.ts'
import { ENTRY } from './texts.ts'

/** Why an entry failed, in the colour of a problem unless the user canceled it; what was refunded; where to go next. */
export function Failure({ entry }: { entry: EntryView }) {
  return (
    <div className="entry-failure small" data-canceled={entry.failure === 'CANCELED' || undefined}>
      <p className="failure-reason">{entry.failureText}</p>
      <p>
        {entry.refunded !== undefined && entry.refunded > 0 && (
          <span className="failure-refund">{refundText(entry.refunded, entry.failure)} </span>
        )}
        {entry.type === 'youtube' && <Link to="/?way=file">{ENTRY.useFile}</Link>}
        <Link to="/help">{COMMON.help}</Link>
      </p>
    </div>
  )
}
