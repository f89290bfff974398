import type { TranscribeClient } from '@aws-sdk/client-transcribe'
import { workKey } from '../contract/media-objects.ts'
import type { StepInput } from '../contract/workflow.ts'
import type { Tables } from '../records/tables.ts'
import type { MediaBucket } from '../runtime/media-bucket.ts'
import { type JobKind, jobName, type TranscriptionJob } from './amazon-transcribe.ts'

/** What the steps that hear work with. */
export interface Transcription {
  tables: Tables
  media: MediaBucket
  transcribe: TranscribeClient
  roleArn: string
}

/** The job of an entry: hears the copy of the upload and writes its transcript. */
export function jobOf({ media, roleArn }: Transcription, ref: StepInput, kind: JobKind): TranscriptionJob {
  return {
    name: jobName(ref, kind),
    kind,
    bucket: media.name,
    mediaKey: workKey(ref.uid, ref.key, 'source.mp4'),
    outputKey: workKey(ref.uid, ref.key, 'transcript.json'),
    roleArn,
  }
}
