import { modelTokens } from '../cost/usage.ts'

/** Quotas of an account that bound how much the deployment carries. */
export interface Quotas {
  /** Concurrent executions of Lambda. */
  lambda: number
  /** Transcription jobs at once; further jobs wait in Amazon Transcribe's queue. */
  transcribeJobs: number
  /** Starts and status calls of transcription jobs a second. */
  transcribeStarts: number
  transcribeReads: number
  /** Requests of TranslateText a second. AWS documents no figure, so both are guesses until the preflight shows one. */
  translateCalls: number
  /** Tokens of the model a minute and a day; undefined without a model. */
  tokensPerMinute?: number
  tokensPerDay?: number
  /** Emails a second and a day. */
  emailsPerSecond: number
  emailsPerDay: number
}

/** What an account starts with (docs/operations.md, step 0), and what AWS usually grants. Neither is the same for every account. */
export const QUOTAS: Record<'new' | 'usual', Quotas> = {
  new: {
    lambda: 10,
    transcribeJobs: 100,
    transcribeStarts: 25,
    transcribeReads: 30,
    translateCalls: 10,
    tokensPerMinute: 100_000,
    tokensPerDay: 10_000_000,
    emailsPerSecond: 1,
    emailsPerDay: 200,
  },
  usual: {
    lambda: 1000,
    transcribeJobs: 250,
    transcribeStarts: 25,
    transcribeReads: 30,
    translateCalls: 50,
    tokensPerMinute: 2_000_000,
    tokensPerDay: 1_000_000_000,
    emailsPerSecond: 14,
    emailsPerDay: 50_000,
  },
}

/** Settings that change what a video takes. */
export interface Load {
  /** Minutes of an ordinary video. */
  minutes: number
  model: boolean
  secondLook: boolean
  breakReview?: boolean
  /** Concurrency that the API's functions reserve in total, which the workflow cannot use. */
  reserved: number
  partsFromMinutes: number
}

/** Assumptions about one video. None was measured on AWS. */
export const PER_VIDEO = {
  /** Requests to the API: submission, upload, progress and the first opening in the editor. */
  apiCalls: 40,
  /** Seconds that functions run, apart from the translation. */
  functionSeconds: 12,
  /** Seconds of translating a minute, with a model (a brief and its batches) and with Amazon Translate. */
  modelSecondsPerMinute: 14,
  translateSecondsPerMinute: 2,
  /** Sentences a minute, each of which Amazon Translate gets as one request. */
  translateCallsPerMinute: 12,
  /** Seconds of a transcription job: a minute and a fifth of the length. */
  jobSeconds: (minutes: number) => 60 + minutes * 12,
  /** Minutes of a part of a long recording. */
  partMinutes: 10,
  statusCalls: 2,
  transitions: 30,
  emails: 2,
  /** Writes to the entry's place in the index of open entries, which is one partition. */
  indexWrites: 4,
} as const

/** Limits that no setting of the account raises: requests a second of the API (`lib/api.ts`), DynamoDB and Step Functions. */
export const FIXED = {
  apiRate: 100,
  /** Write units a second of one partition. */
  partitionWrites: 1000,
  /** Step Functions outside its three largest regions: started executions, transitions, described executions a second. */
  starts: 150,
  transitions: 800,
  describes: 10,
  /** A run of the sweeper may take four minutes. */
  sweepSeconds: 240,
  /** A run of the reconciler may take eight minutes; a request to Toss takes about half a second, five at once. */
  reconcileSeconds: 480,
  tossSeconds: 0.5,
  reconciledAtOnce: 5,
} as const

export interface Limit {
  name: string
  /** Videos that may be submitted a second for hours; undefined for a limit of what may be open at once. */
  perSecond?: number
  /** Videos or orders that may be open at once. */
  atOnce?: number
  /** What happens beyond the limit, and what raises it. */
  beyond: string
  raise: string
}

/** Every limit, the lowest rate first, then those of what may be open at once. */
export function listLimits(quotas: Quotas, load: Load): Limit[] {
  const { minutes } = load
  const perVideo = PER_VIDEO
  const jobs =
    load.partsFromMinutes > 0 && minutes >= load.partsFromMinutes ? Math.floor(minutes / perVideo.partMinutes) : 1
  const jobSeconds = perVideo.jobSeconds(minutes / jobs)
  const translating = load.model ? perVideo.modelSecondsPerMinute : perVideo.translateSecondsPerMinute
  const functionSeconds = perVideo.functionSeconds + translating * minutes
  const { input, output } = modelTokens({ minutes }, load)
  const tokens = input + output
  const waits = 'videos wait'
  const rates: Limit[] = [
    {
      name: 'API requests',
      perSecond: FIXED.apiRate / perVideo.apiCalls,
      beyond: 'the page repeats refused requests',
      raise: 'RATE and BURST in lib/api.ts',
    },
    {
      name: 'Lambda concurrency',
      perSecond: Math.max(0, quotas.lambda - load.reserved) / functionSeconds,
      beyond: `${waits}; a throttled step is retried for 16 minutes, then refunded`,
      raise: 'Service Quotas, Lambda, "Concurrent executions"',
    },
    {
      name: 'Transcribe jobs',
      perSecond: quotas.transcribeJobs / (jobs * jobSeconds),
      beyond: `${waits} in Transcribe's queue, for eight hours at most`,
      raise: 'Service Quotas, Amazon Transcribe, concurrent batch jobs',
    },
    {
      name: 'Transcribe starts and status calls',
      perSecond: Math.min(quotas.transcribeStarts / jobs, quotas.transcribeReads / (perVideo.statusCalls * jobs)),
      beyond: waits,
      raise: 'Service Quotas, Amazon Transcribe',
    },
    {
      name: 'Step Functions starts and transitions',
      perSecond: Math.min(FIXED.starts, FIXED.transitions / perVideo.transitions),
      beyond: 'the sweeper starts what was refused',
      raise: 'Service Quotas, Step Functions',
    },
    {
      name: 'emails a second',
      perSecond: quotas.emailsPerSecond / perVideo.emails,
      beyond: 'emails are sent later, within three days',
      raise: 'SES, production access',
    },
    {
      name: 'emails a day',
      perSecond: quotas.emailsPerDay / perVideo.emails / 86_400,
      beyond: 'emails are sent later, within three days',
      raise: 'SES, production access',
    },
    {
      name: 'index of open entries (one partition)',
      perSecond: FIXED.partitionWrites / perVideo.indexWrites,
      beyond: 'writes are retried',
      raise: 'partitions in the key `open`',
    },
    {
      name: load.model ? 'Translate calls, if it takes over' : 'Translate calls',
      perSecond: quotas.translateCalls / (perVideo.translateCallsPerMinute * minutes),
      beyond: `${waits}; a throttled step is retried for 16 minutes, then refunded`,
      raise: 'AWS Support, TextTranslate requests a second',
    },
    ...(load.model && quotas.tokensPerMinute !== undefined
      ? [
          {
            name: 'model tokens a minute',
            perSecond: quotas.tokensPerMinute / 60 / tokens,
            beyond: 'Amazon Translate takes over',
            raise: 'Service Quotas, Amazon Bedrock, tokens per minute',
          },
        ]
      : []),
    ...(load.model && quotas.tokensPerDay !== undefined
      ? [
          {
            name: 'model tokens a day',
            perSecond: quotas.tokensPerDay / 86_400 / tokens,
            beyond: 'Amazon Translate takes over until the next day',
            raise: 'AWS Support, tokens per day',
          },
        ]
      : []),
  ]
  return [
    ...rates.sort((a, b) => (a.perSecond ?? 0) - (b.perSecond ?? 0)),
    {
      name: 'transcribed at the same time',
      atOnce: Math.floor(quotas.transcribeJobs / jobs),
      beyond: waits,
      raise: 'Service Quotas, Amazon Transcribe, concurrent batch jobs',
    },
    {
      name: 'open entries that the sweeper examines within its interval',
      atOnce: FIXED.describes * FIXED.sweepSeconds,
      beyond: 'newer entries wait until older ones close',
      raise: 'Service Quotas, Step Functions, DescribeExecution',
    },
    {
      name: 'open orders that the reconciler examines within its interval',
      atOnce: (FIXED.reconcileSeconds / FIXED.tossSeconds) * FIXED.reconciledAtOnce,
      beyond: 'newer orders wait until older ones close',
      raise: 'RECONCILED_AT_ONCE in lambdas/payment/reconcile.ts',
    },
  ]
}
