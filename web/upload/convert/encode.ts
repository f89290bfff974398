import { registerMp3Encoder } from '@mediabunny/mp3-encoder'
import { AudioSample, AudioSampleSource, Mp3OutputFormat, NullTarget, Output } from 'mediabunny'
import { CONVERTED, RATE } from './format.ts'
import type { ConvertedFrames } from './messages.ts'

/** This many bytes are collected into a blob, which the browser may keep on disk. */
const BLOB_BYTES = 1024 ** 2
/**
 * Encodes chunks of one channel at 16 kHz to MP3 with LAME in WebAssembly: no browser needs an encoder, and every
 * file gets the same one. `onChunk` is called with the number of samples so far.
 */
export async function encodeMp3(
  chunks: AsyncIterable<Float32Array<ArrayBuffer>>,
  onChunk: (samples: number) => void,
): Promise<ConvertedFrames> {
  registerMp3Encoder()
  const sizes: number[] = []
  const blobs: Blob[] = []
  let parts: Uint8Array<ArrayBuffer>[] = []
  let partBytes = 0
  const gather = () => {
    blobs.push(new Blob(parts))
    parts = []
    partBytes = 0
  }
  const output = new Output({ format: new Mp3OutputFormat({ xingHeader: false }), target: new NullTarget() })
  const source = new AudioSampleSource({
    codec: 'mp3',
    bitrate: CONVERTED.bitsPerSecond,
    onEncodedPacket({ data }) {
      sizes.push(data.length)
      parts.push(new Uint8Array(data))
      partBytes += data.length
      if (partBytes >= BLOB_BYTES) gather()
    },
  })
  output.addAudioTrack(source)
  await output.start()
  let samples = 0
  let peak = 0
  try {
    for await (const data of chunks) {
      using sample = new AudioSample({
        data,
        format: 'f32',
        numberOfChannels: 1,
        sampleRate: RATE,
        timestamp: samples / RATE,
      })
      await source.add(sample)
      samples += data.length
      for (const value of data) peak = Math.max(peak, Math.abs(value))
      onChunk(samples)
    }
  } catch (error) {
    // Ends the encoder's worker.
    await output.cancel()
    throw error
  }
  await output.finalize()
  gather()
  return { data: new Blob(blobs), sizes: Uint32Array.from(sizes), peak }
}
