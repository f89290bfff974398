const START_OF_IMAGE = 0xd8
const END_OF_IMAGE = 0xd9
const START_OF_SCAN = 0xda
/** Start of a baseline, extended or progressive frame. */
const START_OF_FRAME: ReadonlySet<number> = new Set([0xc0, 0xc1, 0xc2])
/** Tables, restart intervals, application data and comments: what may precede the image data. */
const isKnownSegment = (marker: number) =>
  START_OF_FRAME.has(marker) || marker === 0xc4 || marker === 0xdb || marker === 0xdd || marker >= 0xe0

/**
 * Width and height of a JPEG in pixels; `undefined` unless the bytes are one whole JPEG: segments of known kinds from
 * the first byte on, one frame, image data, and the end marker as the last two bytes.
 */
export function jpegSize(bytes: Uint8Array): { width: number; height: number } | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const marker = (at: number) => (at + 1 < bytes.length && bytes[at] === 0xff ? bytes[at + 1] : undefined)
  if (marker(0) !== START_OF_IMAGE || marker(bytes.length - 2) !== END_OF_IMAGE) return undefined
  let size: { width: number; height: number } | undefined
  for (let at = 2; at + 4 <= bytes.length; ) {
    const kind = marker(at)
    if (kind === START_OF_SCAN) return size
    const length = view.getUint16(at + 2)
    if (kind === undefined || !isKnownSegment(kind) || length < 2 || at + 2 + length > bytes.length) return undefined
    if (START_OF_FRAME.has(kind)) {
      if (size || length < 8) return undefined
      size = { height: view.getUint16(at + 5), width: view.getUint16(at + 7) }
      if (size.height === 0 || size.width === 0) return undefined
    }
    at += 2 + length
  }
  return undefined
}
