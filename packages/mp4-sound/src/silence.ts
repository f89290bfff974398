import type { MediaBytes } from './bytes.ts'
import type { SoundTrack } from './track.ts'

/** Number of places at which a long track is read, and the bytes read at each. */
const PLACES = 16
const PLACE_BYTES = 64 * 1024

/**
 * Whether a track is silent throughout. Screen recorders write such a track for an input that was not used. Reads
 * frames at many places and around the largest one. False for codecs whose frames cannot be read without decoding.
 */
export async function isSilent(file: MediaBytes, { frames, coding }: SoundTrack): Promise<boolean> {
  if (!coding) return false
  const { count, sizes, positions } = frames
  const largest = sizes.reduce((best, size, i) => (size > (sizes[best] ?? 0) ? i : best), 0)
  const evenly = Array.from({ length: PLACES }, (_, i) => Math.floor((count * i) / PLACES))
  for (const first of new Set([largest, ...evenly])) {
    const start = positions[first] ?? 0
    const bytes = await file.read(start, Math.min(file.size, start + PLACE_BYTES))
    for (let i = first; i < count; i += 1) {
      const at = (positions[i] ?? 0) - start
      const end = at + (sizes[i] ?? 0)
      if (at < 0 || end > bytes.length) break
      if (sizes[i] && !coding.frameIn(bytes.subarray(at, end))?.isSilent) return false
    }
  }
  return true
}
