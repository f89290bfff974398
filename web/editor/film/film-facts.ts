import {
  BlobSource,
  getFirstEncodableVideoCodec,
  Input,
  type InputVideoTrack,
  Mp4OutputFormat,
  type VideoCodec,
} from 'mediabunny'
import type { Cue } from '#subtitle-engine'
import { readFilmProgress } from '../../shared/own-video/films.ts'
import { storageSpace } from '../../shared/own-video/free-space.ts'
import { OWN_FORMATS } from '../timeline/waveform-data.ts'
import type { PictureShape } from './draw-caption.ts'

/** Why this browser cannot make the film. */
export type FilmRefusal =
  /** It cannot encode video, or not at this size. */
  | 'NO_ENCODER'
  /** The file has no video track. */
  | 'NO_PICTURE'
  /** The browser cannot decode the video track. */
  | 'UNREADABLE'
  /** MP4 cannot hold the sound. */
  | 'OTHER_SOUND'
  | 'NO_SPACE'
  /** It has no private storage, as in private windows of some browsers. */
  | 'NO_STORE'

/** What the film is made of. */
export interface FilmOrder {
  /** The entry's key, which names the folder of the parts. */
  key: string
  file: File
  cues: readonly Cue[]
  /** A string that identifies the captions' style. */
  look: string
}

export interface FilmFacts {
  shape: PictureShape
  codec: VideoCodec
  /** The part that an earlier visit made: its share of the film, from 0 to 1, and the captions' style. */
  unfinished: { share: number; look: string } | undefined
}

/** Codecs, the most widely supported first. */
const CODECS: VideoCodec[] = ['avc', 'hevc', 'vp9', 'av1']
/** Encoding a second time loses quality, so the film gets more bits than the original. */
const MORE_BITS = 1.3
/** Limits of the bit rate, in bits per pixel of each picture. */
const BITS_PER_PIXEL = { least: 0.05, most: 0.4 } as const

/** Whether this browser can make the film, and the film's format. */
export async function checkFilm(input: Input, order: Omit<FilmOrder, 'look'>): Promise<FilmFacts | FilmRefusal> {
  if (typeof VideoEncoder === 'undefined' || typeof VideoDecoder === 'undefined') return 'NO_ENCODER'
  const track = await input.getPrimaryVideoTrack()
  if (!track) return 'NO_PICTURE'
  if (!(await track.canDecode())) return 'UNREADABLE'
  for (const sound of await input.getAudioTracks()) {
    const codec = await sound.getCodec()
    if (!codec || !new Mp4OutputFormat().getSupportedAudioCodecs().includes(codec)) return 'OTHER_SOUND'
  }
  const shape = await shapeOf(track)
  const { width, height } = shape
  const seconds = await input.computeDuration()
  const bitrate = await chooseBitrate(track)
  const codec = await getFirstEncodableVideoCodec(CODECS, { width, height, bitrate })
  if (!codec) return 'NO_ENCODER'
  const begun = await readFilmProgress(order.key)
  const isSame = begun?.id === (begun && (await identify({ ...order, look: begun.look }, codec)))
  const unfinished = begun && isSame && { share: Math.min(1, begun.nextSeconds / seconds), look: begun.look }
  // While parts are joined, storage holds both them and the film.
  const needed = (2 * bitrate * seconds) / 8 + order.file.size / 10
  const { quota, usage } = await storageSpace()
  if (!unfinished && quota - usage < needed) return 'NO_SPACE'
  return { shape, codec, unfinished: unfinished || undefined }
}

export function openInput(file: Blob): Input {
  return new Input({ source: new BlobSource(file), formats: OWN_FORMATS })
}

/** Encoders accept only even sizes, so an odd last row or column is cropped. */
async function shapeOf(track: InputVideoTrack): Promise<PictureShape> {
  return {
    width: (await track.getCodedWidth()) & ~1,
    height: (await track.getCodedHeight()) & ~1,
    shownWidth: await track.getDisplayWidth(),
    shownHeight: await track.getDisplayHeight(),
    rotation: await track.getRotation(),
  }
}

/** Bits per second: more than the original's, within the limits for pictures of this size. */
export async function chooseBitrate(track: InputVideoTrack): Promise<number> {
  const { averageBitrate, averagePacketRate } = await track.computePacketStats(300)
  const pixels = (await track.getCodedWidth()) * (await track.getCodedHeight()) * averagePacketRate
  const wanted = Math.max(averageBitrate * MORE_BITS, pixels * BITS_PER_PIXEL.least)
  return Math.round(Math.min(wanted, pixels * BITS_PER_PIXEL.most))
}

/** A short string that identifies the film by its content. */
export async function identify({ file, cues, look }: FilmOrder, codec: VideoCodec): Promise<string> {
  const text = JSON.stringify([file.name, file.size, file.lastModified, look, codec, cues])
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return [...new Uint8Array(hash)].map(byte => byte.toString(16).padStart(2, '0')).join('')
}
