import type { ReadBytes } from './bytes.ts'
import { MalformedError } from './errors.ts'

/** An MP4 box (ISO/IEC 14496-12, section 4.2): its four-character type, and its content without the header. */
export interface Box {
  type: string
  content: DataView
  /** Includes the header. */
  box: DataView
}

interface BoxHeader {
  type: string
  /** Bytes of the header. */
  headerSize: number
  /** Bytes of the whole box. */
  size: number
}

/** Enough bytes for the header of any box. */
export const HEADER_BYTES = 16

/** Limits how many boxes or samples are read, so that a file of countless tiny ones costs no more than any other. */
export interface Budget {
  /** @throws MalformedError once the limit is exceeded */
  take(): void
}

export function budgetOf(most: number, what: string): Budget {
  let taken = 0
  return {
    take() {
      taken += 1
      if (taken > most) throw new MalformedError(`more than ${most} ${what}`)
    },
  }
}

/**
 * Parses the box header at the start of `bytes`; `undefined` if there is none. `rest` is the number of bytes to the end
 * of the container. Size 1 means that a 64-bit size follows the type, size 0 that the box extends to the end of the
 * container.
 * @throws MalformedError if the box does not fit; at the top of a file, a cut-off recording may state a later end
 */
function boxHeader(bytes: DataView, rest: number, isTop = false): BoxHeader | undefined {
  if (bytes.byteLength < 8) return undefined
  const type = fourCharacters(bytes, 4)
  if (!/^[ -~\xa9]{2}[\0 -~\xa9]{2}$/.test(type)) return undefined
  const short = bytes.getUint32(0)
  const headerSize = short === 1 ? 16 : 8
  if (headerSize > bytes.byteLength) throw new MalformedError(`box ${type} has no size`)
  const size = short === 1 ? Number(bytes.getBigUint64(8)) : short === 0 ? rest : short
  // Bytes that are no box end a file, as for players.
  if (isTop && size < headerSize) return undefined
  if (size < headerSize || (size > rest && !isTop)) throw new MalformedError(`box ${type} of ${size} bytes in ${rest}`)
  return { type, headerSize, size }
}

/** The boxes of a container, in order. Trailing bytes that are not a box are ignored. */
export function* boxesIn(content: DataView, budget: Budget, from = 0): Generator<Box> {
  for (let at = from; at < content.byteLength; ) {
    budget.take()
    const rest = content.byteLength - at
    const header = boxHeader(part(content, at, Math.min(rest, HEADER_BYTES)), rest)
    if (!header) return
    const box = part(content, at, header.size)
    yield { type: header.type, content: part(box, header.headerSize, header.size - header.headerSize), box }
    at += header.size
  }
}

export function fourCharacters(bytes: DataView, at: number): string {
  const character = (i: number) => String.fromCharCode(bytes.getUint8(at + i))
  return character(0) + character(1) + character(2) + character(3)
}

export function part(bytes: DataView, at: number, length: number): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset + at, length)
}

/** A box in a file. Its content has not been read yet. */
export interface PlacedBox {
  type: string
  headerSize: number
  /** Start and end of the content in the file. */
  start: number
  end: number
}

/** Reads the content of a box whole. @throws MalformedError if it is larger than `most` bytes */
export async function wholeBox(read: ReadBytes, { type, start, end }: PlacedBox, most: number): Promise<DataView> {
  if (end - start > most) throw new MalformedError(`${type} of ${end - start} bytes`)
  return read(start, end - start)
}

/** The boxes of a container in a file, or of the whole file, in order. Reads only their headers. */
export async function* boxesAt(
  read: ReadBytes,
  { start, end }: Pick<PlacedBox, 'start' | 'end'>,
  budget: Budget,
  isTop = false,
): AsyncGenerator<PlacedBox> {
  for (let at = start; at < end; ) {
    budget.take()
    const header = boxHeader(await read(at, Math.min(HEADER_BYTES, end - at)), end - at, isTop)
    // Trailing bytes that are not a box, such as padding, are harmless.
    if (!header) return
    yield { ...header, start: at + header.headerSize, end: at + header.size }
    at += header.size
  }
}
