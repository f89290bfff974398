import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  BufferTarget,
  EncodedAudioPacketSource,
  type EncodedPacket,
  EncodedPacketSink,
  FilePathSource,
  Input,
  MP4,
  Mp4OutputFormat,
  Output,
} from 'mediabunny'
import { decodeSound, type SoundPiece } from '../../../local/engines/decode.ts'
import { cutSound } from '../../../local/engines/sound-cutter.ts'

const TALK = join(import.meta.dirname, '../../../test/fixtures/media/bicycle.mp4')

/** Writes a file with `seconds` of real speech: a talk of 84 seconds, repeated. */
export async function speechFile(folder: string, seconds: number): Promise<string> {
  using input = new Input({ formats: [MP4], source: new FilePathSource(TALK) })
  const track = await input.getPrimaryAudioTrack()
  const decoderConfig = (await track?.getDecoderConfig()) ?? undefined
  if (!track || !decoderConfig) throw new Error(`${TALK} has no sound`)
  const packets: EncodedPacket[] = []
  for await (const packet of new EncodedPacketSink(track).packets()) packets.push(packet)
  const target = new BufferTarget()
  const output = new Output({ format: new Mp4OutputFormat({ fastStart: 'in-memory' }), target })
  const source = new EncodedAudioPacketSource('aac')
  output.addAudioTrack(source)
  await output.start()
  let timestamp = 0
  for (let i = 0; timestamp < seconds; i += 1) {
    const packet = packets[i % packets.length]
    if (!packet) throw new Error(`${TALK} has no packets`)
    await source.add(packet.clone({ timestamp }), { decoderConfig })
    timestamp += packet.duration
  }
  await output.finalize()
  const path = join(folder, `speech-${seconds}.mp4`)
  writeFileSync(path, Buffer.from(target.buffer ?? new ArrayBuffer(0)))
  return path
}

/** Cuts a file into the pieces that a transcriber receives. */
export async function piecesOf(media: string): Promise<SoundPiece[]> {
  const pieces: SoundPiece[] = []
  for await (const piece of cutSound(decodeSound(media))) pieces.push(piece)
  return pieces
}
