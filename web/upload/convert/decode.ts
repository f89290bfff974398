import { AudioSampleSink, Input, MP4, ReadableStreamSource } from 'mediabunny'
import { type MediaBytes, plainFile, type SoundTrack } from '#mp4-sound'
import { decodeAlac } from './alac/decode.ts'
import type { Decode, DecodedSound } from './decoded-sound.ts'
import { Undecodable } from './messages.ts'
import { decodeOnPage, type PageDecoder } from './page-decoder.ts'

/** Number of failures after which decoding gives up. */
const MOST_FAILURES = 200

/**
 * Decodes frames of a track and, as players do, skips those that cannot be decoded.
 * @throws Undecodable if nothing in this browser decodes the codec
 */
export async function* decodeFrames(
  file: MediaBytes,
  track: SoundTrack,
  range: { first: number; end: number },
  decodePiece: PageDecoder,
): AsyncGenerator<DecodedSound> {
  const whole = withoutPreSkip(track)
  const decode = await chooseDecoder(file, whole, decodePiece)
  const { sounds } = track.frames
  let first = range.first
  let hasSound = false
  let skip = 1
  for (let failures = 0; first < range.end; failures += 1) {
    let reached = first
    try {
      for await (const sound of decode(file, whole, first, range.end)) {
        const end = sound.startSeconds + (sound.channels[0]?.length ?? 0) / sound.rate
        while (reached < range.end && (sounds[reached + 1] ?? 0) <= end) reached += 1
        hasSound = true
        yield sound
      }
      break
    } catch (cause) {
      if (failures >= MOST_FAILURES) throw new Undecodable('too many frames cannot be decoded', { cause })
      skip = reached > first ? 1 : skip * 2
      first = reached + skip
    }
  }
  if (!hasSound) throw new Undecodable(`no frame of ${track.codec} can be decoded`)
}

/** Codecs that no browser decodes; a library of one megabyte does. */
const DOLBY = ['ac-3', 'e-ac-3']

async function chooseDecoder(file: MediaBytes, track: SoundTrack, decodePiece: PageDecoder): Promise<Decode> {
  if (track.codec === 'alac') return decodeAlac
  if (DOLBY.includes(track.codec)) (await import('@mediabunny/ac3')).registerAc3Decoder()
  using input = openPlainFile(file, track, 0, 1)
  const sound = await input.getPrimaryAudioTrack().catch(() => null)
  return (await sound?.canDecode()) ? decodeInWorker : decodeOnPage(decodePiece)
}

/** Decodes with WebCodecs, and AC-3 and E-AC-3 with WebAssembly. */
async function* decodeInWorker(
  file: MediaBytes,
  track: SoundTrack,
  first: number,
  end: number,
): AsyncGenerator<DecodedSound> {
  using input = openPlainFile(file, track, first, end)
  const sound = await input.getPrimaryAudioTrack()
  if (!sound) return
  const origin = track.frames.sounds[first] ?? 0
  for await (const sample of new AudioSampleSink(sound).samples()) {
    const channels = Array.from({ length: sample.numberOfChannels }, (_, planeIndex) => {
      const channel = new Float32Array(sample.numberOfFrames)
      sample.copyTo(channel, { planeIndex, format: 'f32-planar' })
      return channel
    })
    const { timestamp, sampleRate: rate } = sample
    sample.close()
    yield { startSeconds: origin + timestamp, rate, channels }
  }
}

function openPlainFile(file: MediaBytes, track: SoundTrack, first: number, end: number): Input {
  const { content } = plainFile(file, track, first, end)
  return new Input({ source: new ReadableStreamSource(streamOf(content)), formats: [MP4] })
}

/** Does what `ReadableStream.from` does, which Chrome before 124 and Safari lack. */
function streamOf(content: AsyncIterable<Uint8Array>): ReadableStream<Uint8Array> {
  const iterator = content[Symbol.asyncIterator]()
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await iterator.next()
      if (done) controller.close()
      else controller.enqueue(value)
    },
    async cancel() {
      await iterator.return?.()
    },
  })
}

/** The bytes before `PreSkip` in the box `dOps`, counted from its type. */
const PRE_SKIP_AT = 6

/**
 * Sets Opus's number of samples to drop at the start to 0, because some decoders that drop them time the rest too early.
 * The track's timeline already states what is shown.
 */
function withoutPreSkip(track: SoundTrack): SoundTrack {
  if (track.codec !== 'opus') return track
  const box = track.entry.box.slice()
  const at = new TextDecoder('latin1').decode(box).indexOf('dOps')
  if (at >= 0) box.fill(0, at + PRE_SKIP_AT, at + PRE_SKIP_AT + 2)
  return { ...track, entry: { ...track.entry, box } }
}
