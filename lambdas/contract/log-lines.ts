import type { FunctionName } from './functions.ts'

/** What a log line is about. Alarms go by level and topic, never by words. */
export type Topic = 'request' | 'step' | 'video' | 'mail' | 'payment' | 'model' | 'account'

/** Codes of the log lines that are counted (`counted` in the line). */
export type Counted = 'submission' | 'recognition' | 'model' | 'delivery' | 'refund' | 'purchase' | 'signup'

interface LogMetric {
  of: Counted
  /** Field of the line that is added up; without one, lines are counted. */
  value?: 'minutes' | 'inputTokens' | 'outputTokens' | 'waitedMinutes' | 'tokens' | 'won'
  /** Functions that write such lines. */
  by: readonly FunctionName[]
  /** Field that splits the metric: each value of it is a metric of its own, on the bill too. */
  dimension?: 'failure'
}

/**
 * What the operator's dashboard shows of the business, counted from log lines by metric filters. A metric costs the same
 * however it is made; filters add nothing to the log, and Lambda's JSON format would nest the embedded metric format
 * where CloudWatch does not look for it.
 */
export const METRICS = {
  Submissions: { of: 'submission', by: ['submission'] },
  /** Of sound that Amazon Transcribe heard, whatever became of the video. */
  MinutesHeard: { of: 'recognition', value: 'minutes', by: ['readTranscript'] },
  /** Of the language model: brief, translation, second look and what a review asks again. */
  ModelTokensRead: { of: 'model', value: 'inputTokens', by: ['writeBrief', 'translateBatch', 'askAgain'] },
  ModelTokensWritten: { of: 'model', value: 'outputTokens', by: ['writeBrief', 'translateBatch', 'askAgain'] },
  /** From the submission to the finished subtitle. */
  WaitingMinutes: { of: 'delivery', value: 'waitedMinutes', by: ['writeSubtitle'] },
  Refunds: { of: 'refund', by: ['refund'], dimension: 'failure' },
  TokensSold: { of: 'purchase', value: 'tokens', by: ['payment', 'reconcile'] },
  WonSold: { of: 'purchase', value: 'won', by: ['payment', 'reconcile'] },
  TokensGiven: { of: 'signup', value: 'tokens', by: ['account'] },
} as const satisfies Record<string, LogMetric>

export type MetricName = keyof typeof METRICS
