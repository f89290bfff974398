import { SECONDS_PER_TOKEN, SIGNUP_TOKENS } from './pricing.ts'

/**
 * Every limit of the service, with its unit and reason. Limits of a file format are next to its parser; those of AWS
 * and Toss are next to their clients.
 */

const HOUR_SECONDS = 60 * 60

/** Longest video: Amazon Transcribe's limit for one job. */
export const MAX_DURATION_SECONDS = 4 * 60 * 60

/** Largest upload as sent, in bytes: Amazon Transcribe's limit for one file. */
export const MAX_UPLOAD_BYTES = 2 * 1024 ** 3

/**
 * Largest upload of this length, in bytes: 4K cameras write 6 to 7 MiB a second. Otherwise a free clip of five seconds
 * could hold two gigabytes, and each view of its video would send them.
 */
export function mostUploadBytes(durationSeconds: number): number {
  return Math.min(MAX_UPLOAD_BYTES, (64 + 8 * durationSeconds) * 1024 ** 2)
}

/**
 * Longest JSON body of an English subtitle, whose file has at most 2 MB: UTF-16 and CP949 grow as UTF-8, line breaks and
 * quotation marks when escaped. Lambda accepts 6 MB.
 */
export const SUBTITLE_BODY_BYTES = 5 * 1024 ** 2

/** Longest script of a video, in characters: four hours of fast speech take about 250,000. */
export const MOST_SCRIPT = 300_000

/**
 * Longest notes for the translator, in characters: enough for the slides of a talk. The brief reads them once, which
 * costs 5,000 tokens.
 */
export const MOST_NOTES = 20_000

/** Longest JSON body with script and notes. A character takes up to three bytes, or six if it is escaped. */
export const SCRIPT_BODY_BYTES = 2 * 1024 ** 2

/** The only media type that is accepted (specification, section 5). */
export const VIDEO_TYPE = 'video/mp4'

/** Uploads larger than this many bytes are sent in parts. */
export const MULTIPART_FROM_BYTES = 32 * 1024 ** 2

/** Bytes of a part; the last may be smaller. */
export const PART_BYTES = 16 * 1024 ** 2

/** Seconds for which a presigned upload is valid. */
export const UPLOAD_SECONDS = 60 * 60

/** Interval at which the page reports that an upload makes progress. */
export const HEARTBEAT_EVERY_MS = 45 * 1000

/** After this long without a heartbeat, an upload is stale: the user's next submission may close it. */
export const STALE_UPLOAD_MS = 2 * 60 * 1000

/**
 * After this long without a heartbeat, the sweeper closes and refunds an upload. It runs every five minutes, so an
 * interrupted upload holds its tokens for less than ten.
 */
export const UPLOAD_PATIENCE_MS = 4 * 60 * 1000

/** Days for which videos are kept (terms of service). */
export const VIDEO_DAYS = 3

/** Open submissions per user: being uploaded, waiting for a turn, or being processed. */
export const MAX_OPEN_SUBMISSIONS = 30

/**
 * Members of one group, including failed ones that were submitted again. The page and the email of a group read all of
 * them; a further submission belongs to no group.
 */
export const MOST_GROUP_MEMBERS = 2 * MAX_OPEN_SUBMISSIONS

/** Series of one user, which share a row; the members of a further one form a group that expires. */
export const MOST_SERIES = 100

/** Concurrent workflows per user; further submissions wait. This also bounds the work on clips under 6 s, which are free. */
export const RUNNING_AT_ONCE = 3

/** What a user costs on a day, which begins at midnight in Korea. */
export interface DayBudget {
  /** Submissions and retries, finished or not. Each costs an upload or a download, a workflow and two emails. */
  submissions: number
  /**
   * Seconds of video that were transcribed and then refunded, and what refunded subtitles cost in such seconds
   * (`secondsOfVideo`). Beyond this limit nothing new is accepted, but open submissions continue, so a day can exceed it
   * by their total length.
   */
  refundedSeconds: number
}

/** How far a user is trusted: `new` is the first day without a purchase. */
export type Standing = 'new' | 'unpaid' | 'paid'

/** Seconds after sign-up during which a user counts as new. */
export const NEW_USER_SECONDS = 24 * HOUR_SECONDS

export const DAY_SUBMISSIONS: Record<Standing, number> = {
  /** One group of the largest size. */
  new: MAX_OPEN_SUBMISSIONS,
  unpaid: 40,
  /** More than anyone can watch. */
  paid: 200,
}

/** A user whose file failed twice can try it again. */
const FAILURES_A_DAY = 3

/** The refunded seconds of a day: three failures of the largest file that the tokens of a user pay for. */
export function refundedSecondsADay(boughtTokens: number): number {
  const seconds = Math.max(SIGNUP_TOKENS, boughtTokens) * SECONDS_PER_TOKEN
  return FAILURES_A_DAY * Math.min(MAX_DURATION_SECONDS, seconds)
}

/** Largest picture of a video, in bytes. The page shows it 96 or 128 px wide, twice as dense on many screens. */
export const MOST_PICTURE_BYTES = 24 * 1024

/** Longest side of that picture, in pixels. */
export const MOST_PICTURE_SIDE = 320

/** Milliseconds of sound per byte of a stored waveform: fine enough for a zoom of 3 ms per pixel. */
export const PEAK_MS = 10

/** Rate limit for an action that costs us or others: `limit` uses in each window of `seconds`. */
export interface Allowance {
  name: string
  limit: number
  seconds: number
}

export const ALLOWANCES = {
  /** Grants of sign-up tokens to all new users together; later users get theirs when they sign in on another day. */
  gift: { name: 'gift', limit: 500, seconds: 24 * HOUR_SECONDS },
  /** English subtitles that the server reads, including those it refuses; each has up to 2 MB. */
  subtitle: { name: 'subtitle', limit: 120, seconds: HOUR_SECONDS },
  /**
   * Requests with keys to `/api/v1`. The limit allows one request every five seconds for each of eight concurrent
   * submissions.
   */
  keyCall: { name: 'key-call', limit: 6000, seconds: HOUR_SECONDS },
  /** Requests with one link for a proofreader: the page saves at most once per second. */
  proofCall: { name: 'proof-call', limit: 1200, seconds: HOUR_SECONDS },
  /** Bytes sent to the holders of one link: a project of four hours has up to 6 MB. */
  proofEgress: { name: 'proof-egress', limit: 60_000_000, seconds: 24 * HOUR_SECONDS },
  /** Comments of an owner, or with one link. Each rewrites all comments of a subtitle. */
  comment: { name: 'comment', limit: 240, seconds: HOUR_SECONDS },
  /** New keys and links. A user keeps at most ten keys, a subtitle ten links, and each is a row. */
  key: { name: 'key', limit: 30, seconds: HOUR_SECONDS },
  /** Scripts of videos; each has up to 2 MB. */
  script: { name: 'script', limit: 60, seconds: HOUR_SECONDS },
  /** Emails to an unconfirmed address. */
  emailCode: { name: 'email-code', limit: 5, seconds: HOUR_SECONDS },
  /** Emails to the operator. */
  inquiry: { name: 'inquiry', limit: 20, seconds: 24 * HOUR_SECONDS },
  /** Each order causes requests to Toss until it is paid or expires. */
  order: { name: 'order', limit: 60, seconds: HOUR_SECONDS },
  /** Notices about payments are unsigned, and each leads to requests to Toss; Toss sends a handful per order. */
  webhook: { name: 'webhook', limit: 60, seconds: HOUR_SECONDS },
  /** Requests about videos not cached within the hour: all users share one quota of YouTube's Data API. */
  youtubeQuote: { name: 'youtube-quote', limit: 100, seconds: HOUR_SECONDS },
  /** Each search reads up to `SEARCHED_ENTRIES` rows. */
  search: { name: 'search', limit: 600, seconds: HOUR_SECONDS },
  /** One picture per upload, and again when an interrupted upload resumes. */
  picture: { name: 'picture', limit: 300, seconds: HOUR_SECONDS },
  /** Each editor stores a waveform once, of up to 1.4 MB. */
  peaks: { name: 'peaks', limit: 60, seconds: HOUR_SECONDS },
  closeGroup: { name: 'close-group', limit: 300, seconds: HOUR_SECONDS },
  rename: { name: 'rename', limit: 600, seconds: HOUR_SECONDS },
  /** The same requests by all guests together. Exhausting it only sends other guests to the sign-in. */
  guestQuote: { name: 'guest-quote', limit: 100, seconds: HOUR_SECONDS },
  /** The same requests by guests from one address, so that nobody alone exhausts the allowance of all guests. */
  guestAddressQuote: { name: 'guest-address-quote', limit: 20, seconds: HOUR_SECONDS },
  /** Each save in the editor cuts the subtitle again and writes its files; the page saves at most once per second. */
  edit: { name: 'edit', limit: 1200, seconds: HOUR_SECONDS },
  /** Each change of a glossary writes all of its terms, at most a quarter of a megabyte. */
  glossary: { name: 'glossary', limit: 300, seconds: HOUR_SECONDS },
  /** Requests to the language model from the editor, whatever the outcome; each video has its own limit as well. */
  askAgain: { name: 'ask-again', limit: 120, seconds: HOUR_SECONDS },
  /** Requests for a text for YouTube, whatever the outcome; each video has its own limit as well. */
  youtubeText: { name: 'youtube-text', limit: 30, seconds: HOUR_SECONDS },
} as const satisfies Record<string, Allowance>

/** Sentences per request to the language model: as many as it translates well within API Gateway's 30 seconds. */
export const MOST_ASKED_AT_ONCE = 5

/** Length of a wording wish, in characters. */
export const MOST_WISH = 100

/**
 * Sentences of one video that its owner may have translated again: 20, plus two per minute, about every fifth sentence
 * of ordinary speech. Each costs about three times its first translation.
 */
export function askAllowance(durationSeconds: number): number {
  return 20 + 2 * Math.ceil(Math.max(0, durationSeconds) / 60)
}

/** Texts for YouTube that a model writes for one video: the first, and new ones after edits. */
export const MOST_YOUTUBE_TEXTS = 10

/** Characters of Korean in a request for such a text: some 25 minutes of speech, at most 20,000 tokens. */
export const MOST_YOUTUBE_KOREAN = 10_000
/** Sentences in such a request, each with its number and its time: twice as many as that text usually has. */
export const MOST_YOUTUBE_SENTENCES = 600

/** Entries that a search of the archive examines, newest first: about a megabyte. */
export const SEARCHED_ENTRIES = 1_000

/** Length of an archive search, in characters. */
export const LONGEST_SEARCH = 100

/** Guesses at one email code before the user must request a new one. A code is one of a million. */
export const MAIL_CODE_TRIES = 5

/**
 * Requests to YouTube by all users together on one day of its quota, which begins at midnight in California.
 * `videos.list` costs one of a project's 10,000 units. The rest is for requests repeated after an outage; `forPaying`
 * is reserved for paying users, so that new accounts cannot exhaust the day.
 */
export const YOUTUBE_QUOTA = { perDay: 9_500, forPaying: 4_000 } as const
