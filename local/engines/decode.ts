import {
  ALL_FORMATS,
  type EncodedPacket,
  EncodedPacketSink,
  FilePathSource,
  Input,
  type InputAudioTrack,
} from 'mediabunny'
import { decodePackets, type SoundCoding, soundCoding } from './decode-packets.ts'
import { EngineError, unlessStopped } from './engine.ts'

/** Sample rate of all decoded sound, in samples per second. */
export const SAMPLE_RATE = 16_000

/** A stretch of mono sound at 16 kHz. */
export interface SoundPiece {
  /** Index of the first sample; 0 is time 0 of the media. */
  startSample: number
  samples: Float32Array
}

export interface DecodeOptions {
  /** Longest stretch decoded at once, 60 by default. Decoding a long film as a whole would take gigabytes. */
  pieceSeconds?: number
  signal?: AbortSignal
}

/** Packets decoded before each piece and discarded, because a decoder damps its first frame. */
const LEAD_IN_PACKETS = 3
/** A larger distance between packets is a gap in the sound. */
const GAP_SECONDS = 0.05
/** Amazon Transcribe's limit for one file, by duration and by timestamps; recorders may round up. */
const LONGEST_SECONDS = 4 * 60 * 60 + 1
/** Packets decoded at once, whatever their timestamps: the shortest frames last 11 ms. */
const MOST_PACKETS_A_SECOND = 90

/**
 * Decodes the sound of a media file, in order and without overlap. A gap in the media is a gap between pieces. Sound
 * before time 0 (the encoder's priming, which an edit list hides) is skipped.
 * @throws {EngineError} NO_AUDIO, UNREADABLE, UNSUPPORTED_CODEC, TOO_LONG, STOPPED
 */
export async function* decodeSound(file: string, options: DecodeOptions = {}): AsyncGenerator<SoundPiece> {
  using input = new Input({ formats: ALL_FORMATS, source: new FilePathSource(file) })
  const track = await soundTrack(input)
  const coding = await soundCoding(track)
  let [end, decoded] = [0, 0]
  for await (const group of packetGroups(track, options.pieceSeconds ?? 60)) {
    const piece = await unlessStopped(decodeGroup(group, coding), options.signal)
    decoded += piece.samples.length
    if (Math.max(decoded, piece.startSample + piece.samples.length) > LONGEST_SECONDS * SAMPLE_RATE)
      throw new EngineError('TOO_LONG', 'The sound is longer than four hours.')
    const skipped = Math.min(Math.max(0, end - piece.startSample), piece.samples.length)
    if (skipped === piece.samples.length) continue
    const startSample = piece.startSample + skipped
    end = piece.startSample + piece.samples.length
    yield { startSample, samples: piece.samples.subarray(skipped) }
  }
  if (end === 0) throw new EngineError('NO_AUDIO', 'The sound track is empty.')
}

async function soundTrack(input: Input): Promise<InputAudioTrack> {
  const track = await reading(() => input.getPrimaryAudioTrack())
  if (!track) throw new EngineError('NO_AUDIO', 'The file has no sound track.')
  return track
}

interface PacketGroup {
  leadIn: EncodedPacket[]
  packets: EncodedPacket[]
}

/** Groups the packets of a track into stretches of continuous sound. */
async function* packetGroups(track: InputAudioTrack, seconds: number): AsyncGenerator<PacketGroup> {
  const sink = new EncodedPacketSink(track)
  let group: PacketGroup = { leadIn: [], packets: [] }
  let packet = await reading(() => sink.getFirstPacket())
  const frameSeconds = packet?.duration ?? 0
  for (; packet; packet = await nextPacket(sink, packet)) {
    const first = group.packets[0]
    const last = group.packets.at(-1)
    if (first && last) {
      // Containers record a gap as a long duration of the packet before it.
      const end = last.timestamp + Math.min(last.duration, frameSeconds + GAP_SECONDS)
      const isContinuous = Math.abs(packet.timestamp - end) <= GAP_SECONDS
      const isFull = group.packets.length >= seconds * MOST_PACKETS_A_SECOND
      if (!isContinuous || isFull || packet.timestamp - first.timestamp >= seconds) {
        yield group
        group = { leadIn: isContinuous ? group.packets.slice(-LEAD_IN_PACKETS) : [], packets: [] }
      }
    }
    group.packets.push(packet)
  }
  if (group.packets.length > 0) yield group
}

function nextPacket(sink: EncodedPacketSink, packet: EncodedPacket): Promise<EncodedPacket | null> {
  return reading(() => sink.getNextPacket(packet))
}

async function decodeGroup(group: PacketGroup, coding: SoundCoding): Promise<SoundPiece> {
  const all = [...group.leadIn, ...group.packets]
  const samples = await decodePackets(all, coding, SAMPLE_RATE)
  const at = (packet: EncodedPacket | undefined) => Math.round((packet?.timestamp ?? 0) * SAMPLE_RATE)
  const start = at(all[0])
  const wanted = Math.max(0, at(group.packets[0]))
  const leadIn = Math.min(wanted - start, samples.length)
  return { startSample: wanted, samples: samples.subarray(Math.max(0, leadIn)) }
}

/** Gives every error of the demuxer one code. */
async function reading<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read()
  } catch (cause) {
    throw new EngineError('UNREADABLE', 'The file is not a media file, or it is damaged.', { cause })
  }
}
