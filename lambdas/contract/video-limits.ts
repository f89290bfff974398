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

/** Uploads still missing after this long are closed and refunded. */
export const UPLOAD_PATIENCE_MS = 24 * 60 * 60 * 1000

/** Days for which videos are kept (terms of service). */
export const VIDEO_DAYS = 3
