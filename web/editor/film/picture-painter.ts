import { VideoSample } from 'mediabunny'
import type { Cue } from '#subtitle-engine'
import { blend, type CaptionPlanes, captionPlanes, type Planes } from './blend.ts'
import type { CaptionPixels, PictureShape } from './draw-caption.ts'

/** Draws the cue with this index for a stored picture; `undefined` if none of it is visible. */
export type DrawCue = (index: number, shape: PictureShape) => Promise<CaptionPixels | undefined>

/**
 * Puts captions on pictures. In the formats that decoders usually output, only the pixels under a caption change. For
 * any other format, a canvas draws every picture, captioned or not: a canvas may shift colours by a shade, so drawing
 * only some pictures would make the film flicker at each cue.
 */
export class PicturePainter {
  private readonly cues: readonly Pick<Cue, 'startMs' | 'endMs'>[]
  private readonly shape: PictureShape
  private readonly draw: DrawCue
  private readonly colours: VideoColorSpaceInit
  private at = 0
  private drawn: { index: number; pixels: CaptionPixels | undefined; planes?: CaptionPlanes } | undefined
  private usesCanvas: boolean | undefined
  private canvas: OffscreenCanvas | undefined
  /**
   * One buffer for all pictures, because encoders copy them. A new one for each would leave 70 MB of garbage a second.
   */
  private buffer = new Uint8Array()

  /** `cues` in order. `shape` has an even width and height; pictures may have one pixel more. */
  constructor(
    cues: readonly Pick<Cue, 'startMs' | 'endMs'>[],
    { shape, draw, colours }: { shape: PictureShape; draw: DrawCue; colours: VideoColorSpaceInit },
  ) {
    this.cues = cues
    this.shape = shape
    this.draw = draw
    this.colours = colours
  }

  /**
   * Returns the picture with its caption. Closes the given picture, unless it returns that same picture. Times must not
   * decrease. The next call overwrites the pixels of the picture that this call returned.
   */
  async paint(picture: VideoSample): Promise<VideoSample> {
    const { format } = picture
    this.usesCanvas ??= format !== 'I420' && format !== 'NV12'
    const caption = await this.captionAt(picture.timestamp)
    const { width, height } = this.shape
    const isWhole = picture.codedWidth === width && picture.codedHeight === height
    if (this.usesCanvas || (format !== 'I420' && format !== 'NV12')) return this.paintOnCanvas(picture, caption?.pixels)
    if (!caption?.pixels && isWhole) {
      picture.setRotation(0)
      return picture
    }
    return this.paintPlanes(picture, format, caption)
  }

  private async paintPlanes(
    picture: VideoSample,
    format: Planes['format'],
    caption: PicturePainter['drawn'],
  ): Promise<VideoSample> {
    const { width, height } = this.shape
    const { left: x, top: y } = picture.visibleRect
    const options = { rect: { x, y, width, height } }
    const size = picture.allocationSize(options)
    if (this.buffer.length !== size) this.buffer = new Uint8Array(size)
    const data = this.buffer
    const layout = await picture.copyTo(data, options)
    if (caption?.pixels) {
      caption.planes ??= captionPlanes(caption.pixels, picture.colorSpace.fullRange === true)
      blend({ format, data, layout }, caption.planes)
    }
    return this.replace(
      picture,
      new VideoSample(data, {
        format,
        layout,
        codedWidth: width,
        codedHeight: height,
        timestamp: picture.timestamp,
        duration: picture.duration,
        colorSpace: this.colours,
        ...this.display(),
      }),
    )
  }

  private async paintOnCanvas(picture: VideoSample, pixels: CaptionPixels | undefined): Promise<VideoSample> {
    const { width, height } = this.shape
    this.canvas ??= new OffscreenCanvas(width, height)
    const context = this.canvas.getContext('2d', { alpha: false })
    if (!context) throw new Error('the browser has no canvas')
    picture.setRotation(0)
    picture.draw(context, 0, 0, width, height)
    if (pixels) {
      const bitmap = await createImageBitmap(new ImageData(pixels.data, pixels.width, pixels.height))
      context.drawImage(bitmap, pixels.x, pixels.y)
      bitmap.close()
    }
    const { timestamp, duration } = picture
    const microseconds = { timestamp: Math.round(timestamp * 1e6), duration: Math.round(duration * 1e6) }
    const frame = new VideoFrame(this.canvas, { ...microseconds, ...this.display() })
    return this.replace(picture, new VideoSample(frame, { timestamp, duration }))
  }

  /** Preserves the shape of pixels that are not square. */
  private display() {
    const { rotation, shownWidth, shownHeight } = this.shape
    const isTurned = rotation % 180 !== 0
    return { displayWidth: isTurned ? shownHeight : shownWidth, displayHeight: isTurned ? shownWidth : shownHeight }
  }

  private replace(old: VideoSample, painted: VideoSample): VideoSample {
    old.close()
    return painted
  }

  /** The caption at a given time, drawn once per cue. A picture shows a cue if the picture begins during the cue. */
  private async captionAt(seconds: number): Promise<PicturePainter['drawn']> {
    const ms = Math.round(seconds * 1000)
    while ((this.cues[this.at]?.endMs ?? Number.POSITIVE_INFINITY) <= ms) this.at += 1
    const cue = this.cues[this.at]
    if (!cue || ms < cue.startMs) return undefined
    if (this.drawn?.index !== this.at) this.drawn = { index: this.at, pixels: await this.draw(this.at, this.shape) }
    return this.drawn
  }
}
