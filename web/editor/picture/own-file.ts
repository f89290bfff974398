import { EDITOR_DATABASE } from '../../shared/personal-data.ts'

const STORE = 'handles'

/** Chromium's file handle (File System Access). In other browsers the user chooses the file at each visit. */
interface Handle {
  name: string
  getFile(): Promise<File>
  queryPermission(options: { mode: 'read' }): Promise<string>
  requestPermission(options: { mode: 'read' }): Promise<string>
}

type Picker = (options: object) => Promise<Handle[]>

function isHandle(value: unknown): value is Handle {
  return typeof value === 'object' && value !== null && 'getFile' in value && 'queryPermission' in value
}

function picker(): Picker | undefined {
  const found: unknown = Reflect.get(window, 'showOpenFilePicker')
  return typeof found === 'function' ? options => found.call(window, options) : undefined
}

export function canRememberFiles(): boolean {
  return picker() !== undefined
}

/** Lets the user choose a video and remembers it for this subtitle; `undefined` if none was chosen. */
export async function chooseOwnFile(key: string): Promise<File | undefined> {
  const types = [{ accept: { 'video/*': ['.mp4', '.mov', '.mkv', '.webm', '.m4v'] } }]
  try {
    const [handle] = (await picker()?.({ types })) ?? []
    if (!handle) return undefined
    await withStore('readwrite', store => store.put(handle, key))
    return await handle.getFile()
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') return undefined
    throw error
  }
}

/** Remembers a dropped video in the same way. Must be called while the drop event is handled. */
export async function rememberDropped(key: string, { items }: DataTransfer): Promise<void> {
  const [item] = items
  const read: unknown = item && Reflect.get(item, 'getAsFileSystemHandle')
  const handle: unknown = typeof read === 'function' && (await read.call(item))
  if (isHandle(handle)) await withStore('readwrite', store => store.put(handle, key)).catch(console.warn)
}

/** The video that the user opened during an earlier visit. */
export interface RememberedFile {
  name: string
  /** Set if the browser still allows reading it without a prompt. */
  file?: File
  /** Prompts the user; `undefined` if they refuse or the file is gone. */
  open(): Promise<File | undefined>
}

export async function findOwnFile(key: string): Promise<RememberedFile | undefined> {
  if (!canRememberFiles()) return undefined
  const handle = await withStore('readonly', store => store.get(key)).catch(() => undefined)
  if (!isHandle(handle)) return undefined
  const read = () => handle.getFile().catch(() => undefined)
  const isAllowed = (await handle.queryPermission({ mode: 'read' })) === 'granted'
  return {
    name: handle.name,
    ...(isAllowed && { file: await read() }),
    open: async () => ((await handle.requestPermission({ mode: 'read' })) === 'granted' ? read() : undefined),
  }
}

async function withStore(mode: IDBTransactionMode, work: (store: IDBObjectStore) => IDBRequest): Promise<unknown> {
  const opening = indexedDB.open(EDITOR_DATABASE, 1)
  opening.onupgradeneeded = () => opening.result.createObjectStore(STORE)
  const database = await finished<IDBDatabase>(opening)
  try {
    return await finished<unknown>(work(database.transaction(STORE, mode).objectStore(STORE)))
  } finally {
    database.close()
  }
}

function finished<Value>(request: IDBRequest<Value>): Promise<Value> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
}
