import { BlobSource, Input, MATROSKA, MP4, QTFF, UrlSource, WEBM } from 'mediabunny'
import { PEAK_MS } from '../../../lambdas/contract/limits.ts'
import { decodeSound } from './decoded-sound.ts'

/** Containers of the videos that the browser may play. */
export const OWN_FORMATS = [MP4, QTFF, MATROSKA, WEBM]

/** Measures the loudness of a file or URL; reports it as it grows. */
export async function readPeaks(
  source: Blob | string,
  durationMs: number,
  { signal, onPeaks }: { signal: AbortSignal; onPeaks(peaks: Uint8Array): void },
): Promise<Uint8Array | undefined> {
  const input = new Input({
    source: typeof source === 'string' ? new UrlSource(source) : new BlobSource(source),
    formats: OWN_FORMATS,
  })
  try {
    const track = await input.getPrimaryAudioTrack()
    if (!track) return undefined
    const peaks = new Uint8Array(Math.ceil(durationMs / PEAK_MS))
    let shownAt = performance.now()
    for await (const { buffer, timestamp } of decodeSound(track)) {
      if (signal.aborted) return undefined
      addPeaks(peaks, buffer.getChannelData(0), timestamp * 1000, buffer.sampleRate / 1000)
      if (performance.now() - shownAt < SHOW_EVERY_MS) continue
      onPeaks(peaks.slice())
      // Lets the page paint and handle keys in between.
      await new Promise(resolve => setTimeout(resolve))
      shownAt = performance.now()
    }
    return peaks
  } finally {
    input.dispose()
  }
}

const SHOW_EVERY_MS = 100
/** Samples per ms that suffice for loudness. */
const ENOUGH = 12

function addPeaks(peaks: Uint8Array, samples: Float32Array, startMs: number, samplesPerMs: number): void {
  const stride = Math.max(1, Math.floor(samplesPerMs / ENOUGH))
  for (let i = 0; i < samples.length; i += stride) {
    const at = Math.floor((startMs + i / samplesPerMs) / PEAK_MS)
    const loudness = Math.min(255, Math.round(Math.abs(samples[i] ?? 0) * 255))
    if (at >= 0 && loudness > (peaks[at] ?? 255)) peaks[at] = loudness
  }
}
