import { PROGRESS } from './texts.ts'

interface Sent {
  /** Whether a file was uploaded; links and subtitles are only sent. */
  isUpload: boolean
  /** One email reports on all members of a group. */
  isGrouped: boolean
  /** Without an address, no email is promised. */
  hasEmail: boolean
  /** Whether a link was sent, whose video is still to be fetched. */
  isLink?: boolean
  /** Text of the current stage, set only once the transcription is finished. */
  stage?: string | undefined
}

/**
 * What the page says once something is submitted: that it arrived, or the stage, and where the subtitle will be announced.
 * ‘ · ’ or the first exclamation mark ends the state; `JobText` divides the text there.
 */
export function sentText({ isUpload, isGrouped, hasEmail, isLink, stage }: Sent): string {
  if (isUpload && stage === undefined) {
    if (!hasEmail) return PROGRESS.doneNoEmail
    return isGrouped ? PROGRESS.doneGroup : PROGRESS.done
  }
  const now = stage ?? (isLink ? PROGRESS.linkSent : PROGRESS.youtubeSent)
  const next = isGrouped ? PROGRESS.nextGroup : PROGRESS.youtubeNext
  return `${now}${now.endsWith('.') ? '' : ' ·'} ${hasEmail ? next : PROGRESS.youtubeNextNoEmail}`
}
