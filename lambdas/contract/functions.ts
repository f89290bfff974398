import { STEP_ENTRIES } from './workflow.ts'

/** Functions of the HTTP API, one per module. Routes that call a language model need other permissions: `askAgain`. */
export const API_FUNCTIONS = {
  account: 'account/account.handler.ts',
  submission: 'submission/submission.handler.ts',
  archive: 'archive/archive.handler.ts',
  payment: 'payment/payment.handler.ts',
  askAgain: 'translation/ask-again.handler.ts',
} as const

/**
 * Every Lambda function and its entry file under `lambdas/`. `lib/lambda-function.ts` bundles them; the local cloud runs
 * the same bundles.
 */
export const FUNCTIONS = {
  ...API_FUNCTIONS,
  // events
  startWorkflow: 'submission/start-workflow.handler.ts',
  resumeTranscription: 'transcription/resume-transcription.handler.ts',
  sweep: 'closing/sweep.handler.ts',
  reconcile: 'payment/reconcile.handler.ts',
  sendOwedEmails: 'email/send-owed.handler.ts',
  sendWebhooks: 'delivery/send-webhooks.handler.ts',
  ...STEP_ENTRIES,
} as const

export type ApiFunctionName = keyof typeof API_FUNCTIONS
export type FunctionName = keyof typeof FUNCTIONS
