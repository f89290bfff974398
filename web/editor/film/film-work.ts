import {
  BlobSource,
  EncodedAudioPacketSource,
  type EncodedPacket,
  EncodedPacketSink,
  EncodedVideoPacketSource,
  getFirstEncodableVideoCodec,
  Input,
  type InputVideoTrack,
  Mp4OutputFormat,
  Output,
  StreamTarget,
  type VideoCodec,
  VideoSampleSource,
} from 'mediabunny'
import type { Cue } from '#subtitle-engine'
import { type FilmProgress, readFilmProgress, removeFilm } from '../../shared/own-video/films.ts'
import { storageSpace } from '../../shared/own-video/free-space.ts'
import { OWN_FORMATS } from '../timeline/waveform-data.ts'
import type { PictureShape } from './draw-caption.ts'
import { filmPictures, filmSound, readTimes } from './film-times.ts'
import { FilmParts, partName } from './parts.ts'
import { type DrawCue, PicturePainter } from './picture-painter.ts'

/** Why this browser cannot make the film. */
export type FilmRefusal =
  /** It cannot encode video, or not at this size. */
  | 'NO_ENCODER'
  /** It cannot decode the video track, or the file has none. */
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
/** A reload loses at most this much of the film. */
const PART_SECONDS = 30
const KEY_FRAME_SECONDS = 4
/** Encoding a second time loses quality, so the film gets more bits than the original. */
const MORE_BITS = 1.3
/** Limits of the bit rate, in bits per pixel of each picture. */
const BITS_PER_PIXEL = { least: 0.05, most: 0.4 } as const
const TELL_EVERY_MS = 250
const FILM = 'film.mp4'
const ABORTED = 'AbortError'

/** Makes films with captions in them, one at a time, in a worker. */
export class FilmWork {
  private stopping = new AbortController()

  /** Whether this browser can make the film, and the film's format. */
  async check(order: Omit<FilmOrder, 'look'>): Promise<FilmFacts | FilmRefusal> {
    if (typeof VideoEncoder === 'undefined' || typeof VideoDecoder === 'undefined') return 'NO_ENCODER'
    const input = openInput(order.file)
    try {
      const track = await input.getPrimaryVideoTrack()
      if (!track || !(await track.canDecode())) return 'UNREADABLE'
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
    } finally {
      input.dispose()
    }
  }

  /** Makes the film, or what is left of it, and returns the file. Rejects with an `AbortError` after `stop`. */
  async make(order: FilmOrder, draw: DrawCue, onProgress: (seconds: number) => void): Promise<File> {
    this.stopping = new AbortController()
    const input = openInput(order.file)
    try {
      const [facts, track] = [await this.check(order), await input.getPrimaryVideoTrack()]
      if (typeof facts === 'string' || !track) throw new Error(`the film cannot be made: ${facts}`)
      const parts = new FilmParts(order.key)
      const { look, file } = order
      const progress = await parts.open({ id: await identify(order, facts.codec), look, name: file.name })
      if (progress.isJoined) return await parts.read(FILM)
      const movie = await readTimes(order.file)
      await this.makeParts({ order, parts, progress, facts, track, movie, draw, onProgress })
      await this.join({ order, parts, progress, input, track, movie, codec: facts.codec })
      await parts.finish(progress)
      return await parts.read(FILM)
    } finally {
      input.dispose()
    }
  }

  /** Stops making the film. Finished parts are kept, so that it can be resumed. */
  stop(): void {
    this.stopping.abort(new DOMException('stopped by the user', ABORTED))
  }

  /** Deletes an entry's film and its finished parts. */
  async forget(key: string): Promise<void> {
    await removeFilm(key)
  }

  private async makeParts(work: PartsWork): Promise<void> {
    const { order, parts, progress, facts, track, movie, draw, onProgress } = work
    const colours = await track.getColorSpace()
    const painter = new PicturePainter(order.cues, { shape: facts.shape, draw, colours })
    const encoding = { codec: facts.codec, bitrate: await chooseBitrate(track), keyFrameInterval: KEY_FRAME_SECONDS }
    let part: Part | undefined
    let toldAt = 0
    try {
      for await (const picture of filmPictures(track, movie, progress.nextSeconds)) {
        const seconds = picture.timestamp
        if (this.stopping.signal.aborted) picture.close()
        this.stopping.signal.throwIfAborted()
        if (part && seconds >= part.startSeconds + PART_SECONDS) {
          await finish(part, parts, progress, seconds)
          part = undefined
        }
        part ??= await begin(seconds, parts, progress, encoding)
        const painted = await painter.paint(picture)
        painted.setTimestamp(seconds - part.startSeconds)
        await part.source.add(painted)
        painted.close()
        part.pictures += 1
        if (performance.now() - toldAt < TELL_EVERY_MS) continue
        toldAt = performance.now()
        onProgress(seconds)
      }
      if (part) await finish(part, parts, progress, Number.MAX_SAFE_INTEGER)
    } catch (error) {
      await part?.output.cancel()
      throw error
    }
  }

  /** Joins the parts and interleaves the sound, packet by packet. */
  private async join({ order, parts, progress, input, track, movie, codec }: JoinWork): Promise<void> {
    const output = new Output({
      format: new Mp4OutputFormat({ fastStart: false }),
      target: new StreamTarget(await parts.write(FILM), { chunked: true }),
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
          this.stopping.signal.throwIfAborted()
          const timestamp = startSeconds + packet.timestamp
          // Interleaves sound and pictures by time, so that players need not seek.
          for (const sound of sounds) await sound.addUntil(timestamp)
          await pictures.add(packet.clone({ timestamp }), meta)
        }
      }
      for (const sound of sounds) await sound.addUntil(Number.POSITIVE_INFINITY)
      await output.finalize()
    } catch (error) {
      await output.cancel()
      throw error
    }
  }
}

interface PartsWork {
  order: FilmOrder
  parts: FilmParts
  progress: FilmProgress
  facts: FilmFacts
  track: InputVideoTrack
  movie: Awaited<ReturnType<typeof readTimes>>
  draw: DrawCue
  onProgress(seconds: number): void
}

interface JoinWork extends Pick<PartsWork, 'order' | 'parts' | 'progress' | 'track' | 'movie'> {
  input: Input
  codec: VideoCodec
}

interface Part {
  startSeconds: number
  output: Output
  source: VideoSampleSource
  pictures: number
}

async function begin(
  startSeconds: number,
  parts: FilmParts,
  progress: FilmProgress,
  encoding: { codec: VideoCodec; bitrate: number; keyFrameInterval: number },
): Promise<Part> {
  const target = new StreamTarget(await parts.write(partName(progress.parts.length)), { chunked: true })
  const output = new Output({ format: new Mp4OutputFormat({ fastStart: false }), target })
  const source = new VideoSampleSource({ ...encoding, sizeChangeBehavior: 'contain' })
  output.addVideoTrack(source)
  await output.start()
  return { startSeconds, output, source, pictures: 0 }
}

async function finish(
  { output, startSeconds, pictures }: Part,
  parts: FilmParts,
  progress: FilmProgress,
  nextSeconds: number,
): Promise<void> {
  await output.finalize()
  progress.parts.push({ startSeconds, pictures })
  progress.nextSeconds = nextSeconds
  await parts.save(progress)
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
    for await (const packet of new EncodedPacketSink(track).packets()) yield { packet, meta: { decoderConfig } }
  } finally {
    input.dispose()
  }
}

function openInput(file: Blob): Input {
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
async function chooseBitrate(track: InputVideoTrack): Promise<number> {
  const { averageBitrate, averagePacketRate } = await track.computePacketStats(300)
  const pixels = (await track.getCodedWidth()) * (await track.getCodedHeight()) * averagePacketRate
  const wanted = Math.max(averageBitrate * MORE_BITS, pixels * BITS_PER_PIXEL.least)
  return Math.round(Math.min(wanted, pixels * BITS_PER_PIXEL.most))
}

/** A short string that identifies the film by its content. */
async function identify({ file, cues, look }: FilmOrder, codec: VideoCodec): Promise<string> {
  const text = JSON.stringify([file.name, file.size, file.lastModified, look, codec, cues])
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return [...new Uint8Array(hash)].map(byte => byte.toString(16).padStart(2, '0')).join('')
}
