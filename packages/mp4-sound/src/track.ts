import type { SoundCoding } from './coding.ts'
import type { Showing } from './edits.ts'
import type { SampleEntry } from './sample-entry.ts'
import type { Timeline } from './timeline.ts'

/** The shown frames of a track, in the order in which they are shown. */
export interface Frames {
  count: number
  /** Bytes of each frame, and their position in the file. */
  sizes: Uint32Array
  positions: Float64Array
  /** Start of each frame in the sound and in the film, in seconds, and after the last one the end. */
  sounds: Float64Array
  films: Float64Array
}

/** A sound track on the film's clock. */
export interface SoundTrack {
  id: number
  /** Two or three letters, perhaps with a region, as the file states it; absent if undetermined. */
  language: string | undefined
  /** Players choose it by default. */
  isDefault: boolean
  /** The name of the track, if the file states one other than a muxer's. */
  name: string | undefined
  /** A commentary or a description for the blind, by its kind or its name. */
  isCommentary: boolean
  /** `aac`, `he-aac`, `mp3`, `ac-3`, `opus`, ...; see `SampleEntry`. */
  codec: string
  rate: number
  channels: number
  /** True if it can be transcribed unchanged: AAC or MP3, mono or stereo, 8 to 48 kHz. */
  isCountable: boolean
  coding: SoundCoding | undefined
  entry: SampleEntry
  /** Number of samples, including those that the film does not show. */
  samples: number
  /** Entries of the edit list that show sound. */
  edits: number
  frames: Frames
  timeline: Timeline
  /** Length of the sound by its frames. */
  soundMs: number
  /** The same without its cut-off ends; unlike `soundMs`, it does not change if the sound is encoded again. */
  heardMs: number
  /** Bytes of all frames. */
  bytes: number
  /** True if the frames are known to hold no sound; determined, without decoding, only if there are several tracks. */
  isSilent: boolean
}

export interface Movie {
  /**
   * Length that a player shows, from the film's time zero to the end of its sound and pictures. The pictures end where their
   * edit list ends, or without one where their decoding times do: if the frame rate varies, the last picture may be shown
   * later than that. In a file that is cut off, only the sound counts.
   */
  shownMs: number
  /** True if the file ends before its last frame, as a cut-off recording does; the other figures count the existing frames. */
  isCutOff: boolean
  tracks: [SoundTrack, ...SoundTrack[]]
  /** The video tracks. `shown` states which stretches of a track's media the film shows, and when. */
  pictures: { id: number; shown: Showing[] }[]
  /**
   * The media's time at the film's time zero, in seconds. It is above 0 in a recording that was cut from a longer one.
   */
  zero: number
}
