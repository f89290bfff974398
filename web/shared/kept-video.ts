import type { Candidate, FileCandidate } from '../upload/candidate.tsx'

const DATABASE = 'jamak'
const STORE = 'kept'
const KEY = 'video'
const GOOD_FOR_MS = 24 * 60 * 60 * 1000
/** Larger files would take long to copy and much of the disk. */
const MOST_BYTES = 400 * 1024 ** 2

type Kept = { savedAt: number } & (
  | { kind: 'youtube'; link: string }
  | { kind: 'files'; files: readonly FileCandidate[] }
)

/** Gives the sound of a file that is sent as sound alone. */
export type CopySound = (file: Blob) => Promise<Blob>

/**
 * Keeps what somebody wanted to submit while they buy tokens: the payment leaves the page, and a chosen file with it.
 * `false` where the files are too large to keep.
 */
export async function keepVideo(candidate: Candidate, copySound: CopySound, now: number): Promise<boolean> {
  if (candidate.kind === 'youtube') {
    await write({ savedAt: now, kind: 'youtube', link: candidate.quote.url })
    return true
  }
  const files = await Promise.all(candidate.files.map(file => asKept(file, copySound)))
  if (files.reduce((sum, { file }) => sum + file.size, 0) > MOST_BYTES) return false
  await write({ savedAt: now, kind: 'files', files })
  return true
}

async function asKept(file: FileCandidate, copySound: CopySound): Promise<FileCandidate> {
  if (file.soundBytes === undefined) return file
  const sound = await copySound(file.file)
  // Sent as it is from here on: it is the sound already.
  return { ...file, file: sound, soundBytes: undefined }
}

/** What was kept, once; `undefined` where nothing was or it is too old. */
export async function takeKeptVideo(now: number): Promise<Kept | undefined> {
  const kept = await inStore('readwrite', async store => {
    const value: unknown = await done(store.get(KEY))
    await done(store.delete(KEY))
    return value
  })
  return isKept(kept) && now - kept.savedAt < GOOD_FOR_MS ? kept : undefined
}

export async function hasKeptVideo(): Promise<boolean> {
  return inStore('readonly', async store => (await done(store.count(KEY))) > 0)
}

/** Only `keepVideo` writes here, in the form that it has. */
function isKept(value: unknown): value is Kept {
  return typeof value === 'object' && value !== null && 'savedAt' in value && 'kind' in value
}

function write(kept: Kept): Promise<unknown> {
  return inStore('readwrite', store => done(store.put(kept, KEY)))
}

async function inStore<Value>(
  mode: IDBTransactionMode,
  work: (store: IDBObjectStore) => Promise<Value>,
): Promise<Value> {
  const opening = indexedDB.open(DATABASE, 1)
  opening.onupgradeneeded = () => opening.result.createObjectStore(STORE)
  const database = await done(opening)
  try {
    return await work(database.transaction(STORE, mode).objectStore(STORE))
  } finally {
    database.close()
  }
}

function done<Value>(request: IDBRequest<Value>): Promise<Value> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
}
