import { NONE } from '../../../lambdas/contract/archive-entry.ts'
import { clockTime, dateAndTime } from '../../../lambdas/contract/time.ts'
import { nameOf } from '../../../lambdas/contract/title.ts'
import type { EntryView } from '../../../lambdas/contract/views.ts'
import { count, percent } from '../format.ts'
import { PrintDialog, type SheetFact, SheetFacts } from '../layout/print-dialog.tsx'
import { Sentences } from '../layout/states.tsx'
import { PROFILES, SUBTITLE_FILE } from '../member-texts.ts'
import { doubtsText, meaningText } from '../subtitle-file.tsx'
import { CERTIFICATE } from './texts.ts'

/** A subtitle's certificate, to print or to save as a PDF. */
export default function CertificateDialog({ entry, onClose }: { entry: EntryView; onClose: () => void }) {
  return (
    <PrintDialog title={CERTIFICATE.title} onClose={onClose}>
      <p className="sheet-name">{nameOf(entry)}</p>
      <SheetFacts facts={factsOf(entry)} />
      {!entry.certificate?.meaning && (
        <p className="muted small">
          <Sentences text={CERTIFICATE.meaningUnchecked} />
        </p>
      )}
      <p className="small">
        <a href={`${location.origin}/help#rules`} target="_blank" rel="noreferrer">
          {CERTIFICATE.rules}
        </a>
      </p>
    </PrintDialog>
  )
}

function factsOf(entry: EntryView): SheetFact[] {
  const { certificate, duration_seconds, srt_upload_time, reviewed_at, profile, type } = entry
  if (!certificate) return []
  const { cues, kept, doubts = 0, meaning, source, heardBy, translatedBy, rehearsal, untranslated } = certificate
  const day = (iso: string) => dateAndTime(iso).date
  const engines = [heardBy, translatedBy].filter(name => name !== undefined)
  const facts: [string, string | false][] = [
    [CERTIFICATE.length, clockTime(duration_seconds)],
    [CERTIFICATE.made, srt_upload_time !== NONE && day(srt_upload_time)],
    [CERTIFICATE.profile, PROFILES[profile].name],
    [CERTIFICATE.kept, CERTIFICATE.keptOf(count(kept), count(cues), percent(kept / Math.max(1, cues)))],
    [CERTIFICATE.check, doubts > 0 ? doubtsText(doubts, CERTIFICATE.doubts) : CERTIFICATE.noDoubts],
    [CERTIFICATE.reviewed, reviewed_at === undefined ? CERTIFICATE.notReviewed : day(reviewed_at)],
    [CERTIFICATE.meaning, meaning !== undefined && meaningText(meaning)],
    [CERTIFICATE.source, source === 'captions' || type === 'subtitle' ? CERTIFICATE.captions : CERTIFICATE.recognition],
    [CERTIFICATE.engines, engines.length > 0 && engines.join(', ')],
    [CERTIFICATE.note, rehearsal && SUBTITLE_FILE.rehearsal],
    [CERTIFICATE.note, untranslated !== undefined && SUBTITLE_FILE.untranslated(count(untranslated))],
  ]
  return facts.flatMap(([name, value]) => (value === false ? [] : [[name, value]]))
}
