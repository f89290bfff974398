import { privateFolder } from '../personal-data.ts'

/** Bytes of a file and where they belong in it. */
interface Chunk {
  type: 'write'
  data: Uint8Array<ArrayBuffer>
  position: number
}

/** The part of a `FileSystemSyncAccessHandle` that is used here. TypeScript's types of the page lack it, because only workers have it. */
interface SyncAccess {
  write(data: Uint8Array, options: { at: number }): number
  truncate(size: number): void
  flush(): void
  close(): void
}

function hasSyncAccess(handle: object): handle is { createSyncAccessHandle(): Promise<SyncAccess> } {
  return 'createSyncAccessHandle' in handle
}

/**
 * A stream into a new file of the origin's private storage. Only for workers: there every supported browser can write to
 * it, while Safari before 26 cannot on the page.
 */
export async function writePrivateFile(folder: string, name: string): Promise<WritableStream<Chunk>> {
  const handle = await (await privateFolder(folder)).getFileHandle(name, { create: true })
  if (!hasSyncAccess(handle)) throw new Error('this browser cannot write to its private storage')
  const access = await handle.createSyncAccessHandle()
  access.truncate(0)
  return new WritableStream<Chunk>({
    write({ data, position }) {
      for (let at = 0; at < data.length; ) at += access.write(data.subarray(at), { at: position + at })
    },
    close() {
      access.flush()
      access.close()
    },
    abort: () => access.close(),
  })
}
