import type { ArchiveEntry } from '../contract/archive-entry.ts'
import { captionTrack, workKey } from '../contract/media-objects.ts'
import type { StepInput, TranscriptionState } from '../contract/workflow.ts'
import { openEntry } from '../records/archive.ts'
import { type MediaBucket, readJson, writeJson } from '../runtime/media-bucket.ts'
import { startJob } from './amazon-transcribe.ts'
import { transcriptOfCaptions } from './caption-transcript.ts'
import { jobOf, type Transcription } from './transcription.ts'
import { waitSeconds } from './wait.ts'

const COMPLETED: TranscriptionState = { status: 'COMPLETED', waitSeconds: 0 }

/** Starts the recognition of an entry's sound, or takes a person's caption track for it. Running twice has one effect. */
export async function startTranscription(room: Transcription, ref: StepInput): Promise<TranscriptionState> {
  const entry = await openEntry(room.tables, ref)
  if (!entry || (await captionsStandIn(room.media, entry))) return COMPLETED
  await startJob(room.transcribe, jobOf(room, ref, 'identify'))
  return { status: 'IN_PROGRESS', waitSeconds: waitSeconds(entry.duration_seconds) }
}

async function captionsStandIn(media: MediaBucket, { uid, key, type, captions }: ArchiveEntry): Promise<boolean> {
  if (type !== 'youtube' || !captions) return false
  const track = await readJson(media, workKey(uid, key, 'captions.json'), captionTrack)
  if (!track) return false
  const transcript = transcriptOfCaptions(track)
  if (transcript.results.items.length === 0) return false
  await writeJson(media, workKey(uid, key, 'transcript.json'), transcript)
  return true
}
