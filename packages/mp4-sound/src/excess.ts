import { MalformedError } from './errors.ts'
import type { SoundTrack } from './track.ts'

/** Maximum backward jumps from one frame to the next. Each costs a request, and recorders write frames in order. */
const MOST_JUMPS = 1000
/**
 * Maximum bytes per second of sound, whatever its codec and rate: twice what AAC carries in stereo at 48,000 Hz (ISO/IEC
 * 14496-3, 4.5.1.1: 6,144 bits a channel and frame). Single frames of real encoders exceed that, so only their sum is
 * bounded.
 */
const MOST_BYTES_PER_SECOND = 144_000
/** Maximum bytes of a sample, which is read whole. */
const LARGEST_SAMPLE = 1024 ** 2

/** Refuses sound that would cost more work than its length pays for. */
export function refuseExcess({
  frames: { positions, sizes },
  bytes,
  soundMs,
}: Pick<SoundTrack, 'frames' | 'bytes' | 'soundMs'>): void {
  if (bytes > (1 + soundMs / 1000) * MOST_BYTES_PER_SECOND || sizes.some(size => size > LARGEST_SAMPLE))
    throw new MalformedError(`${bytes} bytes in ${soundMs} ms of sound`)
  let jumps = 0
  for (let i = 1; i < positions.length; i += 1) if ((positions[i] ?? 0) < (positions[i - 1] ?? 0)) jumps += 1
  if (jumps > MOST_JUMPS) throw new MalformedError('the sound is scattered over the file')
}
