import { BlobSource, Input, MP4, Mp4OutputFormat } from 'mediabunny'
import { MAX_DURATION_SECONDS, MAX_UPLOAD_BYTES, VIDEO_TYPE } from '../../../lambdas/contract/limits.ts'
import { FileRefused } from '../errors.ts'

/** Facts from the head of a file. */
interface Probe {
  durationSeconds: number
  /** Estimated size of the sound track in bytes; absent if the track cannot be copied. */
  soundBytes?: number
}

// Enough packets to estimate a long talk; sizes come from the file's index.
const PACKETS_LOOKED_AT = 20_000
const INDEX_BYTES_PER_PACKET = 8

/**
 * Reads length and sound of an MP4.
 * @throws FileRefused for another type, an unreadable length, no sound, or a file too long or too large.
 */
export async function probe(file: File): Promise<Probe> {
  if (file.size === 0) throw new FileRefused('EMPTY')
  if (file.type === 'video/quicktime' || /\.mov$/i.test(file.name)) throw new FileRefused('MOV')
  if (file.type !== VIDEO_TYPE) throw new FileRefused('NOT_MP4')
  using input = new Input({ source: new BlobSource(file), formats: [MP4] })
  if (!(await input.canRead())) throw new FileRefused('NOT_REALLY_MP4')
  const durationSeconds = await readLength(input)
  if (durationSeconds > MAX_DURATION_SECONDS) throw new FileRefused('TOO_LONG')
  const soundBytes = await estimateSoundBytes(input)
  const isWhole = soundBytes === undefined || soundBytes >= file.size
  if ((isWhole ? file.size : soundBytes) > MAX_UPLOAD_BYTES) throw new FileRefused('TOO_LARGE')
  return isWhole ? { durationSeconds } : { durationSeconds, soundBytes }
}

async function readLength(input: Input): Promise<number> {
  const durationSeconds = await input.computeDuration().catch((cause: unknown) => {
    throw new FileRefused('NO_LENGTH', cause)
  })
  if (!Number.isFinite(durationSeconds) || durationSeconds <= 0) throw new FileRefused('NO_LENGTH')
  return durationSeconds
}

async function estimateSoundBytes(input: Input): Promise<number | undefined> {
  const track = await input.getPrimaryAudioTrack()
  if (!track) throw new FileRefused('NO_SOUND')
  const codec = await track.getCodec()
  if (!codec || !new Mp4OutputFormat().getSupportedCodecs().includes(codec)) return undefined
  const [stats, seconds] = await Promise.all([
    track.computePacketStats(PACKETS_LOOKED_AT, { metadataOnly: true }),
    track.computeDuration(),
  ])
  const index = stats.averagePacketRate * seconds * INDEX_BYTES_PER_PACKET
  return Math.ceil((stats.averageBitrate / 8) * seconds + index)
}
