import { EDITOR_DATABASE, OWN_VIDEOS, privateFolder, resultOf } from '../personal-data.ts'
import { type FileHandle, isHandle } from './handles.ts'

const STORE = 'videos'

/** The user's video, remembered for an entry by its handle or as a copy in the origin's private storage. */
export interface OwnVideo {
  key: string
  name: string
  /** MIME type of the copy. */
  type: string
  /** Bytes used in this browser's storage; 0 with a handle. */
  bytes: number
  /** Epoch ms. */
  usedAt: number
  handle?: FileHandle | undefined
}

/** An entry's remembered video, ready to play. */
export interface RememberedVideo extends Pick<OwnVideo, 'name' | 'bytes'> {
  /** Set if the browser allows reading it without a prompt. */
  file?: File | undefined
  /** Prompts the user; `undefined` if they refuse or the file is gone. */
  open(): Promise<File | undefined>
}

/** `now` in epoch ms. */
export async function findOwnVideo(key: string, now: number): Promise<RememberedVideo | undefined> {
  const video = await withStore('readonly', store => store.get(key)).catch(() => undefined)
  if (!isOwnVideo(video)) return undefined
  await putOwnVideo({ ...video, usedAt: now }).catch(console.warn)
  const { name, bytes, handle } = video
  if (!handle) {
    const file = await readCopy(video)
    return file && { name, bytes, file, open: async () => file }
  }
  const read = () => handle.getFile().catch(() => undefined)
  const isAllowed = (await handle.queryPermission({ mode: 'read' })) === 'granted'
  return {
    name,
    bytes,
    file: isAllowed ? await read() : undefined,
    open: async () => ((await handle.requestPermission({ mode: 'read' })) === 'granted' ? read() : undefined),
  }
}

async function readCopy({ key, name, type }: OwnVideo): Promise<File | undefined> {
  try {
    const file = await (await (await privateFolder(OWN_VIDEOS)).getFileHandle(key)).getFile()
    // A file in private storage is named by the key and has no MIME type.
    return new File([file], name, { type })
  } catch (error) {
    console.warn(error)
    return undefined
  }
}

export async function putOwnVideo(video: OwnVideo): Promise<void> {
  await withStore('readwrite', store => store.put(video, video.key))
}

/** All remembered videos, most recently used first. */
export async function listOwnVideos(): Promise<OwnVideo[]> {
  const found = await withStore('readonly', store => store.getAll())
  return (Array.isArray(found) ? found.filter(isOwnVideo) : []).sort((a, b) => b.usedAt - a.usedAt)
}

/** Forgets the video of an entry and deletes its copy. The user's own file stays where it is. */
export async function forgetOwnVideo(key: string): Promise<void> {
  await withStore('readwrite', store => store.delete(key))
  // A video with a handle has no copy, and some browsers have no private storage.
  await removeCopy(key).catch(() => undefined)
}

/** Deletes copies that are not listed because their page was closed before they were complete. */
export async function removeStrays(): Promise<void> {
  const listed = new Set((await listOwnVideos()).map(({ key }) => key))
  const folder = await privateFolder(OWN_VIDEOS)
  for await (const name of folder.keys()) {
    // A copy that another page is writing cannot be removed.
    if (!listed.has(name)) await folder.removeEntry(name).catch(() => undefined)
  }
}

async function removeCopy(key: string): Promise<void> {
  await (await privateFolder(OWN_VIDEOS)).removeEntry(key)
}

/** Deletes the least recently used copies until `bytes` more fit into `budget`; false if they never do. */
export async function makeSpace(bytes: number, budget: number): Promise<boolean> {
  if (bytes > budget) return false
  const copies = (await listOwnVideos()).filter(video => video.bytes > 0)
  let taken = copies.reduce((sum, video) => sum + video.bytes, 0)
  for (const video of copies.reverse()) {
    if (taken + bytes <= budget) break
    await forgetOwnVideo(video.key)
    taken -= video.bytes
  }
  return true
}

function isOwnVideo(value: unknown): value is OwnVideo {
  if (typeof value !== 'object' || value === null) return false
  if (!('key' in value && 'name' in value && 'bytes' in value && 'usedAt' in value)) return false
  return !('handle' in value) || value.handle === undefined || isHandle(value.handle)
}

async function withStore(mode: IDBTransactionMode, work: (store: IDBObjectStore) => IDBRequest): Promise<unknown> {
  const opening = indexedDB.open(EDITOR_DATABASE, 2)
  opening.onupgradeneeded = () => {
    for (const name of opening.result.objectStoreNames) opening.result.deleteObjectStore(name)
    opening.result.createObjectStore(STORE)
  }
  const database = await resultOf<IDBDatabase>(opening)
  try {
    return await resultOf<unknown>(work(database.transaction(STORE, mode).objectStore(STORE)))
  } finally {
    database.close()
  }
}
