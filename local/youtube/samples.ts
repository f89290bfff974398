/** How a sample behaves when yt-dlp downloads it. */
type FetchBehavior =
  /** The download succeeds. With `captions`, the video has English captions written by hand. */
  | { kind: 'arrives'; captions?: true }
  /** The download fails with this message from YouTube. */
  | { kind: 'refused'; message: string }
  /** The video turns out to be live, or to have this length. */
  | { kind: 'live' }
  | { kind: 'longer'; seconds: number }
  /** The sound exceeds the size limit, and either says so beforehand or grows past it during the download. */
  | { kind: 'tooLarge' }
  | { kind: 'grows' }
  /** yt-dlp is killed halfway: on every attempt, or only on the first. */
  | { kind: 'killed'; always: boolean }
  /** yt-dlp stops responding and never ends. */
  | { kind: 'hangs' }

/** A video that exists only on this machine. Plain data, because the yt-dlp stand-in reads it from a JSON file. */
export interface Sample {
  title: string
  /** ISO 8601, as the Data API writes it. */
  duration: string
  /** Why the Data API does not describe the video: it is private, the day's quota is used up, or the API is down. */
  apiFault?: 'private' | 'quota' | 'outage'
  /** `liveBroadcastContent` of the Data API. */
  live?: 'live' | 'upcoming'
  ageRestricted?: true
  fetched: FetchBehavior
}

/** Samples by video id: eleven made-up characters. */
export type Samples = Readonly<Record<string, Sample>>

/** Length of the sound that every sample has, `local/sample/hello.m4a`. */
export const SAMPLE_SECONDS = 25

/** The built-in samples, which `docs/youtube.md` lists. Tests register more. */
export const SAMPLES: Samples = {
  'jamak-hello': { title: 'Welcome to Jamak', duration: 'PT25S', fetched: { kind: 'arrives' } },
  'jamak-human': {
    title: 'Welcome to Jamak, with captions',
    duration: 'PT25S',
    fetched: { kind: 'arrives', captions: true },
  },
  'jamak-hour-': { title: '한 시간이 넘는 영상', duration: 'PT1H2M3S', fetched: { kind: 'arrives' } },
  'jamak-hides': { title: '비공개 영상', duration: 'PT25S', apiFault: 'private', fetched: { kind: 'arrives' } },
  'jamak-robot': {
    title: '가져올 때 막히는 영상',
    duration: 'PT25S',
    fetched: {
      kind: 'refused',
      message: 'Sign in to confirm you’re not a bot. Use --cookies-from-browser or --cookies for the authentication.',
    },
  },
}
