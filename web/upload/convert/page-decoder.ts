import { plainFile, type SoundFile } from '#mp4-sound'
import type { Decode, DecodedSound } from './decoded-sound.ts'
import { RATE } from './format.ts'

/** Has the page decode a small MP4 to 16 kHz; `undefined` if the browser cannot. */
export type PageDecoder = (bytes: ArrayBuffer) => Promise<Float32Array[] | undefined>

const PIECE_SECONDS = 30
/** Sound before a piece that decoders need to decode its start: Opus 80 ms, MP3 a few frames. */
const BEFORE_SECONDS = 0.2

/**
 * Decodes piece by piece with `decodeAudioData`, which every browser has, but only in pages and for files that fit in
 * memory. For browsers without WebCodecs' AudioDecoder: Safari before 26, Firefox before 130.
 */
export function decodeOnPage(decodePiece: PageDecoder): Decode {
  return async function* decode(file, track, first, end): AsyncGenerator<DecodedSound> {
    const { sounds } = track.frames
    const at = (frame: number) => sounds[frame] ?? 0
    // At least two pieces, because only a piece before the last one shows how many samples the decoder drops.
    const pieceSeconds = Math.min(PIECE_SECONDS, (at(end) - at(first)) / 2)
    let dropped = 0
    for (let from = first; from < end; ) {
      let before = from
      while (before > first && at(from) - at(before) < BEFORE_SECONDS) before -= 1
      let to = from + 1
      while (to < end && at(to) - at(from) < pieceSeconds) to += 1
      const channels = await decodePiece(await bytesOf(plainFile(file, track, before, to)))
      if (!channels) throw new Error('the browser cannot decode this piece')
      // Some decoders drop the first samples of a file as priming. The last piece may also be short because its last frame is.
      const missing = at(to) - at(before) - (channels[0]?.length ?? 0) / RATE
      if (to < end) dropped = Math.max(0, missing)
      yield { startSeconds: at(before) + dropped, rate: RATE, channels }
      from = to
    }
  }
}

async function bytesOf({ content }: SoundFile): Promise<ArrayBuffer> {
  const parts: Uint8Array<ArrayBuffer>[] = []
  for await (const part of content) parts.push(part)
  return new Blob(parts).arrayBuffer()
}
