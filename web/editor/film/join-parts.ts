import {
  EncodedAudioPacketSource,
  type EncodedPacket,
  EncodedPacketSink,
  EncodedVideoPacketSource,
  type Input,
  Mp4OutputFormat,
  Output,
  StreamTarget,
  type VideoCodec,
} from 'mediabunny'
import { repairAvcRecord } from './avc-record.ts'
import { openInput } from './film-facts.ts'
import { filmSound } from './film-times.ts'
import type { PartsWork } from './make-parts.ts'
import { CHUNK_BYTES, partName } from './parts.ts'

/** The whole film, once its parts have been joined. */
export const FILM = 'film.mp4'

interface JoinWork extends Pick<PartsWork, 'order' | 'parts' | 'progress' | 'track' | 'movie' | 'signal'> {
  input: Input
  codec: VideoCodec
}

/** Joins the parts and interleaves the sound, packet by packet. */
export async function joinParts(work: JoinWork): Promise<void> {
  const { order, parts, progress, input, track, movie, codec, signal } = work
  const output = new Output({
    format: new Mp4OutputFormat({ fastStart: false }),
    target: new StreamTarget(await parts.write(FILM), { chunked: true, chunkSize: CHUNK_BYTES }),
  })
  try {
    const pictures = new EncodedVideoPacketSource(codec)
    output.addVideoTrack(pictures, { rotation: await track.getRotation() })
    const sounds = await Promise.all(
      (await input.getAudioTracks()).map(async sound => {
        const [name, decoderConfig] = [await sound.getCodec(), await sound.getDecoderConfig()]
        if (!name) throw new Error('the sound has no known codec')
        const source = new EncodedAudioPacketSource(name)
        output.addAudioTrack(source, { languageCode: await sound.getLanguageCode() })
        const packets = filmSound(order.file, sound, movie)
        const meta = { decoderConfig: decoderConfig ?? undefined }
        return new PacketQueue(packets, packet => source.add(packet, meta))
      }),
    )
    await output.start()
    for (const [index, { startSeconds }] of progress.parts.entries()) {
      for await (const { packet, meta } of packetsOf(await parts.read(partName(index)))) {
        signal.throwIfAborted()
        const timestamp = startSeconds + packet.timestamp
        // Interleaves sound and pictures by time, so that players need not seek.
        for (const sound of sounds) await sound.addUntil(timestamp)
        await pictures.add(packet.clone({ timestamp }), meta)
      }
    }
    for (const sound of sounds) await sound.addUntil(Number.POSITIVE_INFINITY)
    await output.finalize()
  } catch (error) {
    // `cancel` fails as well if the file could not be written; the first error is the one to report.
    await output.cancel().catch(console.warn)
    throw error
  }
}

/** Writes a track's packets up to a given time. */
class PacketQueue {
  private readonly packets: AsyncGenerator<EncodedPacket>
  private readonly add: (packet: EncodedPacket) => Promise<void>
  private next: EncodedPacket | undefined
  private isEnded = false

  constructor(packets: AsyncGenerator<EncodedPacket>, add: (packet: EncodedPacket) => Promise<void>) {
    this.packets = packets
    this.add = add
  }

  async addUntil(seconds: number): Promise<void> {
    while (!this.isEnded) {
      if (this.next && this.next.timestamp > seconds) return
      if (this.next) await this.add(this.next)
      const { value, done } = await this.packets.next()
      this.next = done ? undefined : value
      this.isEnded = done === true
    }
  }
}

async function* packetsOf(part: File) {
  const input = openInput(part)
  try {
    const track = await input.getPrimaryVideoTrack()
    if (!track) throw new Error('a part has no pictures')
    const decoderConfig = (await track.getDecoderConfig()) ?? undefined
    if (decoderConfig?.codec.startsWith('avc') && decoderConfig.description instanceof Uint8Array)
      decoderConfig.description = repairAvcRecord(decoderConfig.description)
    for await (const packet of new EncodedPacketSink(track).packets()) yield { packet, meta: { decoderConfig } }
  } finally {
    input.dispose()
  }
}
