import { MOST_PICTURE_BYTES } from '../../../lambdas/contract/limits.ts'

/** Twice the largest size at which the page shows it. */
const WIDTH = 256
const HEIGHT = 144
/** Where to look, as shares of the length: many videos begin in black. */
const PLACES = [0.1, 0.3, 0.6]
const QUALITIES = [0.75, 0.5, 0.3]
/** Standard deviation of the brightness (0 to 255) below which a frame shows nothing. */
const LEAST_CONTRAST = 12
const PATIENCE_MS = 5_000

const captured = new WeakMap<Blob, Promise<string | undefined>>()
let last: Promise<unknown> = Promise.resolve()

/**
 * A small picture of a video as a JPEG `data:` URL, captured once per file and one file at a time; `undefined` if the
 * browser cannot show the video, or if its frames show nothing.
 */
export function captureFrame(file: Blob): Promise<string | undefined> {
  const known = captured.get(file)
  if (known) return known
  const picture = last.then(() => capture(file))
  last = picture
  captured.set(file, picture)
  return picture
}

async function capture(file: Blob): Promise<string | undefined> {
  const video = document.createElement('video')
  const url = URL.createObjectURL(file)
  video.muted = true
  video.preload = 'auto'
  try {
    await happens(video, 'loadeddata', () => {
      video.src = url
    })
    return await bestFrame(video)
  } catch (error) {
    console.warn(error)
    return undefined
  } finally {
    video.removeAttribute('src')
    video.load()
    URL.revokeObjectURL(url)
  }
}

async function bestFrame(video: HTMLVideoElement): Promise<string | undefined> {
  const canvas = Object.assign(document.createElement('canvas'), { width: WIDTH, height: HEIGHT })
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (!context || video.videoWidth === 0 || !Number.isFinite(video.duration)) return undefined
  let isShowing = false
  for (const place of PLACES) {
    await happens(video, 'seeked', () => {
      video.currentTime = video.duration * place
    })
    drawCovering(context, video)
    isShowing = contrastOf(context.getImageData(0, 0, WIDTH, HEIGHT).data) >= LEAST_CONTRAST
    if (isShowing) break
  }
  if (!isShowing) return undefined
  return QUALITIES.map(quality => canvas.toDataURL('image/jpeg', quality)).find(
    picture => (picture.length * 3) / 4 <= MOST_PICTURE_BYTES,
  )
}

/** Fills the canvas with the middle of the picture. */
function drawCovering(context: CanvasRenderingContext2D, video: HTMLVideoElement): void {
  const { videoWidth, videoHeight } = video
  const scale = Math.max(WIDTH / videoWidth, HEIGHT / videoHeight)
  const [width, height] = [videoWidth * scale, videoHeight * scale]
  context.drawImage(video, (WIDTH - width) / 2, (HEIGHT - height) / 2, width, height)
}

function contrastOf(pixels: Uint8ClampedArray): number {
  let sum = 0
  let squares = 0
  let count = 0
  // Every 16th pixel; green stands for the brightness.
  for (let i = 1; i < pixels.length; i += 64) {
    const value = pixels[i] ?? 0
    sum += value
    squares += value * value
    count += 1
  }
  return Math.sqrt(Math.max(0, squares / count - (sum / count) ** 2))
}

/** Resolves on the event that `start` causes; rejects on an error and after five seconds. */
function happens(video: HTMLVideoElement, event: 'loadeddata' | 'seeked', start: () => void): Promise<void> {
  const signal = AbortSignal.timeout(PATIENCE_MS)
  return new Promise((resolve, reject) => {
    video.addEventListener(event, () => resolve(), { once: true })
    video.addEventListener('error', () => reject(new Error('the browser cannot show this video')), { once: true })
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
    start()
  })
}
