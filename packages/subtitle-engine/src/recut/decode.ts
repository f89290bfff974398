export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'euc-kr'

/** Bytes that suffice to detect UTF-16. */
const SAMPLE_BYTES = 4096
/**
 * In UTF-16 text, at least this share of a sample's even or odd bytes is zero, because of digits, spaces and line ends.
 */
const ZERO_SHARE = 0.1
/** If a larger share of the characters is unreadable, the file is not text in that encoding. */
const UNREADABLE_SHARE = 0.01
const REPLACEMENT = /\ufffd/g

/**
 * Decodes a subtitle file: UTF-16 or UTF-8 with or without a byte order mark, else CP949, which the Encoding Standard
 * calls `euc-kr` (browsers decode the 8,822 syllables that CP949 adds, Node does not). Returns undefined if the file is
 * not text.
 */
export function decodeSubtitle(bytes: Uint8Array): { text: string; encoding: Encoding } | undefined {
  const wide = wideEncoding(bytes)
  let best: { text: string; encoding: Encoding } | undefined
  let fewest = Number.POSITIVE_INFINITY
  for (const encoding of wide ? [wide] : (['utf-8', 'euc-kr'] as const)) {
    const text = new TextDecoder(encoding).decode(bytes)
    const unreadable = text.match(REPLACEMENT)?.length ?? 0
    if (unreadable >= fewest || unreadable > text.length * UNREADABLE_SHARE || text.includes('\0')) continue
    best = { text, encoding }
    fewest = unreadable
  }
  return best
}

/**
 * The byte order of UTF-16, by its byte order mark or by the zero bytes of ASCII characters; undefined for other
 * encodings.
 */
function wideEncoding(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  const sample = bytes.subarray(0, SAMPLE_BYTES)
  const zeros: [number, number] = [0, 0]
  for (const [i, byte] of sample.entries()) if (byte === 0) zeros[i % 2 === 0 ? 0 : 1] += 1
  const least = (sample.length / 2) * ZERO_SHARE
  // Some syllables (가, U+AC00) have their zero byte on the other side.
  if (zeros[1] > least && zeros[1] > zeros[0] * 3) return 'utf-16le'
  return zeros[0] > least && zeros[0] > zeros[1] * 3 ? 'utf-16be' : undefined
}
