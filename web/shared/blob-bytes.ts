/** A blob as the MP4 reader reads it. */
export function blobBytes(blob: Blob) {
  return {
    size: blob.size,
    read: async (start: number, end: number) => new Uint8Array(await blob.slice(start, end).arrayBuffer()),
  }
}
