import type { ArchiveEntry } from '../contract/archive-entry.ts'
import { type MediaProbe, type SubtitleTranscript, workKey } from '../contract/media-objects.ts'
import { isoNow } from '../contract/time.ts'
import { startVideo } from '../records/start-video.ts'
import { aboutEntry, log } from '../runtime/log.ts'
import { writeJson } from '../runtime/media-bucket.ts'
import type { SubmissionDeps } from './submission-deps.ts'

/** What the workflow reads instead of a transcription. */
interface SubtitleObjects {
  transcript: SubtitleTranscript
  probe: MediaProbe
}

/**
 * Stores what the workflow reads and starts it, once. A failed start does not undo the submission: the sweeper starts the
 * workflow later.
 */
export async function startSubtitle(
  deps: SubmissionDeps,
  entry: ArchiveEntry,
  { transcript, probe }: SubtitleObjects,
): Promise<void> {
  if (entry.status !== 'queued') return
  await writeJson(deps.media, workKey(entry.uid, entry.key, 'transcript.json'), transcript)
  await writeJson(deps.media, workKey(entry.uid, entry.key, 'probe.json'), probe)
  try {
    await startVideo(deps, entry, isoNow(deps))
  } catch (error) {
    log('error', 'video', 'workflow not started, left to the sweeper', aboutEntry(entry), error)
  }
}
