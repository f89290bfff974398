import { BufferTarget, EncodedAudioPacketSource, EncodedPacket, Mp4OutputFormat, Output } from 'mediabunny'
import type { EntryView } from '../../../lambdas/contract/views.ts'
import { silentBlock } from '../../../packages/mp4-sound/src/aac-block.ts'
import type { Visitor } from '../../../test/support/visitor.ts'

const RATE = 48_000
const FRAME = 1024 / RATE
/** One frame of silence in few bytes, so that four hours stay within the limit of a single form. */
const FRAME_OF_SILENCE = silentBlock(2)

/** Builds an MP4 file with `seconds` of silence. */
async function madeVideo(seconds: number): Promise<Uint8Array<ArrayBuffer>> {
  const target = new BufferTarget()
  const output = new Output({ format: new Mp4OutputFormat({ fastStart: false }), target })
  const audio = new EncodedAudioPacketSource('aac')
  output.addAudioTrack(audio)
  await output.start()
  const decoderConfig = {
    codec: 'mp4a.40.2',
    sampleRate: RATE,
    numberOfChannels: 2,
    description: new Uint8Array([0x11, 0x90]),
  }
  const frames = Math.floor(seconds / FRAME)
  for (let i = 0; i < frames; i += 1)
    await audio.add(new EncodedPacket(FRAME_OF_SILENCE, 'key', i * FRAME, FRAME), { decoderConfig })
  await output.finalize()
  return new Uint8Array(target.buffer ?? new ArrayBuffer(0))
}

/** Submits a synthetic video of `seconds` as a user does, and returns its entry once its bytes have arrived. */
export async function uploadMade(person: Visitor, seconds: number): Promise<EntryView> {
  const bytes = await madeVideo(seconds)
  const { entry, post } = await person.api('submitVideo', {
    body: { filename: 'talk.mp4', size: bytes.length, type: 'video/mp4', durationSeconds: seconds },
  })
  if (!post) throw new Error(`${bytes.length} bytes do not fit a single form`)
  const form = new FormData()
  for (const [name, value] of Object.entries(post.fields)) form.append(name, value)
  form.append('file', new Blob([bytes], { type: 'video/mp4' }), 'talk.mp4')
  const sent = await fetch(post.url, { method: 'POST', body: form })
  if (!sent.ok) throw new Error(`the upload was refused: ${await sent.text()}`)
  return entry
}
