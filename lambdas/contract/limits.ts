/**
 * Every limit of the service, with its unit and its reason. Limits of one file format stand with its parser; those of AWS
 * and of Toss with their clients.
 */

const HOUR_SECONDS = 60 * 60

/** Longest video: Amazon Transcribe's limit for one job. */
export const MAX_DURATION_SECONDS = 4 * 60 * 60

/** Largest upload as sent, in bytes: Amazon Transcribe's limit for one file. */
export const MAX_UPLOAD_BYTES = 2 * 1024 ** 3

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

/** Submissions that a person may have under way at once; this also bounds clips under 6 s, which are free. */
export const MAX_OPEN_SUBMISSIONS = 3

/** What a person may cost us on one day; days begin at midnight in Korea. */
export interface DayBudget {
  /** Submissions and retries, finished or not: each costs an upload or a download, a workflow and two mails. */
  submissions: number
  /**
   * Seconds of video that were heard and then refunded. Beyond it nothing new is accepted; what is under way goes on, so
   * that a day ends at most one video for each open submission above it.
   */
  refundedSeconds: number
}

/** How far a person is trusted: `new` is the first day without a purchase. */
export type Standing = 'new' | 'unpaid' | 'paid'

/** A person counts as new for this many seconds after the sign-up. */
export const NEW_PERSON_SECONDS = 24 * HOUR_SECONDS

export const DAY_BUDGETS: Record<Standing, DayBudget> = {
  /** The 200 tokens of the sign-up once: 20 minutes. */
  new: { submissions: 20, refundedSeconds: 20 * 60 },
  /** The same tokens twice. */
  unpaid: { submissions: 30, refundedSeconds: 40 * 60 },
  /** Two of the longest videos; more submissions than anybody watches. */
  paid: { submissions: 200, refundedSeconds: 8 * HOUR_SECONDS },
}

/** How often a person may do something that costs us or others: `limit` times in each window of `seconds`. */
export interface Allowance {
  name: string
  limit: number
  seconds: number
}

export const ALLOWANCES = {
  /** Mails to an address that nobody has confirmed. */
  emailCode: { name: 'mail-code', limit: 5, seconds: HOUR_SECONDS },
  /** Mails to the operator. */
  inquiry: { name: 'inquiry', limit: 20, seconds: 24 * HOUR_SECONDS },
  /** Each order costs questions to Toss until it is paid or expires. */
  order: { name: 'order', limit: 60, seconds: HOUR_SECONDS },
  /** Questions about videos that nobody asked about within the hour: all people share the quota of YouTube's Data API. */
  youtubeQuote: { name: 'youtube-quote', limit: 100, seconds: HOUR_SECONDS },
  /** Each search reads up to `SEARCHED_ENTRIES` rows. */
  search: { name: 'search', limit: 600, seconds: HOUR_SECONDS },
  rename: { name: 'rename', limit: 600, seconds: HOUR_SECONDS },
  /** The same questions by all guests together: whoever uses them up only sends the others to the sign-in. */
  guestQuote: { name: 'guest-quote', limit: 100, seconds: HOUR_SECONDS },
  /** Each save of a review cuts the subtitle again and writes its files; the page saves at most once a second. */
  edit: { name: 'edit', limit: 1200, seconds: HOUR_SECONDS },
  /** Each change of a person's terms writes all of them, at most a quarter of a megabyte. */
  glossary: { name: 'glossary', limit: 300, seconds: HOUR_SECONDS },
  /** Questions to the language model from a review, whatever became of them; each video has its own limit besides. */
  askAgain: { name: 'ask-again', limit: 120, seconds: HOUR_SECONDS },
} as const satisfies Record<string, Allowance>

/** Sentences of one question to the language model: as many as it answers well within API Gateway's 30 seconds. */
export const MOST_ASKED_AT_ONCE = 5

/** Characters of a wish for other wording. */
export const MOST_WISH = 100

/**
 * Sentences of one video that its owner may have translated again: 20, and two for each minute, which is about every
 * fifth sentence of ordinary speech. Each costs us about three times its first translation.
 */
export function askAllowance(durationSeconds: number): number {
  return 20 + 2 * Math.ceil(Math.max(0, durationSeconds) / 60)
}

/** Entries of an archive that a search looks through, the newest first: about a megabyte. */
export const SEARCHED_ENTRIES = 1_000

/** Characters of a search in the archive. */
export const LONGEST_SEARCH = 100

/** Guesses at one mail code before the person must ask for a new one; a code is one of a million. */
export const MAIL_CODE_TRIES = 5

/**
 * Videos that all people together may ask YouTube about on one day of its quota, which begins at midnight in California:
 * `videos.list` costs one of the 10,000 units that a project has. The difference to 10,000 is for questions that are
 * asked again after an outage; `forPaying` is kept for people who have paid, so that new accounts cannot use up the day.
 */
export const YOUTUBE_QUOTA = { perDay: 9_500, forPaying: 4_000 } as const
