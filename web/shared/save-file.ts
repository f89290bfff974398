/** Long enough for the browser to have read the blob. */
const REVOKE_MS = 60_000

/** Saves a blob as a file. */
export function saveFile(blob: Blob, filename: string): void {
  const url = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = url
  link.download = filename
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), REVOKE_MS)
}
