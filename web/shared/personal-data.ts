import { useEffect, useState } from 'react'
import { unmark } from './session/signed-in.ts'

/** Keys of `localStorage` that hold a signed-in user's data. */
export const PERSONAL_KEYS = {
  unfinishedUploads: 'jamak.unfinished-uploads',
  noEmailWanted: 'jamak.no-email-wanted',
  register: 'jamak.register',
  toldDone: 'jamak.told-done',
} as const

/** Prefix of the keys under which the editor keeps unsaved edits. */
export const UNSAVED_EDITS = 'jamak.edits.'

/** Beginning of the keys under which the editor keeps where the user stopped. */
export const EDITOR_PLACE = 'jamak.editor-place.'

/** Database of the editor: the user's own videos, as file handles. */
export const EDITOR_DATABASE = 'jamak-editor'

const DATABASE = 'jamak'
const STORE = 'kept'
const VIDEO_KEY = 'video'

/** Signs the user out of this browser and deletes their data from it, because the next user may be someone else. */
export function forgetUser(): void {
  for (const key of Object.values(PERSONAL_KEYS)) localStorage.removeItem(key)
  for (const key of keysOf(localStorage))
    if ([UNSAVED_EDITS, EDITOR_PLACE].some(prefix => key.startsWith(prefix))) localStorage.removeItem(key)
  indexedDB.deleteDatabase(DATABASE)
  indexedDB.deleteDatabase(EDITOR_DATABASE)
  unmark()
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

function resultOf<Value>(request: IDBRequest<Value>): Promise<Value> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
}
