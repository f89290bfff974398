import { useState } from 'react'
import { Link } from 'react-router'
import { NONE } from '../../lambdas/contract/archive-entry.ts'
import { refundText } from '../../lambdas/contract/failures.ts'
import type { EntryView } from '../../lambdas/contract/routes.ts'
import { clockTime } from '../../lambdas/contract/time.ts'
import { cutName, nameOfTitle } from '../../lambdas/contract/title.ts'
import { Button } from '../layout/button.tsx'
import { Dialog } from '../layout/dialog.tsx'
import { ARCHIVE } from '../texts/archive.ts'
import { COMMON } from '../texts/common.ts'
import { CertificateBadge } from './certificate-badge.tsx'

/** The name cut after 25 characters with a '...' button for the rest; a YouTube video's name leads to it. */
export function EntryTitle({ entry }: { entry: EntryView }) {
  const name = nameOfTitle(entry.title)
  const cut = cutName(name)
  const [whole, setWhole] = useState(false)
  return (
    <>
      <div className="entry-name">
        <Name entry={entry} text={cut ?? name} />
        {cut !== undefined && (
          <button
            type="button"
            className="cut-button"
            aria-label={ARCHIVE.showFullTitle(cut)}
            onClick={() => setWhole(true)}
          >
            ...
          </button>
        )}
      </div>
      <p className="entry-facts muted small numbers">
        <span>{clockTime(entry.duration_seconds)}</span>
        {entry.type === 'youtube' && <span>{ARCHIVE.youtube}</span>}
        <CertificateBadge entry={entry} />
      </p>
      {entry.status === 'failed' && <Failure entry={entry} />}
      {whole && (
        <Dialog title={ARCHIVE.fullTitle} onClose={() => setWhole(false)}>
          <p className="full-title">{name}</p>
          <div className="dialog-actions">
            <Button onClick={() => setWhole(false)}>{COMMON.close}</Button>
          </div>
        </Dialog>
      )}
    </>
  )
}

function Name({ entry, text }: { entry: EntryView; text: string }) {
  if (entry.type !== 'youtube' || entry.url === NONE) return <span>{text}</span>
  return (
    <a href={entry.url} target="_blank" rel="noreferrer">
      {text}
    </a>
  )
}

function Failure({ entry }: { entry: EntryView }) {
  return (
    <p className="entry-failure small">
      <span>{entry.failureText}</span>
      {entry.refunded !== undefined && entry.refunded > 0 && (
        <span className="muted"> {refundText(entry.refunded)}</span>
      )}
      {entry.type === 'youtube' && (
        <>
          {' '}
          <Link to="/?way=file">{ARCHIVE.useFile}</Link>
        </>
      )}
    </p>
  )
}
