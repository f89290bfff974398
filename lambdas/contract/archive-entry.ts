import * as z from 'zod'
import { lazyObject } from './lazy.ts'
import { written } from './pricing.ts'
import { webhookDelivery } from './webhook.ts'

/** The specification's literal for a value that is not known yet. */
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

/** Stage of an entry in progress, as the page and emails show it. */
export const STAGE_TEXTS: Record<Exclude<EntryStatus, 'done' | 'failed'>, string> = {
  uploading: '업로드 중',
  queued: '차례를 기다리는 중',
  fetching: '가져오는 중',
  listening: '듣는 중',
  translating: '번역 중',
  writing: '마무리 중',
}

/** The stage of an entry of this type: an English subtitle is read where a video is listened to. */
export function stageText(type: EntryType, stage: OpenStatus): string {
  return type === 'subtitle' && stage === 'listening' ? '읽는 중' : STAGE_TEXTS[stage]
}

export type OpenStatus = keyof typeof STAGE_TEXTS

/** True until the subtitle is delivered or the entry fails. */
export function isOpen(status: EntryStatus): status is OpenStatus {
  return status !== 'done' && status !== 'failed'
}

/** `subtitle`: an English subtitle file, which is translated without a video. */
export const entryType = z.enum(['video', 'youtube', 'subtitle'])
export type EntryType = z.infer<typeof entryType>

/** Reason of a failure: stored with the entry and explained in the email and the archive by `failureText`. */
export const failureCode = z.enum([
  'NO_AUDIO',
  'NOT_A_VIDEO',
  'DAMAGED_VIDEO',
  'UNSUPPORTED_AUDIO',
  'TOO_LONG',
  'NO_SPEECH',
  'NOT_ENGLISH',
  'INSUFFICIENT_TOKENS',
  'OVER_CEILING',
  'KEY_LIMIT',
  'UPLOAD_NEVER_CAME',
  'UPLOAD_INCOMPLETE',
  'ENGINE_ERROR',
  'BAD_TRANSLATION',
  'TIMED_OUT',
  'ABORTED',
  'DELETED',
  'CANCELED',
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

/** Causes in the video itself: the same video fails the same way every time. */
const LASTING_FAILURES: ReadonlySet<FailureCode> = new Set([
  'NO_AUDIO',
  'NOT_A_VIDEO',
  'DAMAGED_VIDEO',
  'UNSUPPORTED_AUDIO',
  'TOO_LONG',
  'NO_SPEECH',
  'NOT_ENGLISH',
  'UPLOAD_INCOMPLETE',
  'YOUTUBE_TOO_LONG',
])

/** False if retrying the same video cannot succeed. */
export function isWorthRetrying(failure: FailureCode | undefined): boolean {
  return failure === undefined || !LASTING_FAILURES.has(failure)
}

/** 존댓말 or 반말. A language model writes either 해요체 or 합니다체; Amazon Translate writes 합니다체. */
export const register = z.enum(['polite', 'haeyo', 'hapnida', 'banmal'])
export type Register = z.infer<typeof register>

/**
 * Audience of a subtitle; each name selects figures of the engine (`PROFILES`). `sdh`: for deaf and hard-of-hearing
 * viewers, with sounds; `shorts`: vertical videos, with short lines.
 */
export const subtitleProfile = z.enum(['standard', 'children', 'sdh', 'sdh-children', 'shorts'])
export type SubtitleProfile = z.infer<typeof subtitleProfile>

/**
 * Result of the inspection before delivery. `kept` is about form, which a program checks on every cue; `meaning` states how
 * many sentences a second model compared with the English.
 */
export const certificate = lazyObject(() => ({
  cues: z.int(),
  /** Number of cues that keep every rule of form; untranslated cues do not. Content is counted in `doubts`. */
  kept: z.int(),
  /** Sentences whose meaning should be checked: unsure words, numbers, omissions, fallback translation. */
  doubts: z.int().optional(),
  /** Number of cues by reason of their flag: `speed`, `confidence`, `numbers`, `translation`, ... */
  flags: z.record(z.string(), z.int()),
  /** Source of the English words: transcription, or a hand-made caption track. */
  source: z.enum(['recognition', 'captions']).default('recognition'),
  /** True if a rehearsal engine of the local cloud replaced the transcription or the translation. */
  rehearsal: z.boolean().default(false),
  /** Sentences translated by Amazon Translate because the language model failed. */
  steppedIn: z.int().optional(),
  /**
   * Sentences with only a placeholder, because the language model failed and the local cloud has no other translator.
   */
  untranslated: z.int().optional(),
  /** The engines that transcribed and translated; absent for a hand-written text and in older certificates. */
  heardBy: z.string().optional(),
  translatedBy: z.string().optional(),
  /**
   * Number of transcribed words that the user's script confirms, and the total number of words. Absent without a
   * script.
   */
  script: z.object({ confirmed: z.int(), of: z.int() }).optional(),
  /**
   * The model that checks the meaning, the number of sentences that it compared, and the total number of sentences.
   * Absent without such a model.
   */
  meaning: z.object({ by: z.string(), checked: z.int(), of: z.int() }).optional(),
}))
export type Certificate = z.infer<typeof certificate>

/** First 14 characters of a submission's title: `YYYYMMDDHHMMSS`, Korean time. */
export const entryKey = z.string().regex(/^\d{14}$/)

/** A stored submission. The fields from `uid` to `url` are the specification's. */
export const archiveEntry = lazyObject(() => ({
  uid: z.string(),
  key: entryKey,
  title: z.string(),
  type: entryType,
  /** ISO time. */
  video_upload_time: z.string(),
  message: z.string(),
  /** Tokens charged: the hold until settlement, then the net charge; 0 after a refund. */
  used_token: z.int(),
  is_srt: z.boolean(),
  srt_title: z.string(),
  srt_upload_time: z.string(),
  url: z.string(),
  /** Numbers the user's entries from 1; archive pages query the index `number`. */
  number: z.int(),
  status: entryStatus,
  /** The quoted length until settlement, then the probed length. */
  duration_seconds: z.number(),
  register,
  /** Default for entries created before profiles existed. */
  profile: subtitleProfile.default('standard'),
  /** Use the hand-made English caption track of a YouTube video instead of transcribing. */
  captions: z.boolean().default(true),
  /** Apply the user's glossary. */
  glossary: z.boolean().default(true),
  /** Id of the script that the user submitted with it (`script.ts`). */
  script: z.string().optional(),
  /** Announced size of the upload in bytes; 0 for YouTube, for a subtitle, and if the upload was canceled. */
  size: z.int().default(0),
  /** Length of the announced sound that is shown, in milliseconds; absent if the page stated none. */
  sound_ms: z.int().optional(),
  failure: failureCode.optional(),
  /** S3's id of a multipart upload. */
  upload_id: z.string().optional(),
  /** ISO time of the page's last report that the upload makes progress. */
  fed_at: z.string().optional(),
  /** Tokens refunded after a failure. */
  refunded: z.int().optional(),
  certificate: certificate.optional(),
  /**
   * ISO time at which the entry was opened; absent once it is closed, so that the sparse index `open` contains only entries
   * that the sweeper must check.
   */
  open_since: z.string().optional(),
  /**
   * Version of the user's edits; absent before the first. `edit_name` names the edited files, `edit_before` those
   * before.
   */
  edit_version: z.int().optional(),
  edit_name: z.string().optional(),
  edit_before: z.string().optional(),
  /** Sentences that the owner had translated again in the editor; counted when requested, whatever the outcome. */
  asked_again: z.int().optional(),
  /** Texts for YouTube requested so far, without those for which the model returned nothing usable. */
  youtube_texts: z.int().optional(),
  /** ISO time of the owner closing the review. */
  reviewed_at: z.string().optional(),
  /**
   * Ids of the links for proofreaders, oldest first, some of which may have expired; and the number of changes to them.
   */
  links: z.array(z.string()).optional(),
  links_version: z.int().optional(),
  /** Number of comments that nobody has marked as done; absent before the first. */
  open_comments: z.int().optional(),
  /** The owner's name for the entry. The specification's title never changes. */
  display_name: z.string().optional(),
  /** The first Korean cues, shown with the entry; absent until the subtitle is delivered. */
  first_cues: z.array(z.string()).optional(),
  /** Address of YouTube's picture of the video. */
  thumbnail: z.string().optional(),
  /** ISO time at which the page last stored a frame of the upload, under `pictureKey`. */
  picture_at: z.string().optional(),
  /** Maximum tokens that may be charged for the entry, and the key that submitted it. Only `/api/v1` sets them. */
  max_tokens: z.int().optional(),
  api_key: z.string().optional(),
  /** State of the notice to that key's webhook; absent before the first attempt. */
  webhook: webhookDelivery.optional(),
  /** Id of the group to which it was submitted (`group.ts`). */
  group: z.string().optional(),
  /** ISO time at which it got a turn to start (`records/turns.ts`); absent while it waits. */
  started_at: z.string().optional(),
  /** ISO time at which transcription began. */
  heard_at: z.string().optional(),
  /** ISO time of the last change of status; read by the sweeper. */
  changed_at: z.string().optional(),
}))
export type ArchiveEntry = z.infer<typeof archiveEntry>

/**
 * Registers that a translator distinguishes: Amazon Translate has formal and informal, a language model more. For a model `polite`
 * is the style that its brief of the talk recommends.
 */
export function registersOf(translator: string): Register[] {
  return translator === 'bedrock' ? ['polite', 'haeyo', 'hapnida', 'banmal'] : ['polite', 'banmal']
}

/** Text of each failure of a video for the archive and the email: what happened, and what to do next. */
export const FAILURE_TEXT: Record<FailureCode, string> = {
  NO_AUDIO: '영상에 소리가 없어요. 소리가 있는 영상인지 확인해 주세요.',
  NOT_A_VIDEO: 'MP4 파일이 아니에요. MP4 파일로 다시 올려 주세요.',
  DAMAGED_VIDEO: '파일이 끝까지 온전하지 않아요. 원본을 확인하고 다시 보내 주세요.',
  UNSUPPORTED_AUDIO: '이 영상의 소리 형식은 아직 읽지 못해요. 소리를 AAC 형식으로 바꾼 MP4 파일로 보내 주세요.',
  TOO_LONG: '4시간이 넘는 영상은 아직 만들지 못해요. 나누어서 보내 주세요.',
  NO_SPEECH: '영어 음성을 찾지 못했어요.',
  NOT_ENGLISH: '영어 음성을 찾지 못했어요. 지금은 영어 영상만 자막으로 만들 수 있어요.',
  INSUFFICIENT_TOKENS: '영상이 알려 준 길이보다 길어서 토큰이 부족했어요. 토큰을 충전하고 다시 보내 주세요.',
  OVER_CEILING: '실제 길이대로라면 정한 한도보다 토큰이 더 필요해서 만들지 않았어요. 한도를 올리고 다시 보내 주세요.',
  KEY_LIMIT: '실제 길이대로라면 키의 한 달 한도를 넘어서 만들지 않았어요. 한도를 올린 키로 다시 보내 주세요.',
  UPLOAD_NEVER_CAME: '영상이 끝까지 올라오지 않았어요. 다시 올려 주세요.',
  UPLOAD_INCOMPLETE: '영상이 일부만 올라왔어요. 파일이 끝까지 재생되는지 확인하고 다시 올려 주세요.',
  ENGINE_ERROR: '자막을 만드는 중에 문제가 생겼어요. 잠시 후 다시 시도해 주세요.',
  BAD_TRANSLATION: '번역 결과를 믿기 어려워서 자막을 드리지 않았어요. 잠시 후 다시 시도해 주세요.',
  TIMED_OUT: '시간이 너무 오래 걸려서 멈췄어요. 잠시 후 다시 시도해 주세요.',
  ABORTED: '작업이 중단됐어요. 잠시 후 다시 시도해 주세요.',
  DELETED: '요청하신 대로 영상을 지웠어요.',
  CANCELED: '요청하신 대로 취소했어요.',
  YOUTUBE_OFF: '지금은 YouTube 영상을 가져올 수 없어요. MP4 파일로 올려 주세요.',
  YOUTUBE_BLOCKED: 'YouTube에서 영상을 가져오지 못했어요. MP4 파일로 올려 주세요.',
  YOUTUBE_UNAVAILABLE:
    '영상을 찾을 수 없어요. 비공개이거나 삭제된 영상일 수 있어요. 가진 영상이면 MP4 파일로 올려 주세요.',
  YOUTUBE_LIVE: '실시간 영상은 끝난 뒤에 자막을 만들 수 있어요. 녹화한 영상이 있으면 MP4 파일로 올려 주세요.',
  YOUTUBE_AGE_RESTRICTED: '나이 제한이 있는 영상이라 가져오지 못했어요. MP4 파일로 올려 주세요.',
  YOUTUBE_TOO_LONG: '영상이 너무 길거나 커서 가져오지 못했어요. 4시간이 넘지 않게 나누어서 MP4 파일로 올려 주세요.',
  YOUTUBE_TOOL_MISSING: '지금은 YouTube 영상을 가져올 수 없어요. MP4 파일로 올려 주세요.',
  INTERNAL: '자막을 만드는 중에 문제가 생겼어요. 잠시 후 다시 시도해 주세요.',
}

/** Where a text about sound or video would be wrong for an English subtitle. */
const SUBTITLE_FAILURE_TEXT: Partial<Record<FailureCode, string>> = {
  TOO_LONG: '6시간이 넘는 자막은 아직 번역하지 못해요. 나누어서 올려 주세요.',
  NO_SPEECH: '자막 파일에서 영어 대사를 찾지 못했어요.',
  NOT_ENGLISH: '영어 자막이 아니에요. 한국어 자막이라면 ‘자막 줄 정리하기’에서 무료로 정리할 수 있어요.',
  INSUFFICIENT_TOKENS: '토큰이 부족했어요. 토큰을 충전하고 다시 올려 주세요.',
  UPLOAD_NEVER_CAME: '자막 파일이 끝까지 올라오지 않았어요. 다시 올려 주세요.',
  DELETED: '요청하신 대로 자막을 지웠어요.',
}

/** Why an entry failed; unknown causes are internal ones. */
export function failureText({ type, failure = 'INTERNAL' }: Pick<ArchiveEntry, 'type' | 'failure'>): string {
  return (type === 'subtitle' ? SUBTITLE_FAILURE_TEXT[failure] : undefined) ?? FAILURE_TEXT[failure]
}

/** Statuses in which we have paid for transcription, or for the translation of a subtitle. */
export const WORK_PAID: ReadonlySet<EntryStatus> = new Set(['listening', 'translating', 'writing'])

/** Number of sentences that nobody has checked yet. */
export function countDoubts({ certificate, reviewed_at }: Pick<ArchiveEntry, 'certificate' | 'reviewed_at'>): number {
  return reviewed_at === undefined ? (certificate?.doubts ?? 0) : 0
}

/**
 * Tokens that stay charged when the user cancels an open entry: none before transcription, all afterwards
 * (docs/decisions/giving-up.md).
 */
export function costOfCanceling({ status, used_token }: Pick<ArchiveEntry, 'status' | 'used_token'>): number {
  return WORK_PAID.has(status) ? used_token : 0
}

/** The sentence about refunded tokens that follows the reason of a failure. */
export function refundText(tokens: number, failure?: FailureCode): string {
  const returned = `토큰 ${written(tokens)}개를 돌려 드렸어요.`
  return failure === 'CANCELED' ? returned : `자막을 만들지 못해서 ${returned}`
}
