import type { SoundTrack } from '#mp4-sound'
import { RATE } from './format.ts'
import { type ConvertedFrames, type FromWorker, type ToWorker, Undecodable } from './messages.ts'

interface ConvertOptions {
  signal: AbortSignal
  /** Called with the progress, 0 to 1. */
  onProgress(share: number): void
  /** Only the frames from `first` up to but excluding `end`. */
  range?: { first: number; end: number }
}

/**
 * Converts the sound of a track that the server cannot read to MP3, in a worker.
 * @throws Undecodable if nothing in this browser decodes it; the signal's reason if it is aborted
 */
export function convertSound(
  file: Blob,
  track: SoundTrack,
  { signal, onProgress, range = { first: 0, end: track.frames.count } }: ConvertOptions,
): Promise<ConvertedFrames> {
  return new Promise<ConvertedFrames>((resolve, reject) => {
    signal.throwIfAborted()
    const worker = new Worker(new URL('./convert.worker.ts', import.meta.url), { type: 'module' })
    const send = (message: ToWorker, transfer: Transferable[] = []) => worker.postMessage(message, transfer)
    // The worker ends itself: ending it from here while its own workers run crashes the page in Chromium 109.
    const end = (finish: () => void) => {
      signal.removeEventListener('abort', stop)
      finish()
    }
    const stop = () => {
      send({ kind: 'stop' })
      end(() => reject(signal.reason))
    }
    signal.addEventListener('abort', stop)
    worker.addEventListener('error', ({ message }) =>
      end(() => reject(new Error(message || 'the converter did not start'))),
    )
    worker.addEventListener('message', ({ data }: MessageEvent<FromWorker>) => {
      if (data.kind === 'progress') onProgress(data.share)
      else if (data.kind === 'done') end(() => resolve(data.frames))
      else if (data.kind === 'failed')
        end(() => reject(data.isUndecodable ? new Undecodable(data.message) : new Error(data.message)))
      else void decodePiece(data.bytes).then(channels => send({ kind: 'decoded', id: data.id, channels }))
    })
    send({ kind: 'convert', file, track, ...range })
  })
}

async function decodePiece(bytes: ArrayBuffer): Promise<Float32Array[] | undefined> {
  try {
    const sound = await new OfflineAudioContext(1, 1, RATE).decodeAudioData(bytes)
    return Array.from({ length: sound.numberOfChannels }, (_, channel) => sound.getChannelData(channel))
  } catch (error) {
    console.warn(error)
    return undefined
  }
}
