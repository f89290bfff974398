import type { MediaBytes, SoundTrack } from '#mp4-sound'

export interface DecodedSound {
  /** In the sound's own time, in which frames follow one another without gaps. */
  startSeconds: number
  rate: number
  /** In the order of WebCodecs: left, right, centre, low frequencies, others. */
  channels: Float32Array[]
}

/** Decodes frames of a track from `first` up to but excluding `end`. */
export type Decode = (file: MediaBytes, track: SoundTrack, first: number, end: number) => AsyncIterable<DecodedSound>
