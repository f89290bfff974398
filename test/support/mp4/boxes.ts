/** Writes MP4 boxes with any content, valid or not, as hostile files need. */
export function box(type: string, ...content: Uint8Array[]): Buffer {
  const size = content.reduce((sum, each) => sum + each.length, 8)
  return Buffer.concat([u32(size), text(type), ...content])
}

export function fullBox(type: string, flags: number, ...content: Uint8Array[]): Buffer {
  return box(type, u32(flags), ...content)
}

export function text(characters: string): Buffer {
  return Buffer.from(characters, 'latin1')
}

export function u16(...values: number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 2)
  for (const [i, value] of values.entries()) bytes.writeUInt16BE(value, i * 2)
  return bytes
}

export function u32(...values: number[]): Buffer {
  return table(values)
}

export function table(values: ArrayLike<number>): Buffer {
  const bytes = Buffer.alloc(values.length * 4)
  for (let i = 0; i < values.length; i += 1) bytes.writeUInt32BE((values[i] ?? 0) >>> 0, i * 4)
  return bytes
}

/** An MPEG-4 systems descriptor of fewer than 128 bytes. */
export function descriptor(tag: number, ...content: Uint8Array[]): Buffer {
  const all = Buffer.concat(content)
  return Buffer.concat([Buffer.from([tag, all.length]), all])
}

/** Bytes of an AudioSpecificConfig, given as groups of bits. */
export function bits(...groups: string[]): Buffer {
  const all = groups.join('')
  const bytes = all.padEnd(Math.ceil(all.length / 8) * 8, '0').match(/.{8}/g) ?? []
  return Buffer.from(bytes.map(byte => Number.parseInt(byte, 2)))
}
