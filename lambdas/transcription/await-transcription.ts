import type { SFNClient } from '@aws-sdk/client-sfn'
import * as z from 'zod'
import { type CheckInput, executionName } from '../contract/workflow.ts'
import type { BaseDeps } from '../records/base-deps.ts'
import { keepTaskToken, readTaskToken } from '../records/task-tokens.ts'
import { returnTaskToken } from '../runtime/executions.ts'
import { log } from '../runtime/log.ts'
import { executionOfJob } from './amazon-transcribe.ts'
import { checkTranscription, type TranscriptionDeps } from './transcription.ts'

/**
 * CheckTranscription: stores the token of the waiting step, then checks the jobs, and ends the step at once if all have
 * finished. In this order no event is missed: a job that ends before the token is stored is seen by the check, and one
 * that ends later finds the token.
 * @throws BusinessError NOT_ENGLISH, or the failure that a failed job's reason means
 */
export async function awaitTranscription(
  deps: TranscriptionDeps & { stepFunctions: SFNClient },
  { token, ...ref }: CheckInput,
): Promise<void> {
  await keepTaskToken(deps.tables, executionName(ref), token, deps.now())
  const status = await checkTranscription(deps, ref)
  if (status === 'COMPLETED') await returnTaskToken(deps.stepFunctions, token, status)
}

/** Amazon Transcribe's `Transcribe Job State Change` of a job that completed or failed. */
export const jobEnded = z.object({ detail: z.object({ TranscriptionJobName: z.string() }) })

/**
 * Resumes the execution whose job has ended, so that it checks its jobs. The event itself decides nothing, so a repeated
 * one costs at most one check. An event without a waiting step is ignored: the account may have jobs of other applications,
 * and a step that was just timed out checks the jobs anyway.
 */
export async function resumeTranscription(
  deps: Pick<BaseDeps, 'tables'> & { stepFunctions: SFNClient },
  jobName: string,
): Promise<{ resumed: boolean }> {
  const execution = executionOfJob(jobName)
  const token = execution && (await readTaskToken(deps.tables, execution))
  const resumed = token !== undefined && (await returnTaskToken(deps.stepFunctions, token, 'IN_PROGRESS'))
  if (!resumed) log('info', 'step', 'ignored the end of a transcription job that no execution waits for', { jobName })
  return { resumed }
}
