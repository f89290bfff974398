import { join } from 'node:path'
import { EncodedPacketSink, FilePathSource, Input, MP4 } from 'mediabunny'

const SPEECH = join(import.meta.dirname, '../../../local/sample/hello.mp4')

/** Seconds of one frame of the sample's sound: AAC LC at 16 kHz. */
export const FRAME_SECONDS = 1024 / 16_000

/** Frames of real speech that every AAC decoder accepts, repeated to fill `seconds`. */
export async function speechFrames(seconds: number): Promise<Uint8Array[]> {
  using input = new Input({ formats: [MP4], source: new FilePathSource(SPEECH) })
  const track = await input.getPrimaryAudioTrack()
  if (!track) throw new Error('the sample has no sound')
  const spoken: Uint8Array[] = []
  for await (const packet of new EncodedPacketSink(track).packets()) spoken.push(packet.data)
  const count = Math.round(seconds / FRAME_SECONDS)
  return Array.from({ length: count }, (_, i) => spoken[i % spoken.length] ?? new Uint8Array())
}
