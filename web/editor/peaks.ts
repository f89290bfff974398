import { AudioBufferSink, BlobSource, Input, MP4, UrlSource } from 'mediabunny'

/** Loudness from 0 to 1, in `count` equal parts of a time range. */
export type Peaks = readonly number[]

/** Reads loudness from a file or URL, decoding only the requested range. */
export interface PeakReader {
  read(startMs: number, endMs: number, count: number, signal: AbortSignal): Promise<Peaks | undefined>
  close(): void
}

export function openPeaks(source: Blob | string): PeakReader {
  const input = new Input({
    source: typeof source === 'string' ? new UrlSource(source) : new BlobSource(source),
    formats: [MP4],
  })
  const open = async () => {
    const track = await input.getPrimaryAudioTrack()
    return track && (await track.canDecode()) ? new AudioBufferSink(track) : undefined
  }
  // Opened by the first read, so that a failure has a caller to reject.
  let opening: ReturnType<typeof open> | undefined
  return {
    async read(startMs, endMs, count, signal) {
      opening ??= open()
      const sink = await opening
      if (!sink) return undefined
      const peaks = new Array<number>(count).fill(0)
      const scale = count / (endMs - startMs)
      for await (const { buffer, timestamp } of sink.buffers(startMs / 1000, endMs / 1000)) {
        if (signal.aborted) return undefined
        const samples = buffer.getChannelData(0)
        const perMs = buffer.sampleRate / 1000
        for (let i = 0; i < samples.length; i += 4) {
          const at = Math.floor((timestamp * 1000 + i / perMs - startMs) * scale)
          if (at >= 0 && at < count) peaks[at] = Math.max(peaks[at] ?? 0, Math.abs(samples[i] ?? 0))
        }
      }
      return peaks
    },
    close: () => input.dispose(),
  }
}
