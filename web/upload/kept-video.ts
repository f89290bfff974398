import { VIDEO_TYPE } from '../../lambdas/contract/limits.ts'
import { type FileHandle, findHandle, noteHandle } from '../shared/own-video/handles.ts'
import { storeKeptVideo, takeStoredVideo } from '../shared/personal-data.ts'
import type { Candidate, FileCandidate } from './candidates.ts'
import type { Choices } from './choices.ts'
import { captureFrame } from './media/frame.ts'
import type { SubtitleCandidate } from './read-subtitle.ts'

const GOOD_FOR_MS = 24 * 60 * 60 * 1000
/** Larger files would copy slowly and fill the disk. */
const MAX_KEPT_BYTES = 400 * 1024 ** 2

type KeptVideo<Stored = Blob> = { savedAt: number; choices?: Choices | undefined } & (
  | { kind: 'youtube'; link: string }
  | ({ kind: 'subtitle' } & SubtitleCandidate)
  | { kind: 'files'; files: readonly KeptFile<Stored>[] }
)

/** A file, and its handle if the browser provides one. */
type KeptFile<Stored = Blob> = Omit<FileCandidate, 'file'> & { file: Stored; handle?: FileHandle | undefined }

type CopySound = (file: Blob, trackId: number) => Promise<Blob>

/**
 * Stores the chosen video and what the popup already holds, such as a pasted script, while the user buys tokens: the
 * payment leaves the page, which would lose them. Returns `false` if the files are too large or the browser stores
 * nothing. `now` in epoch ms.
 */
export async function keepVideo(
  candidate: Candidate,
  copySound: CopySound,
  now: number,
  choices?: Choices,
): Promise<boolean> {
  try {
    return await keep(candidate, copySound, { savedAt: now, choices })
  } catch (error) {
    console.error(error)
    return false
  }
}

type Common = Pick<KeptVideo, 'savedAt' | 'choices'>

async function keep(candidate: Candidate, copySound: CopySound, common: Common): Promise<boolean> {
  if (candidate.kind === 'group') return false
  if (candidate.kind === 'youtube')
    await storeKeptVideo({ ...common, kind: 'youtube', link: candidate.quote.url } satisfies KeptVideo)
  else if (candidate.kind === 'subtitle') await storeKeptVideo({ ...common, ...candidate } satisfies KeptVideo)
  else {
    const files = await Promise.all(candidate.files.map(file => withSoundOnly(file, copySound)))
    if (files.reduce((sum, { file }) => sum + file.size, 0) > MAX_KEPT_BYTES) return false
    await storeFiles(files, common)
  }
  return true
}

/** Stores the blob's bytes if the browser refuses to store blobs, as private windows of WebKit do. */
async function storeFiles(files: readonly KeptFile[], common: Common): Promise<void> {
  try {
    await storeKeptVideo({ ...common, kind: 'files', files } satisfies KeptVideo)
  } catch (error) {
    console.warn(error)
    const bytes = await Promise.all(files.map(async each => ({ ...each, file: await each.file.arrayBuffer() })))
    await storeKeptVideo({ ...common, kind: 'files', files: bytes } satisfies KeptVideo<ArrayBuffer>)
  }
}

async function withSoundOnly(file: FileCandidate, copySound: CopySound): Promise<KeptFile> {
  if (file.trackId === undefined) return file
  const [sound, frame, handle] = await Promise.all([
    copySound(file.file, file.trackId),
    captureFrame(file.file),
    findHandle(file.file),
  ])
  // The stored file is already the sound, so it is sent whole later.
  const { trackId: _, choices: __, soundBytes: ___, ...kept } = file
  return { ...kept, file: sound, frame, ...(handle && { handle }) }
}

/**
 * Returns the stored video and deletes it; `undefined` if there is none or it is older than a day. `now` in epoch ms.
 */
export async function takeKeptVideo(now: number): Promise<KeptVideo | undefined> {
  const video = await takeStoredVideo()
  if (!isKeptVideo(video) || now - video.savedAt >= GOOD_FOR_MS) return undefined
  if (video.kind !== 'files') return video
  const asBlob = (file: Blob | ArrayBuffer) => (file instanceof Blob ? file : new Blob([file], { type: VIDEO_TYPE }))
  const files = video.files.map(({ handle, ...each }) => {
    const file = asBlob(each.file)
    if (handle) noteHandle(file, handle)
    return { ...each, file }
  })
  return { ...video, files }
}

/** Two fields suffice: only `keepVideo` writes to this store. */
function isKeptVideo(value: unknown): value is KeptVideo<Blob | ArrayBuffer> {
  return typeof value === 'object' && value !== null && 'savedAt' in value && 'kind' in value
}
