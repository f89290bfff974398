import type { CaptionTrack } from '../contract/work-objects.ts'

export interface FetchLimits {
  /** Longest video. */
  seconds: number
  /** Largest file, in bytes. */
  bytes: number
  /** Longest time the fetch may take, in milliseconds. */
  patienceMs: number
  /** Longest time without any sign of progress, in milliseconds. */
  silenceMs: number
}

export interface FetchedSource {
  /** Path of the sound, an MP4 file, in the folder that was given. */
  file: string
  /** An English track that a person made, where there is one. */
  captions: CaptionTrack | undefined
}

/** Where the sound of a video comes from. */
export interface VideoSource {
  /**
   * Fetches the sound of a YouTube video into an empty folder.
   * @param id 11 characters; nothing but the address made of it is asked for
   * @param withCaptions also look for a person's English captions
   * @throws BusinessError YOUTUBE_BLOCKED, YOUTUBE_UNAVAILABLE, YOUTUBE_LIVE, YOUTUBE_AGE_RESTRICTED, YOUTUBE_TOO_LONG
   * or YOUTUBE_TOOL_MISSING
   */
  fetch(id: string, folder: string, limits: FetchLimits, withCaptions: boolean): Promise<FetchedSource>
}
