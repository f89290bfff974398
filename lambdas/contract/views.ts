import * as z from 'zod'
import { archiveEntry, register, subtitleProfile } from './archive-entry.ts'
import { submissionGroup } from './group.ts'
import { lazy, lazyObject } from './lazy.ts'
import { SUBTITLE_BODY_BYTES } from './limits.ts'
import { scriptId } from './script.ts'
import { YOUTUBE_ID } from './youtube.ts'

/** Key of an entry, the second of its submission: `20261122094155`. */
export const entryKey = z.string().regex(/^\d{14}$/)

export const me = lazyObject(() => ({
  uid: z.string(),
  /** Absent if the social account has none and the user confirmed none. */
  email: z.string().optional(),
  name: z.string(),
  token: z.int(),
  /** Tokens that the user gets once an email address is confirmed. */
  giftDue: z.int().optional(),
  customerKey: z.string(),
  /** The operator's reason for stopping new submissions, shown on the page. */
  notice: z.string().optional(),
}))
export type Me = z.infer<typeof me>

export const entryView = lazy(() =>
  archiveEntry
    .omit({
      open_since: true,
      changed_at: true,
      message: true,
      upload_id: true,
      sound_ms: true,
      edit_name: true,
      edit_before: true,
      fed_at: true,
      heard_at: true,
      started_at: true,
      picture_at: true,
      youtube_texts: true,
      api_key: true,
      webhook: true,
      script: true,
      links: true,
      links_version: true,
    })
    .extend({
      /** A picture of the video: YouTube's, or a link to the stored frame. */
      thumbnail: z.string().optional(),
      failureText: z.string().optional(),
      videoKept: z.boolean(),
      /** True for an upload without a heartbeat; it is closed and refunded within minutes. */
      stale: z.boolean().optional(),
      /**
       * Seconds until most similar videos were done; absent unless the entry is in progress and enough videos are known.
       */
      left: z.object({ from: z.number(), to: z.number() }).optional(),
    }),
)
export type EntryView = z.infer<typeof entryView>

export const videoSubmission = lazyObject(() => ({
  filename: z.string().min(1).max(1000),
  /** Size of the upload in bytes. */
  size: z.int().positive(),
  type: z.string().max(200),
  /** Length as read by the page. It is only a quote: the probed length is charged. */
  durationSeconds: z.number().min(0.001).max(1_000_000_000),
  /** Length of the sound in the upload that is shown, in milliseconds: an upload with less of it is refused. */
  soundMs: z.int().min(0).max(1_000_000_000_000).optional(),
  register: register.default('polite'),
  profile: subtitleProfile.default('standard'),
  /** Whether to apply the user's glossary. */
  glossary: z.boolean().default(true),
  /** The stored script (`storeScript`). */
  script: scriptId.optional(),
  group: submissionGroup.optional(),
}))

/** An English subtitle. The page decodes the file, so that the text arrives as UTF-8. */
export const subtitleSubmission = lazyObject(() => ({
  filename: z.string().min(1).max(1000),
  /** As long as the body may be, so that the engine refuses a file over 2 MB by its own code. */
  text: z.string().max(SUBTITLE_BODY_BYTES),
  register: register.default('polite'),
  profile: subtitleProfile.default('standard'),
  glossary: z.boolean().default(true),
  group: submissionGroup.optional(),
}))

export const youtubeSubmission = lazyObject(() => ({
  url: z.string().max(2048),
  register: register.default('polite'),
  profile: subtitleProfile.default('standard'),
  captions: z.boolean().default(true),
  glossary: z.boolean().default(true),
  script: scriptId.optional(),
  group: submissionGroup.optional(),
}))

export const youtubeQuote = lazyObject(() => ({
  id: z.string().regex(YOUTUBE_ID),
  url: z.string(),
  title: z.string(),
  thumbnail: z.string().optional(),
  durationSeconds: z.number(),
  tokens: z.int(),
  /** False if the deployment does not fetch from YouTube; the page then offers an upload. */
  fetchable: z.boolean(),
  /** The user's newest finished or open entry of the same video. */
  already: z.object({ key: entryKey, isDone: z.boolean() }).optional(),
}))
