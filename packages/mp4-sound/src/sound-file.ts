import { box, descriptor, fullBox, u16, u32 } from './boxes-written.ts'
import type { MediaBytes } from './bytes.ts'
import { MP3, type SoundCoding } from './coding.ts'
import { readFrames } from './content.ts'
import { soundHeader, type WrittenSound } from './header.ts'
import { filmTime, type Timeline } from './timeline.ts'
import type { Movie, SoundTrack } from './track.ts'

export interface SoundFile {
  /** Bytes of the file. */
  size: number
  /** The file in pieces, each read on demand. */
  content: AsyncIterable<Uint8Array<ArrayBuffer>>
}

/** Time units of a track whose rate is unknown. */
const USUAL_RATE = 48_000

/**
 * Writes a track as a separate file that plays the same sound at the same time: its times and its edit list carry the film's
 * clock. `shownMs` is the length of the whole film, which a hole at the end preserves.
 * Reading its content throws Mp4Error DAMAGED whenever `plainFile` would, so a page does not send a file that will be refused.
 */
export function filmFile(file: MediaBytes, track: SoundTrack, { shownMs }: Pick<Movie, 'shownMs'>): SoundFile {
  const { frames, entry, timeline, language } = track
  const timescale = track.rate || USUAL_RATE
  const origin = frames.films[0] ?? 0
  const times = frames.films.map(film => Math.round((film - origin) * timescale))
  const edits = filmEdits(timeline, origin, shownMs, timescale)
  return writeFrames(
    file,
    track,
    { first: 0, end: frames.count },
    { timescale, entry: entry.box, times, edits, language },
  )
}

/** The edit list of the film file: a hole before the sound, the sound without its cut-off ends, and a hole after it. */
function filmEdits(
  { shownFromMs, shownToMs }: Timeline,
  originSeconds: number,
  shownMs: number,
  timescale: number,
): [number, number][] {
  const units = (ms: number) => Math.round((ms / 1000) * timescale)
  const [from, to, end] = [units(shownFromMs), units(shownToMs), units(shownMs)]
  const edits: [number, number][] = [[to - from, from - Math.round(originSeconds * timescale)]]
  if (from > 0) edits.unshift([from, -1])
  if (end > to) edits.push([end - to, -1])
  return edits
}

/**
 * Writes the frames of a track from `first` up to but excluding `end`, back to back: no times, no edits, nothing that another
 * decoder could read differently. Only such a file is transcribed. A sample is cut to the one counted frame, and silence
 * replaces an unreadable sample, because another decoder might find several frames in it.
 * Reading its content throws Mp4Error DAMAGED if a sample holds several frames or too many samples are unreadable.
 */
export function plainFile(file: MediaBytes, track: SoundTrack, first = 0, end = track.frames.count): SoundFile {
  const { coding, entry, frames } = track
  const timescale = track.rate || USUAL_RATE
  const origin = frames.sounds[first] ?? 0
  const times = frames.sounds.subarray(first, end + 1).map(sound => Math.round((sound - origin) * timescale))
  const plain = { entry: coding ? codedEntry(coding) : entry.box, edits: [], language: undefined }
  return writeFrames(file, track, { first, end }, { timescale, times, ...plain })
}

/** Bytes of a sample of PCM with all its channels. */
function pcmBytes({ codec, rate, frames: { sizes, sounds } }: SoundTrack): number | undefined {
  const samples = Math.round((sounds[1] ?? 0) * rate)
  return codec === 'pcm' && samples > 0 ? Math.max(1, Math.round((sizes[0] ?? 0) / samples)) : undefined
}

/** Writes the file of these frames. */
function writeFrames(
  file: MediaBytes,
  track: SoundTrack,
  { first, end }: { first: number; end: number },
  sound: Omit<WrittenSound, 'sizes' | 'sampleBytes'>,
): SoundFile {
  const sizes = track.frames.sizes.subarray(first, end)
  const header = soundHeader({ ...sound, sizes, sampleBytes: pcmBytes(track) })
  async function* content() {
    yield header
    yield* readFrames(file, track, first, end)
  }
  return { size: header.length + sizes.reduce((sum, size) => sum + size, 0), content: content() }
}

/** Sound that was decoded from a track's plain file and encoded again, as MP3. */
export interface ConvertedSound {
  /** Samples per second; the same for all frames. */
  rate: number
  channels: number
  /** Samples per frame. */
  frameUnits: number
  /** Bytes of each frame. */
  sizes: Uint32Array
  /** Samples that the encoder and the decoder put before the first sample of the sound. */
  delay: number
}

/**
 * Builds the header of a film file of converted sound, whose frames follow it in order. Each frame gets the film's time of
 * the sound that it holds.
 */
export function convertedHeader(
  { timeline, language }: Pick<SoundTrack, 'timeline' | 'language'>,
  { shownMs }: Pick<Movie, 'shownMs'>,
  { rate, channels, frameUnits, sizes, delay }: ConvertedSound,
): Uint8Array<ArrayBuffer> {
  const startMs = (frame: number) => ((frame * frameUnits - delay) / rate) * 1000
  const first = timeline.pieces[0]
  // Maps sound at the cut-off ends, too.
  const unclipped = { ...timeline, shownFromMs: Number.NEGATIVE_INFINITY, shownToMs: Number.POSITIVE_INFINITY }
  const filmMs = (soundMs: number) =>
    first && soundMs < first.soundMs ? first.filmMs + soundMs - first.soundMs : filmTime(unclipped, soundMs)
  const origin = filmMs(startMs(0)) / 1000
  let previous = 0
  const times = Array.from({ length: sizes.length + 1 }, (_, frame) => {
    previous = Math.max(previous, Math.round((filmMs(startMs(frame)) / 1000 - origin) * rate))
    return previous
  })
  const edits = filmEdits(timeline, origin, shownMs, rate)
  return soundHeader({
    timescale: rate,
    entry: codedEntry({ objectType: MP3, rate, channels }),
    sizes,
    times,
    edits,
    language,
  })
}

type Coded = Pick<SoundCoding, 'rate' | 'channels' | 'objectType'> & { description?: Uint8Array | undefined }

function codedEntry({ rate, channels, objectType, description }: Coded): Uint8Array {
  const specific = description ? [descriptor(5, description)] : []
  const decoder = descriptor(4, Uint8Array.of(objectType, 0x15), new Uint8Array(11), ...specific)
  const stream = descriptor(3, u16(0), new Uint8Array(1), decoder, descriptor(6, Uint8Array.of(2)))
  const fields = [new Uint8Array(6), u16(1), u32(0, 0), u16(channels, 16, 0, 0), u32(rate * 0x10000)]
  return box('mp4a', ...fields, fullBox('esds', 0, stream))
}
