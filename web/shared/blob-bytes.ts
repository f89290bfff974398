/** A blob as a byte source for the MP4 reader. */
export function blobBytes(blob: Blob) {
  return {
    size: blob.size,
    read: async (start: number, end: number) => new Uint8Array(await blob.slice(start, end).arrayBuffer()),
  }
}
