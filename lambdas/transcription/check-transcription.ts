import type { StepInput, TranscriptionState } from '../contract/workflow.ts'
import { openEntry } from '../records/archive.ts'
import { BusinessError } from '../runtime/step.ts'
import { type JobKind, type JobState, readJob, startJob } from './amazon-transcribe.ts'
import { failureOfReason, isUnidentified } from './failure-reason.ts'
import { jobOf, type Transcription } from './transcription.ts'
import { waitSeconds } from './wait.ts'

/**
 * Asks how far the recognition is.
 * @throws BusinessError NOT_ENGLISH, or what the reason of a failed job stands for
 */
export async function checkTranscription(room: Transcription, ref: StepInput): Promise<TranscriptionState> {
  const entry = await openEntry(room.tables, ref)
  if (!entry) return { status: 'COMPLETED', waitSeconds: 0 }
  const state = await stateOfJobs(room, ref)
  if (state.status === 'COMPLETED') {
    refuseOtherLanguage(state.language)
    return { status: 'COMPLETED', waitSeconds: 0 }
  }
  if (state.status === 'FAILED') throw new BusinessError(failureOfReason(state.reason), state.reason)
  return { status: 'IN_PROGRESS', waitSeconds: waitSeconds(entry.duration_seconds) }
}

/** Too little speech to identify its language is heard once more, as English: short clips are no failure. */
async function stateOfJobs(room: Transcription, ref: StepInput): Promise<JobState> {
  const state = await stateOfJob(room, ref, 'identify')
  return state.status === 'FAILED' && isUnidentified(state.reason) ? stateOfJob(room, ref, 'english') : state
}

/** A job that is not there is started: the second one, and one that got lost. */
async function stateOfJob(room: Transcription, ref: StepInput, kind: JobKind): Promise<JobState> {
  const job = jobOf(room, ref, kind)
  const state = await readJob(room.transcribe, job.name)
  if (state) return state
  await startJob(room.transcribe, job)
  return { status: 'IN_PROGRESS' }
}

/** @throws BusinessError NOT_ENGLISH for any other language; none stated is none refused. */
export function refuseOtherLanguage(language: string | undefined): void {
  if (language !== undefined && !/^en(-|$)/i.test(language))
    throw new BusinessError('NOT_ENGLISH', `the speech is ${language}`)
}
