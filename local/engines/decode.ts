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

/** Samples a second of everything that the engines hear. */
export const SAMPLE_RATE = 16_000

/** A stretch of mono sound at 16 kHz. */
export interface SoundPiece {
  /** Index of the first sample, counted from the media's time 0. */
  startSample: number
  samples: Float32Array
}

export interface DecodeOptions {
  /** Longest stretch that is decoded at once: the whole of a long film would take gigabytes. */
  pieceSeconds?: number
  signal?: AbortSignal
}

/** Packets decoded before a piece and thrown away: the first frame of a decoder that starts anew is damped. */
const LEAD_IN_PACKETS = 3
/** Packets further apart than this are not continuous sound. */
const GAP_SECONDS = 0.05

/**
 * The sound of a media file, in order and without overlap; where the media has a gap, so have the pieces.
 * Sound before time 0 (an encoder's run-up, hidden by an edit list) is left out.
 * @throws {EngineError} NO_AUDIO, UNREADABLE, UNSUPPORTED_CODEC, STOPPED
 */
export async function* decodeSound(file: string, options: DecodeOptions = {}): AsyncGenerator<SoundPiece> {
  using input = new Input({ formats: ALL_FORMATS, source: new FilePathSource(file) })
  const track = await soundTrack(input)
  const coding = await soundCoding(track)
  let end = 0
  for await (const group of packetGroups(track, options.pieceSeconds ?? 60)) {
    const piece = await unlessStopped(decodeGroup(group, coding), options.signal)
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

/** The packets of a track in stretches of continuous sound. */
async function* packetGroups(track: InputAudioTrack, seconds: number): AsyncGenerator<PacketGroup> {
  const sink = new EncodedPacketSink(track)
  let group: PacketGroup = { leadIn: [], packets: [] }
  let packet = await reading(() => sink.getFirstPacket())
  const frameSeconds = packet?.duration ?? 0
  for (; packet; packet = await nextPacket(sink, packet)) {
    const first = group.packets[0]
    const last = group.packets.at(-1)
    if (first && last) {
      // A container states a gap as the long duration of the packet before it.
      const end = last.timestamp + Math.min(last.duration, frameSeconds + GAP_SECONDS)
      const isContinuous = Math.abs(packet.timestamp - end) <= GAP_SECONDS
      if (!isContinuous || packet.timestamp - first.timestamp >= seconds) {
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

/** What the demuxer throws about a broken file, in one code. */
async function reading<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read()
  } catch (cause) {
    throw new EngineError('UNREADABLE', 'The file is not a media file, or it is damaged.', { cause })
  }
}
