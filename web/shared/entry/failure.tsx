import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { refundText } from '../../../lambdas/contract/archive-entry.ts'
import type { EntryView } from '../../../lambdas/contract/views.ts'
import { unbroken } from '../format.ts'
import { Sentences } from '../layout/states.tsx'
import { COMMON } from '../texts.ts'
import { ENTRY } from './texts.ts'

/** Shows a reason, and links ‘자막 줄 정리하기’ if it is named. */
export function Reason({ text }: { text: string }) {
  const [before, after] = text.split(`‘${COMMON.recut}’`)
  if (after === undefined) return <Sentences text={text} />
  return (
    <>
      {before}
      <Link to="/recut">{unbroken(COMMON.recut)}</Link>
      {after}
    </>
  )
}

/** What failed, which is the first sentence of the text. Below it, if there is more, what to do, and `children`, such as a link. */
export function FailureText({ text, children }: { text: string; children?: ReactNode }) {
  const end = text.indexOf('. ') + 1 || text.length
  return (
    <div className="entry-failure small">
      <p className="failure-reason">{text.slice(0, end)} </p>
      {end < text.length && (
        <p className="failure-refund">
          <Sentences text={text.slice(end + 1)} /> {children}
        </p>
      )}
    </div>
  )
}

/** Why an entry failed, in the colour of a problem unless the user canceled it; what was refunded; where to go next. */
export function Failure({ entry }: { entry: EntryView }) {
  const { refunded = 0, failure } = entry
  // The number stays beside its noun.
  const refund = refunded > 0 && refundText(refunded, failure).replace('토큰 ', '토큰\u00a0')
  const links = (
    <>
      {entry.type === 'youtube' && <Link to="/?way=file">{ENTRY.useFile}</Link>}
      <Link to="/help">{COMMON.help}</Link>
    </>
  )
  return (
    <div className="entry-failure small" data-canceled={entry.failure === 'CANCELED' || undefined}>
      <p>
        <span className="failure-reason">
          <Reason text={entry.failureText ?? ''} />{' '}
        </span>
        {!refund && links}
      </p>
      {refund && (
        <p>
          <span className="failure-refund">{refund} </span>
          {links}
        </p>
      )}
    </div>
  )
}
