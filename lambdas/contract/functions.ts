/**
 * Every Lambda function and its entry file under `lambdas/`. `lib/lambda-function.ts` bundles them; the local cloud runs
 * the same bundles.
 */
export const FUNCTIONS = {
  // HTTP API, one function per room; asking a model again has a function of its own, for its rights
  account: 'account/account.handler.ts',
  submission: 'submission/submission.handler.ts',
  archive: 'archive/archive.handler.ts',
  payment: 'payment/payment.handler.ts',
  askAgain: 'translation/ask-again.handler.ts',
  // events
  startWorkflow: 'submission/start-workflow.handler.ts',
  sweep: 'closing/sweep.handler.ts',
  reconcile: 'payment/reconcile.handler.ts',
  sendOwedMails: 'mail/send-owed-mails.handler.ts',
  // steps of the workflow
  notify: 'mail/notify.handler.ts',
  fetchSource: 'source/fetch-source.handler.ts',
  settle: 'source/settle.handler.ts',
  startTranscription: 'transcription/start-transcription.handler.ts',
  checkTranscription: 'transcription/check-transcription.handler.ts',
  readTranscript: 'transcription/read-transcript.handler.ts',
  writeBrief: 'translation/write-brief.handler.ts',
  translateBatch: 'translation/translate-batch.handler.ts',
  writeSubtitle: 'delivery/write-subtitle.handler.ts',
  refund: 'closing/refund.handler.ts',
} as const

export type FunctionName = keyof typeof FUNCTIONS
