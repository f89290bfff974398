import { storeKeptVideo, takeStoredVideo } from '../shared/personal-data.ts'
import type { Candidate, FileCandidate } from './candidates.ts'
import { captureFrame } from './media/frame.ts'
import type { SubtitleCandidate } from './read-subtitle.ts'

const GOOD_FOR_MS = 24 * 60 * 60 * 1000
/** Larger files would copy slowly and fill the disk. */
const MAX_KEPT_BYTES = 400 * 1024 ** 2

type KeptVideo = { savedAt: number } & (
  | { kind: 'youtube'; link: string }
  | ({ kind: 'subtitle' } & SubtitleCandidate)
  | { kind: 'files'; files: readonly FileCandidate[] }
)

type CopySound = (file: Blob) => Promise<Blob>

/**
 * Stores the chosen video while the user buys tokens: the payment leaves the page, which would lose the file. Returns
 * `false` if the files are too large. `now` in epoch ms.
 */
export async function keepVideo(candidate: Candidate, copySound: CopySound, now: number): Promise<boolean> {
  if (candidate.kind === 'youtube') {
    await store({ savedAt: now, kind: 'youtube', link: candidate.quote.url })
    return true
  }
  if (candidate.kind === 'group') return false
  if (candidate.kind === 'subtitle') {
    await store({ savedAt: now, ...candidate })
    return true
  }
  const files = await Promise.all(candidate.files.map(file => withSoundOnly(file, copySound)))
  if (files.reduce((sum, { file }) => sum + file.size, 0) > MAX_KEPT_BYTES) return false
  await store({ savedAt: now, kind: 'files', files })
  return true
}

async function withSoundOnly(file: FileCandidate, copySound: CopySound): Promise<FileCandidate> {
  if (file.soundBytes === undefined) return file
  const [sound, frame] = await Promise.all([copySound(file.file), captureFrame(file.file)])
  // The stored file is already the sound, so it is sent whole later.
  return { ...file, file: sound, soundBytes: undefined, frame }
}

function store(video: KeptVideo): Promise<void> {
  return storeKeptVideo(video)
}

/**
 * Returns the stored video and deletes it; `undefined` if there is none or it is older than a day. `now` in epoch ms.
 */
export async function takeKeptVideo(now: number): Promise<KeptVideo | undefined> {
  const video = await takeStoredVideo()
  return isKeptVideo(video) && now - video.savedAt < GOOD_FOR_MS ? video : undefined
}

/** Two fields suffice: only `keepVideo` writes to this store. */
function isKeptVideo(value: unknown): value is KeptVideo {
  return typeof value === 'object' && value !== null && 'savedAt' in value && 'kind' in value
}
