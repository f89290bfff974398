import {
  AudioBufferSink,
  BufferTarget,
  EncodedAudioPacketSource,
  type EncodedPacket,
  EncodedPacketSink,
  type InputAudioTrack,
  Mp4OutputFormat,
  Output,
} from 'mediabunny'
import { within } from '../../shared/within.ts'

interface Piece {
  buffer: AudioBuffer
  /** In seconds. */
  timestamp: number
}

const PIECE_MS = 20_000
const PIECE_SECONDS = 30
/** Least sample rate that every browser's audio context accepts. */
const LEAST_RATE = 8000

/**
 * Decodes a sound track piece by piece: with an audio context, which every browser has, and only if that fails with an
 * `AudioDecoder`, because WebKit's may deliver nothing before it is flushed, and WebKitGTK's has crashed. Rejects if the
 * browser cannot decode the sound, or takes too long for a piece.
 */
export async function* decodeSound(track: InputAudioTrack): AsyncGenerator<Piece> {
  let isBegun = false
  try {
    for await (const piece of decodeByContext(track)) {
      isBegun = true
      yield piece
    }
    return
  } catch (error) {
    if (isBegun || !(await track.canDecode())) throw error
    console.warn(error)
  }
  const pieces = new AudioBufferSink(track).buffers()
  const next = () => within(PIECE_MS, 'a piece of sound', pieces.next())
  for (let piece = await next(); !piece.done; piece = await next()) yield piece.value
}

async function* decodeByContext(track: InputAudioTrack): AsyncGenerator<Piece> {
  let packets: EncodedPacket[] = []
  const sink = new EncodedPacketSink(track)
  // `packets()` would read ahead as many packets as were used in the last second: minutes of sound, with the pictures between them.
  for (let packet = await sink.getFirstPacket(); packet; packet = await sink.getNextPacket(packet)) {
    const [first] = packets
    if (first && packet.timestamp - first.timestamp >= PIECE_SECONDS) {
      yield await decodePiece(track, packets)
      packets = []
    }
    packets.push(packet)
  }
  if (packets.length > 0) yield await decodePiece(track, packets)
}

/**
 * Writes the packets as a file of their own, which the audio context decodes as a whole: at a quarter of the sample
 * rate, which suffices for loudness, because browsers free decoded sound late.
 */
async function decodePiece(track: InputAudioTrack, packets: readonly EncodedPacket[]): Promise<Piece> {
  const [codec, decoderConfig] = await Promise.all([track.getCodec(), track.getDecoderConfig()])
  const timestamp = packets[0]?.timestamp ?? 0
  if (!codec || !decoderConfig) throw new Error('the sound has no known codec')
  const target = new BufferTarget()
  const output = new Output({ format: new Mp4OutputFormat(), target })
  const source = new EncodedAudioPacketSource(codec)
  output.addAudioTrack(source)
  await output.start()
  for (const packet of packets)
    await source.add(packet.clone({ timestamp: packet.timestamp - timestamp }), { decoderConfig })
  await output.finalize()
  const context = new OfflineAudioContext(1, 1, Math.max(LEAST_RATE, decoderConfig.sampleRate / 4))
  const decoded = context.decodeAudioData(target.buffer ?? new ArrayBuffer(0))
  return { buffer: await within(PIECE_MS, 'a piece of sound', decoded), timestamp }
}
