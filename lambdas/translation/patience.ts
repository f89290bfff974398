import { isLocalModel, LOCAL_ANSWER_MS } from '../contract/local-model.ts'
import { type Retry, realTimeAndRandomness } from '../runtime/retry.ts'

const MINUTE = 60_000

/**
 * How long to wait for a model. A step's function ends after 15 minutes, so its last request, which may begin at the
 * end of `briefMs` or `batchMs`, must be answered before that.
 */
export interface Patience {
  retry: Retry
  /** Milliseconds after which a request without a response is aborted. */
  answerMs: number
  /** Time for the brief of a talk. */
  briefMs: number
  /** Maximum characters of the transcript in one request for the brief. */
  briefCharacters: number
  /** Time for a batch of sentences. */
  batchMs: number
  /** Time for a video, counted from the transcript, in addition to half of the video's length. */
  videoMs: number
}

/** A busy model is retried for about a minute; then Amazon Translate takes over. */
const RETRY: Retry = { attempts: 8, firstMs: 1000, longestMs: 30_000, ...realTimeAndRandomness }
const SERVICE: Patience = {
  retry: RETRY,
  // Enough to write 4,096 tokens.
  answerMs: 4 * MINUTE,
  briefMs: 8 * MINUTE,
  // About 15,000 tokens, or half an hour to an hour of speech, which leaves even the smallest models space for their
  // response.
  briefCharacters: 60_000,
  batchMs: 4 * MINUTE,
  videoMs: 20 * MINUTE,
}
/**
 * A small computer reads 20 tokens a second and writes 3. What it has written when its time is up is kept, so every
 * request makes progress: a talk takes hours, but is translated. The execution ends after eight hours. The brief covers
 * only the parts of the talk that the model could read in time.
 */
const COMPUTER: Patience = {
  retry: RETRY,
  answerMs: LOCAL_ANSWER_MS + 10_000,
  briefMs: 9 * MINUTE,
  briefCharacters: 15_000,
  batchMs: 9 * MINUTE,
  videoMs: 7 * 60 * MINUTE,
}

export function patienceWith(modelId: string): Patience {
  return isLocalModel(modelId) ? COMPUTER : SERVICE
}
