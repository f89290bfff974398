import { VIDEO_TYPE } from '../../lambdas/contract/limits.ts'
import { type FileHandle, findHandle, noteHandle } from '../shared/own-video/handles.ts'
import { storeKeptVideo, takeStoredVideo } from '../shared/personal-data.ts'
import type { Candidate, FileItem, Item } from './candidates.ts'
import type { Choices } from './choices.ts'
import { captureFrame } from './media/frame.ts'

const GOOD_FOR_MS = 24 * 60 * 60 * 1000
/** Larger files would copy slowly and fill the disk. */
const MAX_KEPT_BYTES = 400 * 1024 ** 2

/** Links, subtitles, and files with their handles if the browser provides them. */
type KeptItem<Stored = Blob> =
  | Exclude<Item, FileItem>
  | (Omit<FileItem, 'file'> & { file: Stored; handle?: FileHandle | undefined })

interface Kept<Stored = Blob> {
  savedAt: number
  items: readonly KeptItem<Stored>[]
  /** What the popup held, such as a pasted script. */
  choices?: Choices | undefined
}

type CopySound = (file: Blob, trackId: number) => Promise<Blob>

/**
 * Stores the chosen items while the user signs in or buys tokens, because both leave the page. Returns
 * `false` if the files are too large or the browser stores nothing. `now` in epoch ms.
 */
export async function keepVideo(
  items: readonly Item[],
  copySound: CopySound,
  now: number,
  choices?: Choices,
): Promise<boolean> {
  try {
    const kept = await Promise.all(items.map(item => (item.kind === 'file' ? withSoundOnly(item, copySound) : item)))
    const bytes = kept.reduce((sum, item) => sum + (item.kind === 'file' ? item.file.size : 0), 0)
    if (bytes > MAX_KEPT_BYTES) return false
    await store({ savedAt: now, items: kept, choices })
    return true
  } catch (error) {
    console.error(error)
    return false
  }
}

/** Stores the blobs' bytes if the browser refuses to store blobs, as private windows of WebKit do. */
async function store(kept: Kept): Promise<void> {
  try {
    await storeKeptVideo(kept)
  } catch (error) {
    console.warn(error)
    const asBytes = async (item: KeptItem) =>
      item.kind === 'file' ? { ...item, file: await item.file.arrayBuffer() } : item
    await storeKeptVideo({ ...kept, items: await Promise.all(kept.items.map(asBytes)) } satisfies Kept<ArrayBuffer>)
  }
}

async function withSoundOnly(file: FileItem, copySound: CopySound): Promise<KeptItem & FileItem> {
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
 * Returns what was stored and deletes it; undefined if there is nothing or it is older than a day. `now` in epoch ms.
 */
export async function takeKeptVideo(now: number): Promise<Candidate | undefined> {
  const kept = await takeStoredVideo()
  if (!isKept(kept) || now - kept.savedAt >= GOOD_FOR_MS) return undefined
  const items = kept.items.map(item => {
    if (item.kind !== 'file') return item
    const { handle, ...facts } = item
    const file = item.file instanceof Blob ? item.file : new Blob([item.file], { type: VIDEO_TYPE })
    if (handle) noteHandle(file, handle)
    return { ...facts, file }
  })
  return { items, refused: [], restored: { choices: kept.choices } }
}

/** Two fields suffice: only `keepVideo` writes to this store. */
function isKept(value: unknown): value is Kept<Blob | ArrayBuffer> {
  return typeof value === 'object' && value !== null && 'savedAt' in value && 'items' in value
}
