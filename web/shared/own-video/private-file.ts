import { privateFolder } from '../personal-data.ts'

/** Bytes and their position in the file. */
interface Chunk {
  type: 'write'
  data: Uint8Array<ArrayBuffer>
  position: number
}

/** The used part of `FileSystemSyncAccessHandle`. TypeScript's DOM types lack it, because only workers have it. */
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
 * A stream that writes a new file in the origin's private storage. For workers only, where every supported browser can
 * write; Safari before 26 cannot do so on the page.
 */
export async function writePrivateFile(folder: string, name: string): Promise<WritableStream<Chunk>> {
  const handle = await (await privateFolder(folder)).getFileHandle(name, { create: true })
  if (!hasSyncAccess(handle)) throw new Error('this browser cannot write to its private storage')
  const access = await handle.createSyncAccessHandle()
  access.truncate(0)
  return new WritableStream<Chunk>({
    write({ data, position }) {
      try {
        for (let at = 0; at < data.length; ) {
          const written = access.write(data.subarray(at), { at: position + at })
          if (written === 0) throw new DOMException('nothing more can be written', 'QuotaExceededError')
          at += written
        }
      } catch (error) {
        // A stream that failed is not aborted, and an open file could be neither written again nor removed.
        access.close()
        throw error
      }
    },
    close() {
      access.flush()
      access.close()
    },
    abort: () => access.close(),
  })
}
