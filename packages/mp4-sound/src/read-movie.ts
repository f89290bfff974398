import { boxesAt, budgetOf, fourCharacters, HEADER_BYTES } from './box.ts'
import { forwardReader, type MediaBytes } from './bytes.ts'
import { codingOf } from './coding.ts'
import { MalformedError, Mp4Error } from './errors.ts'
import { refuseExcess } from './excess.ts'
import { filmZero, type Shown, showFrames, showPictures } from './film.ts'
import { addFragment } from './fragment.ts'
import { readHeader } from './movie.ts'
import { isOlderLayer, MP3_HEADER_BYTES } from './mp3.ts'
import { piecesOf } from './pieces.ts'
import type { SampleEntry } from './sample-entry.ts'
import { isSilent } from './silence.ts'
import { MOST_SAMPLES, type StatedTrack } from './stated-track.ts'
import type { Movie, SoundTrack } from './track.ts'

/** Total bytes of headers: four hours of sound and pictures take about 20 MB. */
const LARGEST_HEADERS = 128 * 1024 ** 2
/** Maximum bytes of a fragment, which is read whole: one fragment of four hours takes 10 MB. */
const LARGEST_FRAGMENT = 32 * 1024 ** 2
/** Maximum boxes: four hours in fragments of half a second take 350,000. */
const MOST_BOXES = 500_000
/**
 * A sample takes at least one byte of the file, or half a byte in the size table if it is empty. A file that states
 * more samples than that would cost more work than its size justifies.
 */
const SAMPLES_PER_BYTE = 2

/**
 * Reads an MP4: what a player shows of it, and its sound tracks on the film's clock. Reads only headers; the work is
 * bounded by their size.
 * @param maxSeconds longest accepted length
 * @throws Mp4Error; errors of `read` unchanged
 */
export async function readMovie(file: MediaBytes, maxSeconds: number): Promise<Movie> {
  try {
    const { stated, isCut } = await walk(file)
    const zero = filmZero(stated)
    const tracks: { track: SoundTrack; shown: Shown }[] = []
    for (const sound of stated.filter(({ sound }) => sound.count > 0)) tracks.push(await onFilm(file, sound, zero))
    const isCutOff = isCut || tracks.some(({ shown }) => shown.missing > 0)
    const pictures = stated
      .filter(({ kind }) => kind === 'pictures')
      .map(track => ({ id: track.id, ...showPictures(track, zero) }))
    const ends = [
      ...tracks.map(({ shown: { to, end } }) => (isCutOff ? to : end)),
      ...(isCutOff ? [] : pictures.map(({ end }) => end)),
    ]
    const seconds = Math.max(...ends)
    const [first, ...others] = tracks.map(({ track }) => track)
    if (!first) throw new Mp4Error('NO_SOUND', 'the file has no sound')
    if (!(seconds > 0)) throw new MalformedError('the samples have no length')
    const longest = Math.max(seconds, ...tracks.map(({ track }) => track.soundMs / 1000))
    if (longest >= maxSeconds + 1) throw new Mp4Error('TOO_LONG', `more than ${maxSeconds} seconds`)
    if (others.length > 0) for (const track of [first, ...others]) track.isSilent = await isSilent(file, track)
    return {
      shownMs: Math.round(seconds * 1000),
      isCutOff,
      tracks: [first, ...others],
      pictures: pictures.map(({ id, shown }) => ({ id, shown })),
      zero,
    }
  } catch (cause) {
    // DataView throws a RangeError if a number extends beyond the end of its box.
    if (cause instanceof RangeError) throw new MalformedError('the file contradicts itself', { cause })
    throw cause
  }
}

async function onFilm(
  file: MediaBytes,
  stated: StatedTrack,
  zero: number,
): Promise<{ track: SoundTrack; shown: Shown }> {
  const entry = entryInUse(stated)
  const firstBytes = entry.codec === 'mp3' ? await firstFrame(file, stated) : new Uint8Array()
  const coding = codingOf(entry, firstBytes)
  const { rate, channels, frameUnits } = coding ?? entry
  const shown = showFrames(stated, rate > 0 && frameUnits ? frameUnits / rate : undefined, zero, file.size)
  const { frames, from, to } = shown
  const { language, name, isCommentary } = stated.labels
  const soundSeconds = frames.sounds[frames.count] ?? 0
  const cut = Math.max(0, from - (frames.films[0] ?? 0)) + Math.max(0, (frames.films[frames.count] ?? 0) - to)
  const ms = (seconds: number) => Math.round(seconds * 1e5) / 100
  const track = {
    id: stated.id,
    language,
    name,
    isDefault: stated.isEnabled,
    isCommentary,
    codec: isOlderLayer(firstBytes) ? 'mp2' : entry.codec,
    rate,
    channels,
    isCountable: coding !== undefined,
    coding,
    entry,
    samples: stated.sound.count,
    edits: stated.edits.filter(edit => edit.from !== undefined).length,
    frames,
    timeline: { shownFromMs: ms(from), shownToMs: ms(to), pieces: piecesOf(frames) },
    soundMs: Math.round(soundSeconds * 1000),
    heardMs: Math.round((soundSeconds - cut) * 1000),
    bytes: frames.sizes.reduce((sum, size) => sum + size, 0),
    isSilent: false,
  }
  if (coding) refuseExcess(track)
  return { track, shown }
}

/**
 * The sample description of a track. Chunks may use several of one codec and rate, and some may be unreadable; players
 * then decode all chunks by the readable one.
 */
function entryInUse({ entries, used }: StatedTrack): SampleEntry {
  const readable = entries.filter(({ codec }) => codec !== 'unreadable')
  const inUse = readable.filter(entry => used.has(entries.indexOf(entry) + 1))
  const [first = readable[0] ?? entries[0], ...others] = inUse
  if (!first) throw new MalformedError('the sound has no description')
  const isMixed = others.some(({ codec, rate }) => codec !== first.codec || rate !== first.rate)
  return isMixed ? { ...first, codec: 'mixed', aac: undefined } : first
}

async function firstFrame(file: MediaBytes, { sound }: StatedTrack): Promise<Uint8Array> {
  const first = sound.positions[0] ?? 0
  if (first < 0 || first + MP3_HEADER_BYTES > file.size) throw new MalformedError('the sound is outside of the file')
  return file.read(first, first + MP3_HEADER_BYTES)
}

/** Reads the boxes of the file. A recording that was cut off ends in the middle of one. */
async function walk(file: MediaBytes): Promise<{ stated: StatedTrack[]; isCut: boolean }> {
  if (file.size < HEADER_BYTES) throw new Mp4Error('NOT_MP4', `a file of ${file.size} bytes`)
  const read = forwardReader(file)
  refuseOthers(await read(0, HEADER_BYTES))
  const boxes = budgetOf(MOST_BOXES, 'boxes')
  const samples = budgetOf(Math.min(file.size * SAMPLES_PER_BYTE, 4 * MOST_SAMPLES), 'samples')
  let stated: StatedTrack[] | undefined
  let headers = 0
  let isCut = false
  for await (const box of boxesAt(read, { start: 0, end: file.size }, boxes, true)) {
    const bytes = box.end - box.start
    if (box.type === 'moov' || box.type === 'moof') headers += bytes
    if (headers > LARGEST_HEADERS) throw new MalformedError(`headers of ${headers} bytes`)
    const isWhole = box.end <= file.size
    isCut ||= box.type === 'moof' && !isWhole
    if (box.type === 'moov' && isWhole) stated ??= await readHeader(read, box, { boxes, samples })
    if (box.type === 'moof' && isWhole) {
      if (bytes > LARGEST_FRAGMENT) throw new MalformedError(`a fragment of ${bytes} bytes`)
      const tracks = new Map(stated?.map(track => [track.id, track]))
      addFragment(await read(box.start, bytes), box.start - box.headerSize, tracks, boxes)
    }
  }
  if (!stated) throw new MalformedError('there is no moov')
  return { stated, isCut }
}

/** QuickTime's brand is a different format, which Amazon Transcribe does not guarantee to accept. */
function refuseOthers(start: DataView): void {
  if (!['ftyp', 'styp'].includes(fourCharacters(start, 4)))
    throw new Mp4Error('NOT_MP4', 'the file does not begin like an MP4 file')
  if (fourCharacters(start, 8) === 'qt  ') throw new Mp4Error('QUICKTIME', 'the file is a MOV')
}
