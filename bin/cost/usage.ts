import { CONTEXT } from '../../lambdas/contract/batch.ts'
import { MOST_YOUTUBE_KOREAN } from '../../lambdas/contract/limits.ts'
import { MOST_JOBS, MOST_PARTS, OVERLAP_SECONDS, PART_SECONDS } from '../../lambdas/contract/media-objects.ts'
import type { PriceName } from '../../lib/prices.ts'

/** Inputs of a month's bill. */
export interface Month {
  /** Minutes of subtitled video. */
  minutes: number
  /** Users who signed in. */
  users: number
  /** Minutes of an average video. */
  videoMinutes: number
  /** Share of the minutes that are in recordings of an hour, which are transcribed in parts, if the average video is shorter. */
  longShare: number
  /** Share of users who sign in with Kakao, which Cognito bills as OpenID Connect federation. */
  kakaoShare: number
  /** The firewall of `FIREWALL=on`. */
  firewall: boolean
}

/**
 * Resources that cost money without any users; `test/bin/cost.test.ts` counts them in the template. A metric with a
 * dimension is billed once per value seen in a month, and a metric without data costs nothing.
 */
export const STANDING = {
  alarmMetrics: 38,
  metrics: 17,
  metricsOfModel: 2,
  metricsOfRefunds: 6,
  secrets: 5,
  budgets: 1,
  wafRules: 2,
}

/** Assumptions of the bill, all of which are printed. None was measured on AWS. */
export const ASSUMED = {
  /** Speech of talks and interviews; denser speech costs more to translate. */
  wordsPerMinute: 150,
  charactersPerWord: 5.7,
  wordsPerSentence: 12,
  /** Sentences that are translated a second time, because a check failed. */
  repaired: 0.1,
  /** Minutes that were transcribed and then refunded (silence, another language). */
  refunded: 0.03,
  /** Minutes that were transcribed once more as English, because no language or another one was identified. */
  transcribedTwice: 0.02,
  /**
   * Figures of our recognizer, used with `HEARING=own`, in this order: seconds to transcribe a second of sound, as
   * others measured on such processors; seconds to load the weights in a new function instance; memory in GB, as in
   * `lib/workflow-steps.ts`; and the share of the sound that it leaves to Transcribe.
   */
  ownSecondsPerSecond: 0.1,
  ownSecondsToLoad: 25,
  ownGigabytes: 10,
  ownLeft: 0.03,
  /** Tokens of a model: an English word, a Korean rendering of it, one sentence's id and budget, a batch's instructions. */
  tokensPerWord: 1.35,
  koreanTokensPerWord: 2.2,
  tokensAroundSentence: 11,
  tokensPerBatch: 1370,
  sentencesPerBatch: 18,
  /** The brief reads the transcript once, with its instructions, and writes terms and remarks. */
  briefOverhead: 1.2,
  briefTokensPerMinute: 40,
  /** Share of the sentences for which a model lists the English words with which phrases begin, and the tokens of a list. */
  withStarts: 0.48,
  tokensOfStarts: 6,
  /** Share of the texts that a second look changes. */
  reviewed: 0.25,
  /** Share of the sentences that a second look lists for their line ends, tokens of one, and share that a model changes. */
  inDoubt: 0.18,
  tokensInDoubt: 50,
  markedAgain: 0.8,
  tokensToExplainCuts: 110,
  /** Requests for other translations (Alt+R) per minute of video, of two sentences each, and the tokens of one. */
  askedAgainPerMinute: 0.2,
  tokensToAskAgain: 1200,
  tokensAskedAgain: 260,
  /** Texts for YouTube per video; tokens of instructions, tool and brief, of a sentence's number and time, of a response. */
  youtubeTextsPerVideo: 1,
  tokensToDescribe: 1100,
  tokensAroundNumber: 12,
  tokensDescribed: 900,
  /**
   * Function calls, state transitions and API calls per video, without its batches. `npm run bench -- pipeline` counts 9
   * calls and 15 transitions; the page calls the API about 10 times for ten minutes of video. The rest is for retries.
   */
  callsPerVideo: 15,
  gigabyteSecondsPerVideo: 22,
  gigabyteSecondsPerBatch: 4,
  transitionsPerVideo: 20,
  apiCallsPerVideo: 25,
  apiCallsPerUser: 60,
  gigabyteSecondsPerApiCall: 0.05,
  writesPerVideo: 60,
  readsPerVideo: 220,
  writesPerUser: 20,
  readsPerUser: 120,
  puts: 20,
  gets: 60,
  emailsPerVideo: 2,
  emailsPerUser: 1,
  logKilobytesPerCall: 1.2,
  pageMegabytesPerUser: 4,
  requestsPerUser: 200,
  /** Only sound is uploaded; it is stored twice, for three days. */
  soundMegabytesPerMinute: 1,
  /** Playbacks of a recording in the editor, and videos that are uploaded whole (from old browsers, or not MP4). */
  playbacksPerVideo: 1.5,
  uploadedWhole: 0.1,
  videoMegabytesPerMinute: 15,
  /** Of the subtitles of a year, which stay. */
  subtitleKilobytesPerMinute: 12,
  /** A month of the scheduled functions: every five and every ten minutes. */
  scheduledCalls: 8640 + 4320,
  gigabyteSecondsPerScheduledCall: 0.15,
} as const

/** Length of a long recording in minutes, and from which length on a recording is transcribed in parts. */
const LONG_MINUTES = 60
/** A recording of this length or longer is transcribed in parts, up to this number of them. */
const TRANSCRIBE = { fromMinutes: 30, mostParts: MOST_JOBS }
const OWN = { fromMinutes: 20, mostParts: MOST_PARTS }
type Division = typeof TRANSCRIBE

/** What parts add to a recording of this length, as a share of it: two sides of each cut are transcribed twice. */
function overlapShare(minutes: number, { fromMinutes, mostParts }: Division): number {
  if (minutes < fromMinutes) return 0
  const parts = Math.min(mostParts, Math.floor((minutes * 60) / PART_SECONDS))
  return (Math.max(0, parts - 1) * 2 * OVERLAP_SECONDS) / (minutes * 60)
}

/**
 * How many minutes of sound a month's videos have transcribed: those of the videos, and the overlaps between the parts
 * of long ones.
 */
function heardMinutes({ minutes, videoMinutes, longShare }: Month, division: Division): number {
  const share = (length: number) => overlapShare(length, division)
  const overlap = videoMinutes < division.fromMinutes ? longShare * share(LONG_MINUTES) : share(videoMinutes)
  return minutes * (1 + ASSUMED.refunded) * (1 + overlap)
}

/** Minutes that Amazon Transcribe bills for minutes of video. */
export function transcribedMinutes(month: Month): number {
  return heardMinutes(month, TRANSCRIBE) * (1 + ASSUMED.transcribedTwice)
}

/** Gigabyte-seconds of our recognizer, which loads the weights for each part of ten minutes and each shorter video. */
export function ownGigabyteSeconds(month: Month): number {
  const { ownSecondsPerSecond, ownSecondsToLoad, ownGigabytes } = ASSUMED
  const minutes = heardMinutes(month, OWN)
  const instances = minutes / Math.min(month.videoMinutes, PART_SECONDS / 60)
  return ownGigabytes * (minutes * 60 * ownSecondsPerSecond + instances * ownSecondsToLoad)
}

/** Gigabytes of recordings that browsers fetch from the bucket. */
function egressGigabytes({ minutes }: Month): number {
  const { soundMegabytesPerMinute, videoMegabytesPerMinute, uploadedWhole, playbacksPerVideo } = ASSUMED
  const megabytes = soundMegabytesPerMinute * (1 - uploadedWhole) + videoMegabytesPerMinute * uploadedWhole
  return (minutes * megabytes * playbacksPerVideo) / 1024
}

/** Units of a month by price, without the translator. */
export function quantities(month: Month): Partial<Record<PriceName, number>> {
  const a = ASSUMED
  const { minutes, users } = month
  const transcribed = minutes * (1 + a.refunded)
  const videos = transcribed / month.videoMinutes
  const batches = (transcribed * a.wordsPerMinute) / a.wordsPerSentence / a.sentencesPerBatch
  const apiCalls = videos * a.apiCallsPerVideo + users * a.apiCallsPerUser
  const calls = videos * a.callsPerVideo + batches + apiCalls + a.scheduledCalls
  const throughKakao = users * month.kakaoShare
  const pageRequests = users * a.requestsPerUser + apiCalls
  return {
    transcribeMinute: transcribedMinutes(month),
    lambdaRequest: calls,
    lambdaGigabyteSecond:
      videos * a.gigabyteSecondsPerVideo +
      batches * a.gigabyteSecondsPerBatch +
      apiCalls * a.gigabyteSecondsPerApiCall +
      a.scheduledCalls * a.gigabyteSecondsPerScheduledCall,
    stateTransition: videos * a.transitionsPerVideo + batches * 2,
    httpApiCall: apiCalls,
    dynamoWrite: videos * a.writesPerVideo + users * a.writesPerUser,
    dynamoRead: videos * a.readsPerVideo + users * a.readsPerUser + a.scheduledCalls * 2,
    s3Storage:
      (transcribed * a.soundMegabytesPerMinute * 2 * 3) / 30 / 1024 +
      (minutes * 12 * a.subtitleKilobytesPerMinute) / 1024 ** 2,
    s3Put: videos * a.puts + batches * 2,
    s3Get: videos * a.gets + batches * 4,
    internetGigabyte: egressGigabytes(month),
    cloudFrontGigabyte: (users * a.pageMegabytesPerUser) / 1024,
    cloudFrontRequest: pageRequests,
    email: videos * a.emailsPerVideo + users * a.emailsPerUser,
    cognitoPerson: users - throughKakao,
    cognitoFederated: throughKakao,
    logsGigabyte: (calls * a.logKilobytesPerCall) / 1024 ** 2,
    metric: minutes > 0 ? STANDING.metrics + STANDING.metricsOfModel + STANDING.metricsOfRefunds : 0,
    alarmMetric: STANDING.alarmMetrics,
    dashboard: 1,
    secret: STANDING.secrets,
    secretRead: apiCalls / 20,
    budget: STANDING.budgets,
    ...(month.firewall && { wafAcl: 1, wafRule: STANDING.wafRules, wafRequest: pageRequests }),
  }
}

/** English characters sent to Amazon Translate. */
export function translatedCharacters({ minutes }: Month): number {
  const a = ASSUMED
  return minutes * (1 + a.refunded) * a.wordsPerMinute * a.charactersPerWord * (1 + a.repaired)
}

/** Tokens that a model reads and writes. */
export interface Tokens {
  input: number
  output: number
}

/** The requests that a model gets about a video. */
export type Look = 'brief' | 'translation' | 'review' | 'breaks' | 'again' | 'check'

/**
 * Figures for the check of the meaning, in this order. First four token counts, estimated from text length: the JSON of
 * a sentence, the prompt with its tool, a response without findings, and one finding. Then the share of sentences with
 * a finding, and the number of sentences sent as context around a batch.
 */
const CHECKED_SENTENCE_TOKENS = 14
const CHECK_PROMPT_TOKENS = 750
const CHECK_ANSWER_TOKENS = 20
const FINDING_TOKENS = 90
const WITH_FINDING = 0.1
const AROUND_BATCH = 2 * CONTEXT

/** Model tokens for a number of minutes of speech, by request. */
export function modelTokensByLook(minutes: number): Record<Look, Tokens> {
  const a = ASSUMED
  const words = minutes * a.wordsPerMinute
  const sentences = words / a.wordsPerSentence
  const batches = sentences / a.sentencesPerBatch
  const english = words * a.tokensPerWord
  const korean = words * a.koreanTokensPerWord
  const starts = sentences * a.withStarts * a.tokensOfStarts
  const material = english + sentences * a.tokensAroundSentence + batches * a.tokensPerBatch
  return {
    brief: { input: english * a.briefOverhead, output: minutes * a.briefTokensPerMinute },
    translation: { input: material * (1 + a.repaired), output: (korean + starts + sentences * 8) * (1 + a.repaired) },
    // The same material with every text; the response has only the changed texts.
    review: { input: material + korean + sentences * 20, output: (korean + starts) * a.reviewed + sentences * 8 },
    // BREAK_REVIEW, in the request of the review: the texts in doubt with their line ends; the response has new texts.
    breaks: {
      input: sentences * a.inDoubt * a.tokensInDoubt + batches * a.tokensToExplainCuts,
      output: sentences * a.inDoubt * a.markedAgain * a.tokensInDoubt,
    },
    again: {
      input: minutes * a.askedAgainPerMinute * a.tokensToAskAgain,
      output: minutes * a.askedAgainPerMinute * a.tokensAskedAgain,
    },
    // MEANING_CHECK_MODEL reads both texts of every sentence in a batch and of the sentences around it, and returns
    // findings.
    check: {
      input:
        (english + korean + sentences * CHECKED_SENTENCE_TOKENS) * (1 + AROUND_BATCH / a.sentencesPerBatch) +
        batches * CHECK_PROMPT_TOKENS,
      output: batches * CHECK_ANSWER_TOKENS + sentences * WITH_FINDING * FINDING_TOKENS,
    },
  }
}

/** Korean tokens of the longest request for a text for YouTube; longer talks are thinned out. A syllable is at most two. */
const MOST_DESCRIBED_TOKENS = MOST_YOUTUBE_KOREAN * 2

/** Tokens of a model for the titles, descriptions and chapters of a month's videos. */
export function youtubeTextTokens({ minutes, videoMinutes }: Pick<Month, 'minutes' | 'videoMinutes'>): Tokens {
  const a = ASSUMED
  const words = videoMinutes * a.wordsPerMinute
  const whole = words * (a.koreanTokensPerWord + a.tokensAroundNumber / a.wordsPerSentence)
  const texts = (minutes / videoMinutes) * a.youtubeTextsPerVideo
  return {
    input: texts * (a.tokensToDescribe + Math.min(whole, MOST_DESCRIBED_TOKENS)),
    output: texts * a.tokensDescribed,
  }
}

/** Optional requests to a model, as set. */
export interface Looks {
  secondLook?: boolean
  breakReview?: boolean
}

/** Tokens of a model for a month. */
export function modelTokens(
  { minutes }: Pick<Month, 'minutes'>,
  { secondLook = true, breakReview = true }: Looks = {},
): Tokens {
  const { brief, translation, review, breaks } = modelTokensByLook(minutes * (1 + ASSUMED.refunded))
  const { again } = modelTokensByLook(minutes)
  const looks = [
    ...[brief, translation, again],
    ...(secondLook ? [review] : []),
    ...(secondLook && breakReview ? [breaks] : []),
  ]
  return {
    input: looks.reduce((sum, { input }) => sum + input, 0),
    output: looks.reduce((sum, { output }) => sum + output, 0),
  }
}
