import { chooseTrack, type SoundTrack } from '#mp4-sound'
import { Undecodable } from '../convert/messages.ts'
import { FileRefused } from '../errors.ts'
import { codecProblem } from './codec-names.ts'
import { convertExcerpt } from './excerpt.ts'

type Tracks = readonly [SoundTrack, ...SoundTrack[]]

/**
 * Finds the track with the speech, or several among which the user chooses, the likeliest first. This browser can read
 * each of them: a codec that must be converted is tried on a few seconds.
 * @throws FileRefused CODEC if nothing decodes the track with the speech
 */
export async function findSpeakingTracks(file: Blob, tracks: Tracks): Promise<Tracks> {
  const choice = chooseTrack(tracks)
  const candidates: Tracks = 'take' in choice ? [choice.take] : choice.ask
  for (const track of candidates.filter(({ isCountable }) => !isCountable)) {
    const others = tracks.filter(other => other !== track)
    const peak = await peakOf(file, track)
    if (peak === undefined) {
      const [first, ...rest] = others.filter(other => maySpeakInstead(other, track))
      if (!first) throw new FileRefused('CODEC', { reason: codecProblem(track.codec) })
      return findSpeakingTracks(file, [first, ...rest])
    }
    if (peak === 0 && !track.isSilent && others.length > 0)
      return findSpeakingTracks(file, [{ ...track, isSilent: true }, ...others])
  }
  return candidates
}

/** Whether a track may contain the same speech as one that nothing decodes. */
function maySpeakInstead({ language }: SoundTrack, lost: SoundTrack): boolean {
  return language === undefined || lost.language === undefined || language === lost.language
}

/** The largest sample of a few seconds, from 0 to 1; `undefined` if nothing decodes them. */
async function peakOf(file: Blob, track: SoundTrack): Promise<number | undefined> {
  try {
    return (await convertExcerpt(file, track)).peak
  } catch (error) {
    if (error instanceof Undecodable) return undefined
    throw error
  }
}
