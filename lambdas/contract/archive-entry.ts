import * as z from 'zod'

/** Not known yet: the specification's literal. */
export const NONE = 'none'

/** The fixed text that the specification stores with every entry. */
export const ENTRY_MESSAGE = 'message'

/** `uploading` -> `queued` -> `fetching` (YouTube) -> `listening` -> `translating` -> `writing` -> `done`, or `failed`. */
export const entryStatus = z.enum([
  'uploading',
  'queued',
  'fetching',
  'listening',
  'translating',
  'writing',
  'done',
  'failed',
])
export type EntryStatus = z.infer<typeof entryStatus>

/** Neither delivered nor failed. */
export function isOpen(status: EntryStatus): boolean {
  return status !== 'done' && status !== 'failed'
}

/** Why an entry failed; stored with it, told in the mail and the archive (texts in `failures.ts`). */
export const failureCode = z.enum([
  'NO_AUDIO',
  'NOT_A_VIDEO',
  'DAMAGED_VIDEO',
  'UNSUPPORTED_AUDIO',
  'TOO_LONG',
  'NO_SPEECH',
  'NOT_ENGLISH',
  'INSUFFICIENT_TOKENS',
  'UPLOAD_NEVER_CAME',
  'ENGINE_ERROR',
  'TIMED_OUT',
  'ABORTED',
  'DELETED',
  'YOUTUBE_OFF',
  'YOUTUBE_BLOCKED',
  'YOUTUBE_UNAVAILABLE',
  'YOUTUBE_LIVE',
  'YOUTUBE_AGE_RESTRICTED',
  'YOUTUBE_TOO_LONG',
  'YOUTUBE_TOOL_MISSING',
  'INTERNAL',
])
export type FailureCode = z.infer<typeof failureCode>

/** 존댓말 or 반말; 해요체 and 합니다체 apart only with the LLM translator. */
export const register = z.enum(['polite', 'haeyo', 'hapnida', 'banmal'])
export type Register = z.infer<typeof register>

/** Outcome of the inspection that runs before delivery. */
export const certificate = z.object({
  cues: z.int(),
  /** Cues that keep every rule. */
  kept: z.int(),
  /** Cues by cause of their flag: `speed`, `confidence`, `numbers`, `translation`, ... */
  flags: z.record(z.string(), z.int()),
  /** What the words came from: recognition, or a human's caption track. */
  source: z.enum(['recognition', 'captions']).default('recognition'),
  /** True where a rehearsal engine of the local cloud stood in for a recognizer or translator. */
  rehearsal: z.boolean().default(false),
})
export type Certificate = z.infer<typeof certificate>

/** One submission, as it is stored; the first ten fields are the specification's. */
export const archiveEntry = z.object({
  uid: z.string(),
  /** First 14 characters of the title: `YYYYMMDDHHMMSS`, Korean time. */
  key: z.string().regex(/^\d{14}$/),
  title: z.string(),
  type: z.enum(['video', 'youtube']),
  /** ISO time. */
  video_upload_time: z.string(),
  message: z.string(),
  /** Tokens charged: the hold until it is settled, the net charge after, 0 once refunded. */
  used_token: z.int(),
  is_srt: z.boolean(),
  srt_title: z.string(),
  srt_upload_time: z.string(),
  url: z.string(),
  /** 1, 2, 3 ... of the user: pages read the index uid+number. */
  number: z.int(),
  status: entryStatus,
  /** Quoted length until settled, probed length after. */
  duration_seconds: z.number(),
  register,
  /** Use a human-made English caption track of a YouTube video instead of recognition. */
  captions: z.boolean().default(true),
  /** Bytes announced for the upload; 0 for YouTube. */
  size: z.int().default(0),
  failure: failureCode.optional(),
  /** Id of the upload in parts, where it is one. */
  upload_id: z.string().optional(),
  /** Tokens given back when it failed. */
  refunded: z.int().optional(),
  certificate: certificate.optional(),
  /** Kinds of mail already sent: each kind once. */
  mails: z.array(z.string()).default([]),
  /**
   * ISO time since which it is open, or since which the mail about its failure is due; absent otherwise, so the index
   * `open` holds only entries that the sweeper must look at.
   */
  open_since: z.string().optional(),
  /** ISO time of the last change of status, for the sweeper. */
  changed_at: z.string().optional(),
})
export type ArchiveEntry = z.infer<typeof archiveEntry>
