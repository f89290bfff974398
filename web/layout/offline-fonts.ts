import { COMMON } from '../texts/common.ts'
import { PROGRESS } from '../texts/upload.ts'

/** Fetches the parts of the font for what is only said without a network, while there is one. */
export function fetchOfflineFonts(): void {
  const text = [COMMON.offlineBanner, COMMON.offline, PROGRESS.paused, PROGRESS.lost].join('')
  document.fonts.load('1rem "Pretendard Variable"', text).catch((error: unknown) => console.warn(error))
}
