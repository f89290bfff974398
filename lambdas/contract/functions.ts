import { STEP_ENTRIES } from './workflow.ts'

/**
 * Every Lambda function and its entry file under `lambdas/`. `lib/lambda-function.ts` bundles them; the local cloud runs
 * the same bundles.
 */
export const FUNCTIONS = {
  // HTTP API: one function per module. Asking a model again needs other permissions, so it has its own.
  account: 'account/account.handler.ts',
  submission: 'submission/submission.handler.ts',
  archive: 'archive/archive.handler.ts',
  payment: 'payment/payment.handler.ts',
  askAgain: 'translation/ask-again.handler.ts',
  // events
  startWorkflow: 'submission/start-workflow.handler.ts',
  sweep: 'closing/sweep.handler.ts',
  reconcile: 'payment/reconcile.handler.ts',
  sendOwedMails: 'email/send-owed-emails.handler.ts',
  ...STEP_ENTRIES,
} as const

export type FunctionName = keyof typeof FUNCTIONS
