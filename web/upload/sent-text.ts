import { PROGRESS } from './texts.ts'

interface Sent {
  /** Whether a file was uploaded; links and subtitles are only sent. */
  isUpload: boolean
  /** One email reports on all members of a group. */
  isGrouped: boolean
  /** Without an address, no email is promised. */
  hasEmail: boolean
}

/** What the page says once something is submitted: that it arrived, and where the subtitle will be announced. */
export function sentText({ isUpload, isGrouped, hasEmail }: Sent): string {
  if (isUpload) {
    if (!hasEmail) return PROGRESS.doneNoEmail
    return isGrouped ? PROGRESS.doneGroup : PROGRESS.done
  }
  if (!hasEmail) return `${PROGRESS.youtubeSent} · ${PROGRESS.youtubeNextNoEmail}`
  return `${PROGRESS.youtubeSent} · ${isGrouped ? PROGRESS.nextGroup : PROGRESS.youtubeNext}`
}
