import { TranscribeClient } from '@aws-sdk/client-transcribe'
import type { ArchiveEntry } from '../contract/archive-entry.ts'
import { captionTrack, mediaProbe, workKey } from '../contract/media-objects.ts'
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
import { firstJobKind, isEnglish, type JobKind, refuseOtherLanguage } from './language.ts'

/** Dependencies of the steps that start and check the recognition. */
export interface TranscriptionDeps {
  tables: Tables
  media: MediaBucket
  transcribe: TranscribeClient
  /** Role that Amazon Transcribe takes on to reach the bucket. */
  roleArn: string
  /** Epoch milliseconds. */
  now: () => number
}

export function transcriptionDepsFromEnvironment(): TranscriptionDeps {
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

/** A sound that is one job: the whole, or a part of it. */
interface HeardSound {
  /** Number of the part; absent for the whole. */
  part?: number
  seconds: number
}

/**
 * Starts the recognition of an entry's sound, of all its parts at once, or uses a hand-written caption track instead.
 * Idempotent.
 * @returns COMPLETED if the transcript is there already, else how long to wait before checking
 */
export async function startTranscription(deps: TranscriptionDeps, ref: StepInput): Promise<TranscriptionState> {
  const entry = await openEntry(deps.tables, ref)
  if (!entry || (await takeCaptions(deps.media, entry))) return COMPLETED
  const sounds = await soundsOf(deps.media, entry)
  for (const sound of sounds) await startJob(deps.transcribe, jobOf(deps, ref, sound, firstJobKind(sound.seconds)))
  return { status: 'IN_PROGRESS', waitSeconds: waitSeconds(longest(sounds), 0) }
}

/** The sounds that are heard: the parts that settling cut, or the whole. */
async function soundsOf(media: MediaBucket, entry: ArchiveEntry): Promise<HeardSound[]> {
  const { parts } = (await readJson(media, workKey(entry.uid, entry.key, 'probe.json'), mediaProbe)) ?? {}
  if (!parts) return [{ seconds: entry.duration_seconds }]
  return parts.map(({ startMs, endMs }, part) => ({ part, seconds: (endMs - startMs) / 1000 }))
}

function longest(sounds: readonly HeardSound[]): number {
  return Math.max(...sounds.map(({ seconds }) => seconds))
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
export async function checkTranscription(deps: TranscriptionDeps, ref: StepInput): Promise<TranscriptionState> {
  const entry = await openEntry(deps.tables, ref)
  if (!entry) return COMPLETED
  const sounds = await soundsOf(deps.media, entry)
  const since = await startOfUnfinished(deps, entry, sounds)
  if (since === undefined) return COMPLETED
  return { status: 'IN_PROGRESS', waitSeconds: waitSeconds(longest(sounds), (deps.now() - since) / 1000) }
}

/**
 * When an unfinished job was started, in epoch milliseconds; undefined where all have ended. The last part is asked for
 * first and mostly ends last, so most checks are one request. Once all are identified, the language of more than half of
 * the time is that of the recording; where it is English, what Amazon took for another language, or for too little speech
 * to identify one, is recognized once more as English.
 * @throws BusinessError NOT_ENGLISH, or the failure that a failed job's reason means
 */
async function startOfUnfinished(
  deps: TranscriptionDeps,
  entry: ArchiveEntry,
  sounds: readonly HeardSound[],
): Promise<number | undefined> {
  const identified: { sound: HeardSound; state: JobState }[] = []
  for (const sound of sounds.toReversed()) {
    const state = await stateOfJob(deps, entry, sound, firstJobKind(sound.seconds))
    if (state.status === 'IN_PROGRESS') return state.since
    if (!isDoubtful(state)) refuseFailure(state)
    identified.unshift({ sound, state })
  }
  refuseForeignRecording(identified)
  let since: number | undefined
  for (const { sound, state } of identified) {
    if (!isDoubtful(state)) continue
    const again = await stateOfJob(deps, entry, sound, 'english')
    refuseFailure(again)
    if (again.status === 'IN_PROGRESS') since = Math.min(since ?? again.since, again.since)
  }
  return since
}

/** True for a sound that Amazon took for another language than English, or that has too little speech to identify one. */
function isDoubtful(state: JobState): boolean {
  if (state.status === 'FAILED') return isUnidentified(state.reason)
  return state.status === 'COMPLETED' && !isEnglish(state.language)
}

/** @throws BusinessError the failure that the reason of a failed job means */
function refuseFailure(state: JobState): void {
  if (state.status === 'FAILED') throw new BusinessError(failureOfReason(state.reason), state.reason)
}

/** @throws BusinessError NOT_ENGLISH unless English was identified for as much of the time as other languages */
function refuseForeignRecording(identified: readonly { sound: HeardSound; state: JobState }[]): void {
  let english = 0
  let foreign = 0
  let language: string | undefined
  for (const { sound, state } of identified) {
    if (state.status !== 'COMPLETED') continue
    if (isEnglish(state.language)) english += sound.seconds
    else {
      foreign += sound.seconds
      language = state.language
    }
  }
  if (foreign > english) refuseOtherLanguage(language)
}

/** Starts the job if it does not exist: the `english` one always at first, the other one if it was lost. */
async function stateOfJob(
  deps: TranscriptionDeps,
  ref: StepInput,
  sound: HeardSound,
  kind: JobKind,
): Promise<JobState> {
  const job = jobOf(deps, ref, sound, kind)
  const state = await readJob(deps.transcribe, job.name, deps.now())
  if (state) return state
  await startJob(deps.transcribe, job)
  return { status: 'IN_PROGRESS', since: deps.now() }
}

/** The job reads the sound that was charged for and writes the transcript of the whole, or of the part. */
function jobOf(
  { media, roleArn }: TranscriptionDeps,
  ref: StepInput,
  { part }: HeardSound,
  kind: JobKind,
): TranscriptionJob {
  return {
    name: jobName(ref, kind, part),
    kind,
    bucket: media.name,
    mediaKey: workKey(ref.uid, ref.key, part === undefined ? 'sound.mp4' : `parts/${part}/sound.mp4`),
    outputKey: workKey(ref.uid, ref.key, part === undefined ? 'transcript.json' : `parts/${part}/transcript.json`),
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
