import type { MediaBytes } from '#mp4-sound'

export function blobBytes(blob: Blob): MediaBytes {
  return {
    size: blob.size,
    read: async (start, end) => new Uint8Array(await blob.slice(start, end).arrayBuffer()),
  }
}
