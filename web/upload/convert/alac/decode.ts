import type { MediaBytes, SoundTrack } from '#mp4-sound'
import type { DecodedSound } from '../decoded-sound.ts'
import { decodeAlacFrame } from './frame.ts'
import { type AlacSettings, readAlacSettings } from './settings.ts'

/** Bytes of the frames that are read together. */
const WINDOW_BYTES = 1024 ** 2

/** Decodes frames of an Apple Lossless track; a frame that cannot be read leaves a gap. */
export async function* decodeAlac(
  file: MediaBytes,
  track: SoundTrack,
  first: number,
  end: number,
): AsyncGenerator<DecodedSound> {
  const settings = readAlacSettings(findSettings(track.entry.box))
  const { positions, sizes, sounds } = track.frames
  let window: { start: number; bytes: Uint8Array } | undefined
  for (let i = first; i < end; i += 1) {
    const [start, size] = [positions[i] ?? 0, sizes[i] ?? 0]
    if (!window || start < window.start || start + size > window.start + window.bytes.length)
      window = { start, bytes: await file.read(start, Math.min(file.size, start + Math.max(size, WINDOW_BYTES))) }
    const frame = window.bytes.subarray(start - window.start, start - window.start + size)
    const channels = decodeReadable(frame, settings)
    if (channels) yield { startSeconds: sounds[i] ?? 0, rate: settings.rate, channels }
  }
}

function decodeReadable(frame: Uint8Array, settings: AlacSettings): Float32Array[] | undefined {
  try {
    return decodeAlacFrame(frame, settings)
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}

const BOX_TYPE = 'alac'
/** Version and flags of the inner box. */
const FLAGS_BYTES = 4

/** The content of the box `alac` in the sample entry, which has the same type. */
function findSettings(entry: Uint8Array): Uint8Array {
  const at = new TextDecoder('latin1').decode(entry).lastIndexOf(BOX_TYPE)
  return entry.subarray(at + BOX_TYPE.length + FLAGS_BYTES)
}
