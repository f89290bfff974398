import { S3Error } from './errors.ts'

const LONGEST_LINE = 8192

/**
 * Decodes `aws-chunked` bodies (`STREAMING-UNSIGNED-PAYLOAD-TRAILER`): `size\r\n bytes \r\n ... 0\r\n trailers \r\n`.
 * `trailers` is filled when the last byte has passed.
 */
export async function* decodeChunked(
  stream: AsyncIterable<Buffer>,
  trailers: Map<string, string>,
): AsyncGenerator<Buffer> {
  let rest: Buffer = Buffer.alloc(0)
  const source = stream[Symbol.asyncIterator]()

  const more = async (): Promise<void> => {
    const { value, done } = await source.next()
    if (done) throw new S3Error('IncompleteBody', 'The request body terminated unexpectedly')
    rest = rest.length === 0 ? value : Buffer.concat([rest, value])
  }
  const line = async (): Promise<string> => {
    for (;;) {
      const end = rest.indexOf('\r\n')
      if (end >= 0) {
        const text = rest.toString('latin1', 0, end)
        rest = rest.subarray(end + 2)
        return text
      }
      if (rest.length > LONGEST_LINE) throw new S3Error('InvalidRequest', 'A chunk header is too long.')
      await more()
    }
  }

  for (;;) {
    const size = Number.parseInt(await line(), 16)
    if (!Number.isInteger(size) || size < 0) throw new S3Error('InvalidRequest', 'A chunk header has no size.')
    if (size === 0) break
    let left = size
    while (left > 0) {
      if (rest.length === 0) await more()
      const piece = rest.subarray(0, left)
      rest = rest.subarray(piece.length)
      left -= piece.length
      yield piece
    }
    if ((await line()) !== '') throw new S3Error('InvalidRequest', 'A chunk is longer than its header says.')
  }
  for (let trailer = await line(); trailer !== ''; trailer = await line()) {
    const colon = trailer.indexOf(':')
    trailers.set(trailer.slice(0, colon).trim().toLowerCase(), trailer.slice(colon + 1).trim())
  }
}
