/** How a sample behaves when yt-dlp fetches it. */
type FetchBehavior =
  /** The sound arrives; with `captions`, it has English captions made by a person. */
  | { kind: 'arrives'; captions?: true }
  /** The fetch fails with this message of YouTube's. */
  | { kind: 'refused'; message: string }
  /** The video turns out to be live, or to be this long. */
  | { kind: 'live' }
  | { kind: 'longer'; seconds: number }
  /** The sound is over the size limit and says so beforehand, or grows past it on the way. */
  | { kind: 'tooLarge' }
  | { kind: 'grows' }
  /** yt-dlp is killed halfway: on every attempt, or on the first alone. */
  | { kind: 'killed'; always: boolean }
  /** yt-dlp goes silent and never ends. */
  | { kind: 'hangs' }

/** A video that exists on this machine alone. Plain data: the stand-in of yt-dlp reads it from a JSON file. */
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

/** Samples by video id: eleven characters of our own invention. */
export type Samples = Readonly<Record<string, Sample>>

/** Length of the sound that every sample has, `local/sample/hello.m4a`. */
export const SAMPLE_SECONDS = 25

/** The samples that every local cloud knows; `docs/youtube.md` lists them. Tests register more. */
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
