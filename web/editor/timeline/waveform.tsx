import { useEffect, useRef } from 'react'

interface WaveformProps {
  peaks: Uint8Array | undefined
  /** Milliseconds per byte of `peaks`. */
  peakMs: number
  fromMs: number
  msPerPx: number
  width: number
  height: number
}

/** The loudness of the visible range, one line per pixel. */
export function Waveform({ peaks, peakMs, fromMs, msPerPx, width, height }: WaveformProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    const { current } = canvas
    const context = current?.getContext('2d')
    if (!current || !context) return
    const scale = devicePixelRatio
    current.width = Math.round(width * scale)
    current.height = Math.round(height * scale)
    context.scale(scale, scale)
    context.clearRect(0, 0, width, height)
    if (!peaks) return
    context.fillStyle = getComputedStyle(current).color
    for (let x = 0; x < width; x += 1) {
      const peak = loudest(peaks, (fromMs + x * msPerPx) / peakMs, (fromMs + (x + 1) * msPerPx) / peakMs)
      const line = Math.max(1, (Math.sqrt(peak / 255) * height) | 0)
      context.fillRect(x, (height - line) / 2, 1, line)
    }
  }, [peaks, peakMs, fromMs, msPerPx, width, height])
  return (
    <div aria-hidden="true" className="waveform">
      <canvas ref={canvas} data-peaks={peaks?.length ?? 0} />
    </div>
  )
}

function loudest(peaks: Uint8Array, from: number, to: number): number {
  let most = 0
  for (let i = Math.max(0, Math.floor(from)); i < Math.max(Math.floor(from) + 1, to) && i < peaks.length; i += 1)
    most = Math.max(most, peaks[i] ?? 0)
  return most
}
