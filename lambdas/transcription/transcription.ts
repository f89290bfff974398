import { TranscribeClient } from '@aws-sdk/client-transcribe'
import { soundLengthMs } from '#mp4-sound'
import type { ArchiveEntry } from '../contract/archive-entry.ts'
import { captionTrack, mediaProbe, type SubtitleTranscript, soundKey, workKey } from '../contract/media-objects.ts'
import type { StepInput, TranscriptionState, TranscriptionStatus } from '../contract/workflow.ts'
import { openEntry } from '../records/archive.ts'
import { type BaseDeps, baseDeps } from '../records/base-deps.ts'
import { ANSWERED_SOON } from '../runtime/clients.ts'
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
import { type Hearing, hearingFromEnvironment, isHeard } from './heard.ts'
import { firstJobKind, isEnglish, type JobKind, refuseOtherLanguage } from './language.ts'

/** Dependencies of the steps that start and check the transcription. */
export interface TranscriptionDeps extends BaseDeps {
  transcribe: TranscribeClient
  /** Role that Amazon Transcribe takes on to reach the bucket. */
  roleArn: string
  hearing: Hearing
}

export function transcriptionDepsFromEnvironment(): TranscriptionDeps {
  const { TRANSCRIBE_ROLE_ARN } = readEnvironment('TRANSCRIBE_ROLE_ARN')
  return {
    ...baseDeps(),
    transcribe: new TranscribeClient({ requestHandler: ANSWERED_SOON }),
    roleArn: TRANSCRIBE_ROLE_ARN,
    hearing: hearingFromEnvironment(),
  }
}

const COMPLETED: TranscriptionState = { status: 'COMPLETED', waitSeconds: 0 }

/** The sound of one transcription job: the whole recording or a part of it. */
interface JobSound {
  /** Number of the part; absent for the whole. */
  part: number | undefined
  seconds: number
  /** Our own recognizer has transcribed it. */
  isHeard: boolean
}

/**
 * Starts a transcription job for the entry's sound, or for all its parts at once, unless our own recognizer has
 * transcribed it or a hand-written caption track replaces it. Idempotent.
 * @returns COMPLETED if the transcript exists already
 */
export async function startTranscription(deps: TranscriptionDeps, ref: StepInput): Promise<TranscriptionState> {
  const entry = await openEntry(deps.tables, ref)
  if (!entry || (await takeCaptions(deps.media, entry))) return COMPLETED
  const sounds = (await listSounds(deps, entry)).filter(sound => !sound.isHeard)
  if (sounds.length === 0) return COMPLETED
  for (const sound of sounds) await startJob(deps.transcribe, buildJob(deps, ref, sound, firstJobKind(sound.seconds)))
  return { status: 'IN_PROGRESS', waitSeconds: waitSeconds(sounds) }
}

/** The sounds to transcribe: the parts that the settle step cut, or the whole recording. */
async function listSounds(deps: TranscriptionDeps, entry: ArchiveEntry): Promise<JobSound[]> {
  const probe = await readJson(deps.media, workKey(entry.uid, entry.key, 'probe.json'), mediaProbe)
  const { parts, timeline } = probe ?? {}
  // The timeline's length, because the pictures of a film may be much longer than its sound.
  const sounds = parts?.map(({ startMs, endMs }, part) => ({ part, seconds: (endMs - startMs) / 1000 })) ?? [
    { part: undefined, seconds: timeline ? soundLengthMs(timeline) / 1000 : entry.duration_seconds },
  ]
  return Promise.all(sounds.map(async sound => ({ ...sound, isHeard: await isHeard(deps, entry, sound.part) })))
}

/**
 * Writes the transcript from the captions of a YouTube video; returns false if they contain no speech. The transcript of an
 * English subtitle exists already.
 */
async function takeCaptions(media: MediaBucket, { uid, key, type, captions }: ArchiveEntry): Promise<boolean> {
  if (type === 'subtitle') return true
  if (type !== 'youtube' || !captions) return false
  const track = await readJson(media, workKey(uid, key, 'captions.json'), captionTrack)
  if (!track) return false
  const { language, transcript } = track
  if (transcript.words.length === 0) return false
  const file: SubtitleTranscript = { captions: true, results: { language_code: language }, transcript }
  await writeJson(media, workKey(uid, key, 'transcript.json'), file)
  return true
}

/**
 * Checks the transcription jobs of an entry.
 * @throws BusinessError NOT_ENGLISH, or the failure that a failed job's reason means
 */
export async function checkTranscription(deps: TranscriptionDeps, ref: StepInput): Promise<TranscriptionStatus> {
  const entry = await openEntry(deps.tables, ref)
  if (!entry) return 'COMPLETED'
  return checkJobs(deps, entry, await listSounds(deps, entry))
}

/**
 * The last part is checked first because it usually finishes last, so most checks take one request. Once all jobs have
 * finished, the language of more than half of the time is the language of the recording. If it is English, parts that
 * Amazon identified as another language, or could not identify, are transcribed once more as English.
 * @throws BusinessError NOT_ENGLISH, or the failure that a failed job's reason means
 */
async function checkJobs(
  deps: TranscriptionDeps,
  entry: ArchiveEntry,
  sounds: readonly JobSound[],
): Promise<TranscriptionStatus> {
  const identified: { sound: JobSound; state: JobState }[] = []
  for (const sound of sounds.toReversed()) {
    const state = sound.isHeard ? HEARD_IN_ENGLISH : await stateOfJob(deps, entry, sound, firstJobKind(sound.seconds))
    if (state.status === 'IN_PROGRESS') return 'IN_PROGRESS'
    if (!isDoubtful(state)) refuseFailure(state)
    identified.unshift({ sound, state })
  }
  refuseForeignRecording(identified)
  let status: TranscriptionStatus = 'COMPLETED'
  for (const { sound, state } of identified) {
    if (!isDoubtful(state)) continue
    const again = await stateOfJob(deps, entry, sound, 'english')
    refuseFailure(again)
    if (again.status === 'IN_PROGRESS') status = 'IN_PROGRESS'
  }
  return status
}

/** Our own recognizer leaves every sound that may not be English to Amazon Transcribe. */
const HEARD_IN_ENGLISH: JobState = { status: 'COMPLETED', language: 'en-US' }

/** True if Amazon identified a language other than English or found too little speech to identify one. */
function isDoubtful(state: JobState): boolean {
  if (state.status === 'FAILED') return isUnidentified(state.reason)
  return state.status === 'COMPLETED' && !isEnglish(state.language)
}

/** @throws BusinessError the failure that the reason of a failed job means */
function refuseFailure(state: JobState): void {
  if (state.status === 'FAILED') throw new BusinessError(failureOfReason(state.reason), state.reason)
}

/** @throws BusinessError NOT_ENGLISH unless English was identified for as much of the time as other languages */
function refuseForeignRecording(identified: readonly { sound: JobSound; state: JobState }[]): void {
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

/** Starts the job if it does not exist: an `english` job on the first check, an `identify` job only if it was lost. */
async function stateOfJob(deps: TranscriptionDeps, ref: StepInput, sound: JobSound, kind: JobKind): Promise<JobState> {
  const job = buildJob(deps, ref, sound, kind)
  const state = await readJob(deps.transcribe, job.name)
  if (state) return state
  await startJob(deps.transcribe, job)
  return { status: 'IN_PROGRESS' }
}

/** The job reads the sound that was charged for and writes its transcript beside it. */
function buildJob(
  { media, roleArn }: TranscriptionDeps,
  ref: StepInput,
  { part }: JobSound,
  kind: JobKind,
): TranscriptionJob {
  return {
    name: jobName(ref, kind, part),
    kind,
    bucket: media.name,
    mediaKey: soundKey(ref, part, 'sound.mp4'),
    outputKey: soundKey(ref, part, 'transcript.json'),
    roleArn,
  }
}

const SHORTEST_WAIT_SECONDS = 60
const LONGEST_WAIT_SECONDS = 600
/** Transcription takes about a minute and a fifth of the sound's length, so most jobs finish within the first wait. */
const WAITED_SHARE = 0.25

/** Seconds until the jobs are checked without an event, which Amazon Transcribe sends as best effort. */
export function waitSeconds(sounds: readonly { seconds: number }[]): number {
  const longest = Math.max(...sounds.map(({ seconds }) => seconds))
  return Math.min(LONGEST_WAIT_SECONDS, SHORTEST_WAIT_SECONDS + Math.ceil(longest * WAITED_SHARE))
}
