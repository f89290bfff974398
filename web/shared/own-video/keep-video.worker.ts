import { expose } from 'comlink'
import {
  BlobSource,
  Conversion,
  getFirstEncodableVideoCodec,
  Input,
  type InputVideoTrack,
  MATROSKA,
  MP4,
  Mp4OutputFormat,
  Output,
  QTFF,
  StreamTarget,
  WEBM,
} from 'mediabunny'
import { decodeFewPictures } from '../few-pictures.ts'
import { OWN_VIDEOS, privateFolder } from '../personal-data.ts'
import { writePrivateFile } from './private-file.ts'
import { pictureShrinker } from './shrink-picture.ts'

/** Files up to this size are copied unchanged, which takes seconds; larger ones are encoded at a lower resolution. */
const LARGEST_WHOLE_BYTES = 300 * 1024 ** 2
/** Height and bit rate of a smaller copy: an hour takes 135 MB, and faces and slides remain recognizable. */
const HEIGHT = 360
const BITS_PER_SECOND = 300_000
const FRAMES_PER_SECOND = 15
/** For sound that must be encoded again, because MP4 cannot hold it unchanged. */
const SOUND_BITS_PER_SECOND = 128_000

interface Copy {
  /** MIME type. */
  type: string
  bytes: number
}

/** Copies videos into the origin's private storage. */
export class KeepWork {
  /**
   * Copies a video under a name, and reports the finished share, from 0 to 1. `undefined` if this browser cannot encode
   * it; rejects with a `QuotaExceededError` if it exceeds `budget` bytes or the browser grants no more space.
   */
  async copy(name: string, file: Blob, budget: number, onShare: (share: number) => void): Promise<Copy | undefined> {
    const isSmall = file.size <= Math.min(LARGEST_WHOLE_BYTES, budget)
    return isSmall ? copyWhole(name, file) : copySmaller(name, file, budget, onShare)
  }
}

async function copyWhole(name: string, file: Blob): Promise<Copy> {
  const writer = (await writePrivateFile(OWN_VIDEOS, name)).getWriter()
  const reader = file.stream().getReader()
  let position = 0
  for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
    await writer.write({ type: 'write', data: new Uint8Array(piece.value), position })
    position += piece.value.length
  }
  await writer.close()
  return { type: file.type, bytes: position }
}

async function copySmaller(
  name: string,
  file: Blob,
  budget: number,
  onShare: (share: number) => void,
): Promise<Copy | undefined> {
  if (typeof VideoEncoder === 'undefined') return undefined
  const input = new Input({ source: new BlobSource(file), formats: [MP4, QTFF, MATROSKA, WEBM] })
  try {
    const codec = await getFirstEncodableVideoCodec(['avc', 'vp9', 'av1'], { width: 640, height: HEIGHT })
    if (!codec) return undefined
    const bits = (BITS_PER_SECOND + SOUND_BITS_PER_SECOND) * (await input.computeDuration())
    if (bits / 8 > budget) throw new DOMException('too long for the space', 'QuotaExceededError')
    const output = new Output({
      format: new Mp4OutputFormat({ fastStart: false }),
      target: new StreamTarget(await writePrivateFile(OWN_VIDEOS, name), { chunked: true }),
    })
    const track = await input.getPrimaryVideoTrack()
    const video = { codec, frameRate: FRAMES_PER_SECOND, bitrate: BITS_PER_SECOND, keyFrameInterval: 2 }
    const conversion = await Conversion.init({
      input,
      output,
      tracks: 'primary',
      video: { ...video, ...(await shrinking(track)) },
      // The editor's times start at the film's first picture.
      trim: { start: 0 },
      showWarnings: false,
    })
    if (!conversion.isValid) return undefined
    conversion.onProgress = share => onShare(share)
    await conversion.execute()
    const copy = await (await privateFolder(OWN_VIDEOS)).getFileHandle(name)
    return { type: 'video/mp4', bytes: (await copy.getFile()).size }
  } finally {
    input.dispose()
  }
}

/** Shrinks by planes what mediabunny need not rotate or stretch on a canvas of its own. */
async function shrinking(track: InputVideoTrack | null) {
  const [width, height] = track ? [await track.getCodedWidth(), await track.getCodedHeight()] : [0, 0]
  const isPlain = (await track?.getRotation()) === 0 && (await track?.getDisplayWidth()) === width
  if (!isPlain || height < 2 * HEIGHT) return { height: HEIGHT }
  const size = { width: Math.round((width * HEIGHT) / height / 2) * 2, height: HEIGHT }
  return { process: pictureShrinker(size), processedWidth: size.width, processedHeight: size.height }
}

decodeFewPictures()
expose(new KeepWork())
