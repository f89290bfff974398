/** Builds an MP4 box from its content. */
export function box(type: string, ...content: Uint8Array[]): Uint8Array {
  const size = content.reduce((sum, each) => sum + each.length, 8)
  return joined([u32(size), text(type), ...content])
}

export function fullBox(type: string, flags: number, ...content: Uint8Array[]): Uint8Array {
  return box(type, u32(flags), ...content)
}

/** A descriptor of fewer than 128 bytes (ISO/IEC 14496-1). */
export function descriptor(tag: number, ...content: Uint8Array[]): Uint8Array {
  const all = joined(content)
  return joined([Uint8Array.of(tag, all.length), all])
}

export function joined(pieces: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const piece of pieces) {
    all.set(piece, at)
    at += piece.length
  }
  return all
}

export function text(characters: string): Uint8Array {
  return Uint8Array.from(characters, character => character.charCodeAt(0))
}

export function u16(...values: number[]): Uint8Array {
  return numbers(values, 2, (view, at, value) => view.setUint16(at, value))
}

export function u32(...values: number[]): Uint8Array {
  return table(values)
}

export function table(values: ArrayLike<number>): Uint8Array {
  return numbers(values, 4, (view, at, value) => view.setUint32(at, value))
}

export function u64(values: ArrayLike<number>): Uint8Array {
  return numbers(values, 8, (view, at, value) => view.setBigUint64(at, BigInt(value)))
}

function numbers(
  values: ArrayLike<number>,
  width: number,
  set: (view: DataView, at: number, value: number) => void,
): Uint8Array {
  const bytes = new Uint8Array(values.length * width)
  const view = new DataView(bytes.buffer)
  for (let i = 0; i < values.length; i += 1) set(view, i * width, values[i] ?? 0)
  return bytes
}
