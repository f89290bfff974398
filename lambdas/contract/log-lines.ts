import type { FunctionName } from './functions.ts'

/** Subject of a log line. Alarms filter by level and topic, never by text. */
export type Topic =
  | 'request'
  | 'step'
  | 'video'
  | 'email'
  | 'payment'
  | 'model'
  | 'account'
  | 'gift'
  | 'refund'
  | 'webhook'

/** Codes of the log lines that are counted (field `counted`). */
export type Counted =
  | 'submission'
  | 'recognition'
  | 'words'
  | 'model'
  | 'translation'
  | 'delivery'
  | 'refund'
  | 'purchase'
  | 'signup'

interface LogMetric {
  of: Counted
  /** Field to sum; without one, lines are counted. */
  value?:
    | 'minutes'
    | 'words'
    | 'confidence'
    | 'inputTokens'
    | 'outputTokens'
    | 'sentences'
    | 'flagged'
    | 'steppedIn'
    | 'waitedMinutes'
    | 'tokens'
    | 'won'
  /** Functions that write such lines. */
  by: readonly FunctionName[]
  /** Field that splits the metric. Each of its values is a metric of its own, and billed as one. */
  dimension?: 'failure'
}

/**
 * Business figures on the operator's dashboard, counted from log lines by metric filters. Metrics cost the same however
 * they are made; filters add nothing to the log, and Lambda's JSON format would nest the embedded metric format where
 * CloudWatch does not look for it.
 */
export const METRICS = {
  Submissions: { of: 'submission', by: ['submission'] },
  /** Minutes of sound that Amazon Transcribe processed, whatever became of the video. */
  MinutesHeard: { of: 'recognition', value: 'minutes', by: ['readTranscript'] },
  /** Words that Amazon Transcribe found, and the sum of their confidences of 0 to 1: the quotient is the mean of a day. */
  Words: { of: 'words', value: 'words', by: ['readTranscript'] },
  WordConfidence: { of: 'words', value: 'confidence', by: ['readTranscript'] },
  /** Translated sentences, those marked for checking, and those that the plain translator took over from a model. */
  Sentences: { of: 'translation', value: 'sentences', by: ['translateBatch'] },
  SentencesFlagged: { of: 'translation', value: 'flagged', by: ['translateBatch'] },
  SentencesPlain: { of: 'translation', value: 'steppedIn', by: ['translateBatch'] },
  /** Tokens of the language model: brief, translation, second look, check of the meaning and requests from the editor. */
  ModelTokensRead: {
    of: 'model',
    value: 'inputTokens',
    by: ['writeBrief', 'translateBatch', 'checkMeaning', 'askAgain'],
  },
  ModelTokensWritten: {
    of: 'model',
    value: 'outputTokens',
    by: ['writeBrief', 'translateBatch', 'checkMeaning', 'askAgain'],
  },
  /** From submission to finished subtitle. */
  WaitingMinutes: { of: 'delivery', value: 'waitedMinutes', by: ['writeSubtitle'] },
  Refunds: { of: 'refund', by: ['refund'], dimension: 'failure' },
  TokensSold: { of: 'purchase', value: 'tokens', by: ['payment', 'reconcile'] },
  WonSold: { of: 'purchase', value: 'won', by: ['payment', 'reconcile'] },
  TokensGiven: { of: 'signup', value: 'tokens', by: ['account'] },
} as const satisfies Record<string, LogMetric>

export type MetricName = keyof typeof METRICS
