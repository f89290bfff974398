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

/** Limits the number of boxes read, so that a file of countless tiny boxes costs no more than any other. */
export interface BoxBudget {
  /** @throws MalformedError once there were too many */
  take(): void
}

export function boxBudget(most: number): BoxBudget {
  let taken = 0
  return {
    take() {
      taken += 1
      if (taken > most) throw new MalformedError(`more than ${most} boxes`)
    },
  }
}

/**
 * The box header at the start of `bytes`, or `undefined` if there is none; `rest` is the number of bytes up to the end of
 * the container. Size 1 means that a 64-bit size follows the type, size 0 that the box fills the rest.
 * @throws MalformedError if the box does not fit
 */
function boxHeader(bytes: DataView, rest: number): BoxHeader | undefined {
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
export function* boxesIn(content: DataView, budget: BoxBudget, from = 0): Generator<Box> {
  for (let at = from; at < content.byteLength; ) {
    budget.take()
    const rest = content.byteLength - at
    const header = boxHeader(part(content, at, Math.min(rest, HEADER_BYTES)), rest)
    if (!header) return
    yield { type: header.type, content: part(content, at + header.headerSize, header.size - header.headerSize) }
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

/** A box inside a file whose content is still to be read. */
export interface PlacedBox {
  type: string
  headerSize: number
  /** Positions of the content in the file. */
  start: number
  end: number
}

/** Bytes of a file at a position, fewer at its end. */
export type ReadBytes = (at: number, length: number) => Promise<DataView>

/** The boxes of a container inside a file, in order; only their headers are read. */
export async function* boxesAt(
  read: ReadBytes,
  { start, end }: Pick<PlacedBox, 'start' | 'end'>,
  budget: BoxBudget,
): AsyncGenerator<PlacedBox> {
  for (let at = start; at < end; ) {
    budget.take()
    const header = boxHeader(await read(at, Math.min(HEADER_BYTES, end - at)), end - at)
    // Trailing bytes that are not a box, such as padding, are harmless.
    if (!header) return
    yield { ...header, start: at + header.headerSize, end: at + header.size }
    at += header.size
  }
}
