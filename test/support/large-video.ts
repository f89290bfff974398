import { open } from 'node:fs/promises'
import {
  ALL_FORMATS,
  EncodedAudioPacketSource,
  EncodedPacket,
  EncodedPacketSink,
  EncodedVideoPacketSource,
  FilePathSource,
  Input,
  Mp4OutputFormat,
  Output,
  StreamTarget,
  type StreamTargetChunk,
} from 'mediabunny'

export interface LargeVideo {
  /** A file whose sound is repeated to fill `seconds`. */
  sound: string
  seconds: number
  /** Bytes of video, all zero; the file is sparse there and takes no space on the disk. */
  pictureBytes: number
}

const PICTURES_A_SECOND = 2
// The smallest H.264 decoder configuration that a container requires; these pictures are never decoded.
const AVC_SETTINGS = new Uint8Array([
  1, 0x42, 0xc0, 0x1e, 0xff, 0xe1, 0, 4, 0x67, 0x42, 0xc0, 0x1e, 1, 0, 2, 0x68, 0xce,
])

/** Writes a large MP4. */
export async function makeLargeVideo(path: string, { sound, seconds, pictureBytes }: LargeVideo): Promise<void> {
  const file = await open(path, 'w')
  let size = 0
  const zeros = Buffer.alloc(8 * 1024 ** 2)
  const target = new StreamTarget(
    new WritableStream<StreamTargetChunk>({
      async write({ data, position }) {
        size = Math.max(size, position + data.length)
        if (!zeros.subarray(0, data.length).equals(data)) await file.write(data, 0, data.length, position)
      },
    }),
  )
  const output = new Output({ format: new Mp4OutputFormat({ fastStart: false }), target })
  const picture = new EncodedVideoPacketSource('avc')
  const voice = new EncodedAudioPacketSource('aac')
  output.addVideoTrack(picture, { frameRate: PICTURES_A_SECOND })
  output.addAudioTrack(voice)
  await output.start()
  const pictures = seconds * PICTURES_A_SECOND
  const still = new Uint8Array(Math.floor(pictureBytes / pictures))
  const heard = repeatedSound(sound, seconds)
  const video = { codec: 'avc1.42c01e', codedWidth: 1920, codedHeight: 1080, description: AVC_SETTINGS }
  let next = await heard.next()
  for (let index = 0; index < pictures; index += 1) {
    const at = index / PICTURES_A_SECOND
    await picture.add(new EncodedPacket(still, 'key', at, 1 / PICTURES_A_SECOND), { decoderConfig: video })
    while (!next.done && next.value.packet.timestamp <= at) {
      await voice.add(next.value.packet, { decoderConfig: next.value.decoderConfig })
      next = await heard.next()
    }
  }
  await output.finalize()
  await file.truncate(size)
  await file.close()
}

async function* repeatedSound(path: string, seconds: number) {
  using input = new Input({ source: new FilePathSource(path), formats: ALL_FORMATS })
  const track = await input.getPrimaryAudioTrack()
  const decoderConfig = await track?.getDecoderConfig()
  if (!track || !decoderConfig) throw new Error(`${path} has no sound`)
  const length = await track.computeDuration()
  for (let round = 0; round * length < seconds; round += 1)
    for await (const packet of new EncodedPacketSink(track).packets()) {
      if (packet.timestamp < 0) continue
      const timestamp = packet.timestamp + round * length
      if (timestamp >= seconds) return
      yield { packet: packet.clone({ timestamp }), decoderConfig }
    }
}
