import { JamakError } from '../../contract/errors.ts'

/** The file contradicts itself: it was cut off, or its header is not one. */
export class MalformedError extends JamakError<'MALFORMED_MEDIA'> {
  constructor(message: string) {
    super('MALFORMED_MEDIA', message)
    this.name = 'MalformedError'
  }
}

/** An MP4 box (ISO/IEC 14496-12, section 4.2): its four-character type, and its content without the header. */
export interface Box {
  type: string
  content: DataView
}

export interface BoxHeader {
  type: string
  /** Bytes of the header itself. */
  headerSize: number
  /** Bytes of the whole box. */
  size: number
}

/** Enough bytes for the header of any box. */
export const HEADER_BYTES = 16

/**
 * The box header at the start of `bytes`, or `undefined` if there is none; `rest` is the number of bytes up to the end of
 * the container. Size 1 means that a 64-bit size follows the type, size 0 that the box fills the rest.
 * @throws MalformedError if the box does not fit
 */
export function boxHeader(bytes: DataView, rest: number): BoxHeader | undefined {
  if (bytes.byteLength < 8) return undefined
  const type = fourCharacters(bytes, 4)
  if (!/^[ -~\xa9]{4}$/.test(type)) return undefined
  const short = bytes.getUint32(0)
  const headerSize = short === 1 ? 16 : 8
  if (headerSize > bytes.byteLength) throw new MalformedError(`box ${type} has no size`)
  const size = short === 1 ? Number(bytes.getBigUint64(8)) : short === 0 ? rest : short
  if (size < headerSize || size > rest) throw new MalformedError(`box ${type} of ${size} bytes in ${rest}`)
  return { type, headerSize, size }
}

/** The boxes of a container, in order. Trailing bytes that are not a box are ignored. */
export function* boxesIn(content: DataView, from = 0): Generator<Box> {
  for (let at = from; at < content.byteLength; ) {
    const rest = content.byteLength - at
    const header = boxHeader(part(content, at, Math.min(rest, HEADER_BYTES)), rest)
    if (!header) return
    yield { type: header.type, content: part(content, at + header.headerSize, header.size - header.headerSize) }
    at += header.size
  }
}

/** The content of the first box at a path of types. */
export function boxAt(content: DataView, ...path: [string, ...string[]]): DataView | undefined {
  const [type, next, ...others] = path
  for (const box of boxesIn(content)) {
    if (box.type === type) return next === undefined ? box.content : boxAt(box.content, next, ...others)
  }
  return undefined
}

export function fourCharacters(bytes: DataView, at: number): string {
  return String.fromCharCode(...[0, 1, 2, 3].map(i => bytes.getUint8(at + i)))
}

export function part(bytes: DataView, at: number, length: number): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset + at, length)
}
