import { blobBytes } from '../../shared/blob-bytes.ts'
import { decodeFrames } from './decode.ts'
import { encodeMp3 } from './encode.ts'
import { RATE } from './format.ts'
import { type ConvertOrder, type FromWorker, type ToWorker, Undecodable } from './messages.ts'
import { monoStream } from './mono-stream.ts'

// A worker converts one track and then ends itself.

const post = (message: FromWorker, transfer: Transferable[] = []) => self.postMessage(message, { transfer })
const stopping = new AbortController()
const waiting = new Map<number, (channels: Float32Array[] | undefined) => void>()

function decodePiece(bytes: ArrayBuffer): Promise<Float32Array[] | undefined> {
  const id = waiting.size
  return new Promise(resolve => {
    waiting.set(id, resolve)
    post({ kind: 'decode', id, bytes }, [bytes])
  })
}

async function convert({ file, track, first, end }: ConvertOrder): Promise<void> {
  const { sounds } = track.frames
  const [start, stop] = [sounds[first] ?? 0, sounds[end] ?? 0]
  const decoded = decodeFrames(blobBytes(file), track, { first, end }, decodePiece)
  try {
    const frames = await encodeMp3(monoStream(decoded, start, stop), samples => {
      stopping.signal.throwIfAborted()
      post({ kind: 'progress', share: Math.min(1, samples / RATE / (stop - start)) })
    })
    post({ kind: 'done', frames })
  } catch (error) {
    if (!stopping.signal.aborted) console.warn(error)
    const message = error instanceof Error ? error.message : String(error)
    post({ kind: 'failed', isUndecodable: error instanceof Undecodable, message })
  } finally {
    self.close()
  }
}

self.addEventListener('message', ({ data }: MessageEvent<ToWorker>) => {
  if (data.kind === 'convert') void convert(data)
  else if (data.kind === 'stop') stopping.abort()
  else waiting.get(data.id)?.(data.channels)
})
