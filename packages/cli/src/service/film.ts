import { type FileHandle, open } from 'node:fs/promises'
import { resolve } from 'node:path'
import { MAX_DURATION_SECONDS } from '../../../../lambdas/contract/limits.ts'
import {
  chargedMs,
  chooseTrack,
  filmFile,
  type Movie,
  Mp4Error,
  readMovie,
  type SoundTrack,
} from '../../../mp4-sound/src/index.ts'
import type { Context } from '../context.ts'
import { Fault } from '../fault.ts'

/** The sound of an MP4, in the form in which it is sent. It is a separate file that plays at the film's times. */
export interface FilmSound {
  durationSeconds: number
  soundMs: number
  /** Bytes. */
  size: number
  content(): AsyncIterable<Uint8Array>
  close(): Promise<void>
}

/**
 * Opens the speech of an MP4. @param trackId the sound track; without it, the one with the speech
 * @throws Fault NOT_MP4, TRACKS if the user has to choose, CODEC if the sound cannot be sent unchanged
 */
export async function openFilm(context: Context, file: string, trackId?: number): Promise<FilmSound> {
  const { say, cwd } = context
  const handle = await open(resolve(cwd, file)).catch(cause => {
    throw new Fault('NO_FILE', say('noSuchFile', file), { cause })
  })
  try {
    return await readSound(context, file, handle, trackId)
  } catch (cause) {
    await handle.close()
    if (cause instanceof Mp4Error) throw new Fault(cause.code, say('notMp4', file, cause.message), { cause })
    throw cause
  }
}

async function readSound(
  context: Context,
  file: string,
  handle: FileHandle,
  trackId: number | undefined,
): Promise<FilmSound> {
  const bytes = {
    size: (await handle.stat()).size,
    async read(start: number, end: number) {
      const buffer = new Uint8Array(end - start)
      const { bytesRead } = await handle.read(buffer, 0, buffer.length, start)
      return buffer.subarray(0, bytesRead)
    },
  }
  const movie = await readMovie(bytes, MAX_DURATION_SECONDS)
  const track = chosenTrack(context, file, movie, trackId)
  if (!track.isCountable) throw new Fault('CODEC', context.say('codec', file, track.codec))
  return {
    durationSeconds: chargedMs(movie, track) / 1000,
    soundMs: track.heardMs,
    size: filmFile(bytes, track, movie).size,
    content: () => filmFile(bytes, track, movie).content,
    close: () => handle.close(),
  }
}

function chosenTrack({ say }: Context, file: string, { tracks }: Movie, trackId: number | undefined): SoundTrack {
  const named = tracks.find(({ id }) => id === trackId)
  if (named) return named
  const choice = chooseTrack(tracks)
  if (trackId === undefined && 'take' in choice) return choice.take
  const shown = tracks.map(({ id, language, name, codec }) => [id, language, name, codec].filter(Boolean).join(' '))
  throw new Fault('TRACKS', say('tracks', file, shown.join('; ')))
}
