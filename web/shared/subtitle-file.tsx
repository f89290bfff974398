import { useState } from 'react'
import { Link } from 'react-router'
import type { Certificate } from '../../lambdas/contract/archive-entry.ts'
import type { SubtitleFormat } from '../../lambdas/contract/title.ts'
import type { EntryView } from '../../lambdas/contract/views.ts'
import type { Api } from './api.ts'
import { FailureText } from './entry/failure.tsx'
import { count, percent } from './format.ts'
import { InquiryDialog } from './inquiry.ts'
import { Button } from './layout/button.tsx'
import { CheckIcon } from './layout/icons.tsx'
import { showToast } from './layout/toasts.tsx'
import { INQUIRY, PROFILES, SUBTITLE_FILE } from './member-texts.ts'
import { codeOf, messageOf, RequestFailed } from './request-failed.ts'
import { saveFile } from './save-file.ts'
import { useServices } from './services.ts'
import { COMMON } from './texts.ts'

const TEXTS = {
  idle: SUBTITLE_FILE.download,
  downloading: SUBTITLE_FILE.downloading,
  completed: SUBTITLE_FILE.downloaded,
  error: SUBTITLE_FILE.downloadFailed,
} as const

interface DownloadButtonProps {
  entryKey: string
  name: string
  /** `primary` where it is the main action of its screen. */
  kind?: 'primary'
  /** Runs before the file is requested. */
  first?: () => Promise<void>
}

/** The specification's download button and its four states: idle, downloading (disabled), completed, error. */
export function DownloadButton({ entryKey, name, kind, first }: DownloadButtonProps) {
  const [error, setError] = useState<string>()
  const [asking, setAsking] = useState(false)
  // In a list, the reason stands in the row that it concerns.
  const isListed = kind === undefined
  const { state, download } = useDownload(entryKey, first, isListed ? setError : undefined)
  return (
    <>
      <Button
        kind={kind ?? 'soft'}
        size="small"
        className="download"
        data-state={state}
        disabled={state === 'downloading'}
        aria-describedby={`name-${entryKey}`}
        onClick={() => void download('srt')}
      >
        {state === 'completed' && <CheckIcon />}
        <span aria-live="polite">{TEXTS[state]}</span>
        <span id={`name-${entryKey}`} hidden>
          {SUBTITLE_FILE.downloadName(name)}
        </span>
      </Button>
      {isListed && (
        <div role="alert">
          {state === 'error' && (
            <FailureText text={`${error} ${SUBTITLE_FILE.downloadHelp}`}>
              <button type="button" className="link-button" onClick={() => setAsking(true)}>
                {INQUIRY.title}
              </button>
            </FailureText>
          )}
        </div>
      )}
      {asking && <InquiryDialog entry={{ key: entryKey, name }} onClose={() => setAsking(false)} />}
    </>
  )
}

type DownloadState = 'idle' | 'downloading' | 'completed' | 'error'

const showError = (text: string) => showToast({ kind: 'error', text })

/** Downloads a subtitle, after `first`, in the chosen format under the file name that the server returns. */
export function useDownload(key: string, first?: () => Promise<void>, onError = showError) {
  const { api } = useServices()
  const [state, setState] = useState<DownloadState>('idle')
  const download = async (format: SubtitleFormat, original?: 'yes') => {
    setState('downloading')
    try {
      await first?.()
      const { blob, filename } = await readSubtitle(api, key, { format, original })
      saveFile(blob, filename)
      setState('completed')
    } catch (error) {
      console.error(error)
      onError(codeOf(error) === 'NO_VIDEO' ? SUBTITLE_FILE.downloadGone : messageOf(error))
      setState('error')
    }
  }
  return { state, download }
}

/** A subtitle and the file name that the server gives it. */
export async function readSubtitle(
  api: Api,
  key: string,
  query: { format: SubtitleFormat; original?: 'yes' | undefined },
): Promise<{ blob: Blob; filename: string }> {
  const { url, filename } = await api('downloadSubtitle', { parameters: { key }, query })
  const response = await fetch(url).catch((cause: unknown) => {
    throw new RequestFailed('OFFLINE', { message: COMMON.offline, cause })
  })
  if (!response.ok) throw new Error(`the store answered ${response.status}`)
  return { blob: await response.blob(), filename }
}

/** End of the editor's address that opens the first sentence to check instead of the place where the user left off. */
export const CHECK = '#check'

/** Seconds that a user needs to listen to a sentence, compare it, and confirm or correct it. */
const CHECK_SECONDS = 25

/** The number of sentences to check, and the minutes that this takes. */
export function doubtsText(sentences: number, write: typeof SUBTITLE_FILE.doubts = SUBTITLE_FILE.doubts): string {
  return write(count(sentences), count(Math.ceil((sentences * CHECK_SECONDS) / 60)))
}

/** Shown in green: nearly every cue keeps every rule, and each can be read in its time. */
function isGood({ kept, cues, flags }: NonNullable<EntryView['certificate']>): boolean {
  return kept / cues >= 0.97 && (flags.speed ?? 0) === 0
}

export function meaningText({ by, checked, of }: NonNullable<Certificate['meaning']>): string {
  return checked === 0 ? SUBTITLE_FILE.meaningFailed(by) : SUBTITLE_FILE.meaningChecked(by, count(checked), count(of))
}

/**
 * Share of cues that keep every rule, with a link to the list of rules, and the source of the words. Counts the open
 * comments, and the sentences to check until the user has finished the review. The short one leaves it to the
 * certificate that nobody compared the meaning.
 */
export function CertificateBadge({ entry, isShort }: { entry: EntryView; isShort?: boolean }) {
  const { key, type, certificate, profile, reviewed_at, open_comments = 0 } = entry
  if (!certificate || certificate.cues === 0) return null
  const isReviewed = reviewed_at !== undefined
  const engines = [certificate.heardBy, certificate.translatedBy].filter(name => name !== undefined)
  return (
    <>
      <Link
        className="certificate"
        data-good={isGood(certificate) || undefined}
        to="/help#rules"
        target="_blank"
        title={SUBTITLE_FILE.ruleShare}
      >
        {SUBTITLE_FILE.certificate(percent(certificate.kept / certificate.cues))}
      </Link>
      {open_comments > 0 && <Link to={`/user/${key}`}>{SUBTITLE_FILE.comments(count(open_comments))}</Link>}
      {!isReviewed && certificate.doubts !== undefined && certificate.doubts > 0 && (
        <Link to={`/user/${key}${CHECK}`}>{doubtsText(certificate.doubts)}</Link>
      )}
      {!isReviewed && certificate.flags.unheard !== undefined && (
        <Link to={`/user/${key}`}>{SUBTITLE_FILE.unheard(count(certificate.flags.unheard))}</Link>
      )}
      {profile !== 'standard' && <span>{PROFILES[profile].name}</span>}
      {certificate.source === 'captions' && type !== 'subtitle' && <span>{SUBTITLE_FILE.captionsUsed}</span>}
      {certificate.script && (
        <span>
          {SUBTITLE_FILE.scripted(percent(certificate.script.confirmed / Math.max(1, certificate.script.of)))}
        </span>
      )}
      {certificate.steppedIn !== undefined && <span>{SUBTITLE_FILE.steppedIn(count(certificate.steppedIn))}</span>}
      {certificate.untranslated !== undefined && (
        <span>{SUBTITLE_FILE.untranslated(count(certificate.untranslated))}</span>
      )}
      {certificate.meaning ? (
        <span>{meaningText(certificate.meaning)}</span>
      ) : (
        !(isReviewed || isShort) && <span>{SUBTITLE_FILE.meaningUnchecked}</span>
      )}
      {engines.length > 0 && <span>{SUBTITLE_FILE.engines(engines.join(', '))}</span>}
      {certificate.rehearsal && <span>{SUBTITLE_FILE.rehearsal}</span>}
    </>
  )
}
