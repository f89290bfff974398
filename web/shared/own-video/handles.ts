/** Chromium's file handle (File System Access). Other browsers have none, so users choose the file at each visit. */
export interface FileHandle {
  name: string
  getFile(): Promise<File>
  queryPermission(options: { mode: 'read' }): Promise<string>
  requestPermission(options: { mode: 'read' }): Promise<string>
}

type Picker = (options: object) => Promise<FileHandle[]>

const handles = new WeakMap<Blob, Promise<FileHandle | undefined>>()

export function isHandle(value: unknown): value is FileHandle {
  return typeof value === 'object' && value !== null && 'getFile' in value && 'queryPermission' in value
}

/** Returns the handle of a file that was picked or dropped on this page. */
export async function findHandle(file: Blob): Promise<FileHandle | undefined> {
  return handles.get(file)
}

export function noteHandle(file: Blob, handle: FileHandle): void {
  handles.set(file, Promise.resolve(handle))
}

/** Records the handles of dropped files. Must be called synchronously in the drop event, which empties afterwards. */
export function noteDropped({ files, items }: DataTransfer): void {
  const ofFiles = [...items].filter(({ kind }) => kind === 'file')
  for (const [n, file] of [...files].entries()) {
    const read: unknown = ofFiles[n] && Reflect.get(ofFiles[n], 'getAsFileSystemHandle')
    if (typeof read !== 'function') continue
    const reading: Promise<unknown> = read.call(ofFiles[n])
    handles.set(
      file,
      reading.then(
        handle => (isHandle(handle) ? handle : undefined),
        () => undefined,
      ),
    )
  }
}

function picker(): Picker | undefined {
  const found: unknown = Reflect.get(window, 'showOpenFilePicker')
  return typeof found === 'function' ? options => found.call(window, options) : undefined
}

export function canPickFiles(): boolean {
  return picker() !== undefined
}

/** Lets the user pick files whose handles the browser can store; returns none if the user cancels. */
export async function pickFiles(accept: Record<string, readonly string[]>, multiple = false): Promise<File[]> {
  try {
    const picked = (await picker()?.({ types: [{ accept }], multiple })) ?? []
    return await Promise.all(
      picked.map(async handle => {
        const file = await handle.getFile()
        noteHandle(file, handle)
        return file
      }),
    )
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') return []
    throw error
  }
}
