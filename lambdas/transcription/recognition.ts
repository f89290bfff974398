import { TranscribeClient } from '@aws-sdk/client-transcribe'
import type { ArchiveEntry } from '../contract/archive-entry.ts'
import { captionTrack, workKey } from '../contract/media-objects.ts'
import type { StepInput, TranscriptionState } from '../contract/workflow.ts'
import { openEntry } from '../records/archive.ts'
import { type Tables, tablesFromEnvironment } from '../records/tables.ts'
import { dynamoClient, s3Client } from '../runtime/clients.ts'
import { readEnvironment } from '../runtime/environment.ts'
import { type MediaBucket, readJson, writeJson } from '../runtime/media-bucket.ts'
import { BusinessError } from '../runtime/step.ts'
import {
  failureOfReason,
  isUnidentified,
  type JobState,
  jobName,
  readJob,
  startJob,
  type TranscriptionJob,
} from './amazon-transcribe.ts'
import { transcriptOfCaptions } from './caption-transcript.ts'
import { firstJobKind, type JobKind, refuseOtherLanguage } from './language.ts'

/** Dependencies of the steps that start and check the recognition. */
export interface RecognitionRoom {
  tables: Tables
  media: MediaBucket
  transcribe: TranscribeClient
  /** Role that Amazon Transcribe takes on to reach the bucket. */
  roleArn: string
  /** Epoch milliseconds. */
  now: () => number
}

export function recognitionRoomFromEnvironment(): RecognitionRoom {
  const { MEDIA_BUCKET, TRANSCRIBE_ROLE_ARN } = readEnvironment('MEDIA_BUCKET', 'TRANSCRIBE_ROLE_ARN')
  return {
    tables: tablesFromEnvironment(dynamoClient()),
    media: { client: s3Client(), name: MEDIA_BUCKET },
    transcribe: new TranscribeClient({}),
    roleArn: TRANSCRIBE_ROLE_ARN,
    now: Date.now,
  }
}

const COMPLETED: TranscriptionState = { status: 'COMPLETED', waitSeconds: 0 }

/**
 * Starts the recognition of an entry's sound, or uses a hand-written caption track instead. Idempotent.
 * @returns COMPLETED if the transcript is there already, else how long to wait before checking
 */
export async function startTranscription(room: RecognitionRoom, ref: StepInput): Promise<TranscriptionState> {
  const entry = await openEntry(room.tables, ref)
  if (!entry || (await takeCaptions(room.media, entry))) return COMPLETED
  await startJob(room.transcribe, jobOf(room, ref, firstJobKind(entry.duration_seconds)))
  return { status: 'IN_PROGRESS', waitSeconds: waitSeconds(entry.duration_seconds, 0) }
}

/** Writes the transcript from the captions of a YouTube video; false if it has none with speech in them. */
async function takeCaptions(media: MediaBucket, { uid, key, type, captions }: ArchiveEntry): Promise<boolean> {
  if (type !== 'youtube' || !captions) return false
  const track = await readJson(media, workKey(uid, key, 'captions.json'), captionTrack)
  if (!track) return false
  const transcript = transcriptOfCaptions(track)
  if (transcript.results.items.length === 0) return false
  await writeJson(media, workKey(uid, key, 'transcript.json'), transcript)
  return true
}

/**
 * Checks the recognition of an entry.
 * @throws BusinessError NOT_ENGLISH, or the failure that a failed job's reason means
 */
export async function checkTranscription(room: RecognitionRoom, ref: StepInput): Promise<TranscriptionState> {
  const entry = await openEntry(room.tables, ref)
  if (!entry) return COMPLETED
  const state = await stateOfJobs(room, entry)
  if (state.status === 'COMPLETED') {
    refuseOtherLanguage(state.language)
    return COMPLETED
  }
  if (state.status === 'FAILED') throw new BusinessError(failureOfReason(state.reason), state.reason)
  const waitedSeconds = (room.now() - state.since) / 1000
  return { status: 'IN_PROGRESS', waitSeconds: waitSeconds(entry.duration_seconds, waitedSeconds) }
}

/** Speech too short for Amazon to identify its language is recognized once more as English, instead of failing. */
async function stateOfJobs(room: RecognitionRoom, entry: ArchiveEntry): Promise<JobState> {
  const state = await stateOfJob(room, entry, firstJobKind(entry.duration_seconds))
  return state.status === 'FAILED' && isUnidentified(state.reason) ? stateOfJob(room, entry, 'english') : state
}

/** Starts the job if it does not exist: the `english` one always at first, the other one if it was lost. */
async function stateOfJob(room: RecognitionRoom, ref: StepInput, kind: JobKind): Promise<JobState> {
  const job = jobOf(room, ref, kind)
  const state = await readJob(room.transcribe, job.name, room.now())
  if (state) return state
  await startJob(room.transcribe, job)
  return { status: 'IN_PROGRESS', since: room.now() }
}

/** The job reads the sound that was charged for and writes the entry's transcript. */
function jobOf({ media, roleArn }: RecognitionRoom, ref: StepInput, kind: JobKind): TranscriptionJob {
  return {
    name: jobName(ref, kind),
    kind,
    bucket: media.name,
    mediaKey: workKey(ref.uid, ref.key, 'sound.mp4'),
    outputKey: workKey(ref.uid, ref.key, 'transcript.json'),
    roleArn,
  }
}

const SHORTEST_WAIT_SECONDS = 2
/** Longest first wait; recognition takes a fraction of the media's length. */
const LONGEST_FIRST_WAIT_SECONDS = 30
const LONGEST_WAIT_SECONDS = 120
/** Once the job may be done, it is looked at this many times as often. */
const CLOSER = 4
/** A result is seen late by at most this share of the time that it took, and by half of it on average. */
const WAITED_SHARE = 0.02

/**
 * Seconds until the next check. The waits grow with the time since the job was started: a job that is queued for the
 * eight hours of an execution would otherwise fill the 25,000 events of its history.
 */
export function waitSeconds(durationSeconds: number, waitedSeconds: number): number {
  const first = Math.min(LONGEST_FIRST_WAIT_SECONDS, Math.max(SHORTEST_WAIT_SECONDS, Math.ceil(durationSeconds / 60)))
  if (waitedSeconds < first / 2) return first
  const least = Math.max(SHORTEST_WAIT_SECONDS, Math.ceil(first / CLOSER))
  return Math.min(LONGEST_WAIT_SECONDS, Math.max(least, Math.ceil(waitedSeconds * WAITED_SHARE)))
}
