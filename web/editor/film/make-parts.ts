import {
  type InputVideoTrack,
  Mp4OutputFormat,
  Output,
  StreamTarget,
  type VideoCodec,
  VideoSampleSource,
} from 'mediabunny'
import type { FilmProgress } from '../../shared/own-video/films.ts'
import { chooseBitrate, type FilmFacts, type FilmOrder } from './film-facts.ts'
import { filmPictures, type readTimes } from './film-times.ts'
import { CHUNK_BYTES, type FilmParts, partName } from './parts.ts'
import { type DrawCue, PicturePainter } from './picture-painter.ts'

/** A reload loses at most this much of the film. */
const PART_SECONDS = 30
const KEY_FRAME_SECONDS = 4
const TELL_EVERY_MS = 250

export interface PartsWork {
  order: FilmOrder
  parts: FilmParts
  progress: FilmProgress
  facts: FilmFacts
  track: InputVideoTrack
  movie: Awaited<ReturnType<typeof readTimes>>
  draw: DrawCue
  onProgress(seconds: number): void
  signal: AbortSignal
}

/** Encodes the rest of the film with its captions, in parts that a reload does not lose. */
export async function makeParts(work: PartsWork): Promise<void> {
  const { order, parts, progress, facts, track, movie, draw, onProgress, signal } = work
  const colours = await track.getColorSpace()
  const painter = new PicturePainter(order.cues, { shape: facts.shape, draw, colours })
  const encoding = { codec: facts.codec, bitrate: await chooseBitrate(track), keyFrameInterval: KEY_FRAME_SECONDS }
  let part: Part | undefined
  let toldAt = 0
  try {
    for await (const picture of filmPictures(track, movie, progress.nextSeconds)) {
      const seconds = picture.timestamp
      if (signal.aborted) picture.close()
      signal.throwIfAborted()
      if (part && seconds >= part.startSeconds + PART_SECONDS) {
        await finish(part, parts, progress, seconds)
        part = undefined
      }
      part ??= await begin(seconds, parts, progress, encoding)
      const painted = await painter.paint(picture)
      painted.setTimestamp(seconds - part.startSeconds)
      await part.source.add(painted).finally(() => painted.close())
      part.pictures += 1
      if (performance.now() - toldAt < TELL_EVERY_MS) continue
      toldAt = performance.now()
      onProgress(seconds)
    }
    if (part) await finish(part, parts, progress, Number.MAX_SAFE_INTEGER)
  } catch (error) {
    // `cancel` fails as well if the file could not be written; the first error is the one to report.
    await part?.output.cancel().catch(console.warn)
    throw error
  }
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
  const target = new StreamTarget(await parts.write(partName(progress.parts.length)), {
    chunked: true,
    chunkSize: CHUNK_BYTES,
  })
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
