import { useEffect, useState } from 'react'
import { createListeners } from './listeners.ts'
import { unmark } from './session/signed-in.ts'

/** Keys of `localStorage` that hold a signed-in user's data. */
export const PERSONAL_KEYS = {
  unfinishedUploads: 'jamak.unfinished-uploads',
  noEmailWanted: 'jamak.no-email-wanted',
  register: 'jamak.register',
  toldDone: 'jamak.told-done',
  keepsVideos: 'jamak.keeps-videos',
  archiveView: 'jamak.archive-view',
} as const

/** Prefix of the keys under which the editor keeps unsaved edits. */
export const UNSAVED_EDITS = 'jamak.edits.'

/** Beginning of the keys under which the editor keeps where the user stopped. */
export const EDITOR_PLACE = 'jamak.editor-place.'

/** The editor's database of the user's videos that this browser remembers. */
export const EDITOR_DATABASE = 'jamak-editor'

/** Folders of the origin's private storage: copies of the user's own videos, and captioned films. */
export const OWN_VIDEOS = 'own-videos'
export const FILMS = 'films'

/** Opens a folder of the origin's private storage by path. Rejects if there is no storage, as in private windows. */
export async function privateFolder(path: string): Promise<FileSystemDirectoryHandle> {
  let folder = await navigator.storage.getDirectory()
  for (const name of path.split('/')) folder = await folder.getDirectoryHandle(name, { create: true })
  return folder
}

/** Whether the browser has private storage, which private windows of Safari and Firefox lack. */
export function hasPrivateFolder(path: string): Promise<boolean> {
  return privateFolder(path).then(
    () => true,
    () => false,
  )
}

const DATABASE = 'jamak'
const STORE = 'kept'
const VIDEO_KEY = 'video'

/** Notifies before the user's data is deleted, so that work that uses the data can stop. */
export const forgetting = createListeners()

/**
 * Signs the user out of this browser and deletes their data from it, because the next user may be someone else.
 * Resolves once the videos are deleted.
 */
export async function forgetUser(): Promise<void> {
  forgetting.notify()
  for (const key of Object.values(PERSONAL_KEYS)) localStorage.removeItem(key)
  for (const key of keysOf(localStorage))
    if ([UNSAVED_EDITS, EDITOR_PLACE].some(prefix => key.startsWith(prefix))) localStorage.removeItem(key)
  indexedDB.deleteDatabase(DATABASE)
  indexedDB.deleteDatabase(EDITOR_DATABASE)
  await forgetPrivateFiles().catch(() => undefined)
  unmark()
}

/** Rejects where the browser has no private storage. */
async function forgetPrivateFiles(): Promise<void> {
  const root = await navigator.storage.getDirectory()
  await Promise.allSettled([OWN_VIDEOS, FILMS].map(name => root.removeEntry(name, { recursive: true })))
}

export function keysOf(storage: Storage): string[] {
  return Array.from({ length: storage.length }, (_, i) => storage.key(i) ?? '')
}

/** Stores one video for the duration of a visit to the payment provider; replaces an earlier one. */
export async function storeKeptVideo(video: object): Promise<void> {
  await storeKept(VIDEO_KEY, video)
}

/** Returns the stored video and deletes it; `undefined` if there is none. */
export function takeStoredVideo(): Promise<unknown> {
  return withStore('readwrite', async store => {
    const video: unknown = await resultOf(store.get(VIDEO_KEY))
    await resultOf(store.delete(VIDEO_KEY))
    return video
  })
}

/** Stores a value of this browser under a key; replaces an earlier one. */
export async function storeKept(key: string, value: object): Promise<void> {
  await withStore('readwrite', store => resultOf(store.put(value, key)))
}

export function readKept(key: string): Promise<unknown> {
  return withStore('readonly', store => resultOf<unknown>(store.get(key)))
}

/** Whether a video is stored until its owner has bought tokens; `false` until the browser has checked. */
export function useHasKeptVideo(): boolean {
  const [isKept, setIsKept] = useState(false)
  useEffect(() => {
    void withStore('readonly', async store => (await resultOf(store.count(VIDEO_KEY))) > 0).then(
      setIsKept,
      console.warn,
    )
  }, [])
  return isKept
}

async function withStore<Value>(
  mode: IDBTransactionMode,
  work: (store: IDBObjectStore) => Promise<Value>,
): Promise<Value> {
  const opening = indexedDB.open(DATABASE, 1)
  opening.onupgradeneeded = () => opening.result.createObjectStore(STORE)
  const database = await resultOf(opening)
  try {
    const transaction = database.transaction(STORE, mode)
    const [value] = await Promise.all([work(transaction.objectStore(STORE)), completionOf(transaction)])
    return value
  } finally {
    database.close()
  }
}

/** Waits for the end of the transaction, because a browser may accept a value and then fail to write it. */
function completionOf(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve()
    transaction.onabort = () => reject(transaction.error)
  })
}

export function resultOf<Value>(request: IDBRequest<Value>): Promise<Value> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
}
