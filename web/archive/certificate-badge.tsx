import type { EntryView } from '../../lambdas/contract/routes.ts'
import { percent } from '../format.ts'
import { ARCHIVE } from '../texts/archive.ts'

/** What the inspection before the delivery found: the share of cues that keep every rule. */
export function CertificateBadge({ entry: { certificate } }: { entry: EntryView }) {
  if (!certificate || certificate.cues === 0) return null
  return (
    <>
      <span className="certificate">{ARCHIVE.certificate(percent(certificate.kept / certificate.cues))}</span>
      {certificate.source === 'captions' && <span>{ARCHIVE.captionsUsed}</span>}
      {certificate.rehearsal && <span>{ARCHIVE.rehearsal}</span>}
    </>
  )
}
