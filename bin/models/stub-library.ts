/** Supported processors: each one's ELF number, and the machine code of a function that returns -1. */
const MACHINES = {
  arm64: { number: 183, code: [0x00, 0x00, 0x80, 0x92, 0xc0, 0x03, 0x5f, 0xd6] },
  x64: { number: 62, code: [0x48, 0xc7, 0xc0, 0xff, 0xff, 0xff, 0xff, 0xc3] },
}
export type Processor = keyof typeof MACHINES

const PAGE = 0x10000
const [HEADER, SEGMENT, SYMBOL] = [64, 56, 24]
const [LOAD, DYNAMIC, STACK] = [1, 2, 0x6474e551]
const [EXECUTABLE, WRITABLE] = [5, 6]
/** Tags of the dynamic section (ELF, "Dynamic Section"). */
const TAG = {
  ...{ hash: 4, strings: 5, symbols: 6, stringBytes: 10, symbolBytes: 11, name: 14 },
  ...{ versionOfSymbols: 0x6ffffff0, versions: 0x6ffffffc, versionCount: 0x6ffffffd },
}

/** A function that a library imports from another library, and the version that it requires. */
export interface MissingFunction {
  name: string
  version: string
}

/**
 * Builds a shared library for Linux whose functions all return -1. The sound decoder is linked against ALSA, which
 * Lambda lacks and decoding never calls; without a library of that name, the decoder does not load.
 */
export function stubLibrary(name: string, functions: readonly MissingFunction[], processor: Processor): Buffer {
  const { number, code } = MACHINES[processor]
  const versions = [...new Set(functions.map(({ version }) => version))]
  const names = [name, ...versions, ...functions.map(each => each.name)]
  const strings = Buffer.from(`\0${names.join('\0')}\0`, 'latin1')
  const nameAt = new Map<string, number>()
  for (let i = 0, at = 1; i < names.length; at += (names[i]?.length ?? 0) + 1, i += 1) nameAt.set(names[i] ?? '', at)
  // A hash table with one bucket, whose chain contains every symbol.
  const hash = words32([
    1,
    functions.length + 1,
    functions.length > 0 ? 1 : 0,
    0,
    ...functions.map((_, i) => (i + 2) % (functions.length + 1)),
  ])
  const hashAt = HEADER + 4 * SEGMENT
  const symbolsAt = align(hashAt + hash.length, 8)
  const stringsAt = symbolsAt + SYMBOL * (functions.length + 1)
  const versionOfSymbolsAt = align(stringsAt + strings.length, 2)
  const versionsAt = align(versionOfSymbolsAt + 2 * (functions.length + 1), 4)
  const defined = [name, ...versions].map((version, i) =>
    defineVersion(version, i, versions.length, nameAt.get(version) ?? 0),
  )
  const codeAt = align(versionsAt + Buffer.concat(defined).length, 16)
  const dynamicAt = align(codeAt + code.length, 16)
  // The loader writes to the dynamic section, so it needs a separate, writable segment.
  const dynamicAddress = dynamicAt + PAGE
  const dynamic = words64(
    [
      [TAG.name, nameAt.get(name) ?? 0],
      [TAG.hash, hashAt],
      [TAG.symbols, symbolsAt],
      [TAG.strings, stringsAt],
      [TAG.stringBytes, strings.length],
      [TAG.symbolBytes, SYMBOL],
      [TAG.versionOfSymbols, versionOfSymbolsAt],
      [TAG.versions, versionsAt],
      [TAG.versionCount, defined.length],
      [0, 0],
    ].flat(),
  )
  const file = Buffer.alloc(dynamicAt + dynamic.length)
  file.set([0x7f, 0x45, 0x4c, 0x46, 2, 1, 1])
  file.writeUInt16LE(3, 16)
  file.writeUInt16LE(number, 18)
  file.writeUInt32LE(1, 20)
  file.writeBigUInt64LE(BigInt(HEADER), 32)
  file.writeUInt16LE(HEADER, 52)
  file.writeUInt16LE(SEGMENT, 54)
  file.writeUInt16LE(4, 56)
  const segments = [
    [LOAD, EXECUTABLE, 0, 0, dynamicAt, PAGE],
    [LOAD, WRITABLE, dynamicAt, dynamicAddress, dynamic.length, PAGE],
    [DYNAMIC, WRITABLE, dynamicAt, dynamicAddress, dynamic.length, 8],
    [STACK, WRITABLE, 0, 0, 0, 16],
  ] as const
  for (const [i, [type, access, at, address, size, alignment]] of segments.entries()) {
    file.set(words32([type, access]), HEADER + i * SEGMENT)
    file.set(words64([at, address, address, size, size, alignment]), HEADER + i * SEGMENT + 8)
  }
  file.set(hash, hashAt)
  for (const [i, { name: symbol, version }] of functions.entries()) {
    const at = symbolsAt + SYMBOL * (i + 1)
    file.writeUInt32LE(nameAt.get(symbol) ?? 0, at)
    // A global function in the first section.
    file.set([0x12, 0, 1, 0], at + 4)
    file.set(words64([codeAt, code.length]), at + 8)
    file.writeUInt16LE(versions.indexOf(version) + 2, versionOfSymbolsAt + 2 * (i + 1))
  }
  file.set(strings, stringsAt)
  file.set(Buffer.concat(defined), versionsAt)
  file.set(code, codeAt)
  file.set(dynamic, dynamicAt)
  return file
}

/** A version definition. Number 0 names the library itself. */
function defineVersion(version: string, number: number, last: number, nameAt: number): Buffer {
  const LENGTH = 28
  const definition = Buffer.alloc(LENGTH)
  for (const [i, value] of [1, number === 0 ? 1 : 0, number + 1, 1].entries()) definition.writeUInt16LE(value, 2 * i)
  definition.set(words32([elfHash(version), 20, number === last ? 0 : LENGTH, nameAt, 0]), 8)
  return definition
}

function elfHash(text: string): number {
  let hash = 0
  for (const byte of Buffer.from(text, 'latin1')) {
    hash = (((hash << 4) >>> 0) + byte) >>> 0
    const high = hash & 0xf0000000
    hash = (hash ^ (high >>> 24)) & ~high
  }
  return hash >>> 0
}

/** The functions with a given prefix that a 64-bit ELF file imports from other libraries. */
export function missingFunctions(elf: Buffer, prefix: string): MissingFunction[] {
  const headers = Array.from({ length: elf.readUInt16LE(60) }, (_, i) => {
    const at = Number(elf.readBigUInt64LE(40)) + i * elf.readUInt16LE(58)
    const number = (offset: number) => Number(elf.readBigUInt64LE(at + offset))
    return { type: elf.readUInt32LE(at + 4), at: number(24), size: number(32), link: elf.readUInt32LE(at + 40) }
  })
  const find = (type: number) => headers.find(header => header.type === type)
  const [symbols, needed, versionOf] = [find(11), find(0x6ffffffe), find(0x6fffffff)]
  const strings = symbols && headers[symbols.link]
  if (!symbols || !strings || !needed || !versionOf) return []
  const text = (offset: number) => elf.toString('latin1', strings.at + offset, elf.indexOf(0, strings.at + offset))
  const versions = neededVersions(elf, needed.at, text)
  return Array.from({ length: symbols.size / SYMBOL }, (_, i) => i).flatMap(i => {
    const at = symbols.at + i * SYMBOL
    const name = text(elf.readUInt32LE(at))
    const version = versions.get(elf.readUInt16LE(versionOf.at + 2 * i))
    return elf.readUInt16LE(at + 6) === 0 && name.startsWith(prefix) && version !== undefined ? [{ name, version }] : []
  })
}

/** Names of all library versions that a file needs, by their numbers in the file. */
function neededVersions(elf: Buffer, from: number, text: (offset: number) => string): Map<number, string> {
  const versions = new Map<number, string>()
  for (let at = from, next = -1; next !== 0; at += next) {
    let version = at + elf.readUInt32LE(at + 8)
    for (let left = elf.readUInt16LE(at + 2); left > 0; left -= 1) {
      versions.set(elf.readUInt16LE(version + 6), text(elf.readUInt32LE(version + 8)))
      version += elf.readUInt32LE(version + 12)
    }
    next = elf.readUInt32LE(at + 12)
  }
  return versions
}

function align(value: number, to: number): number {
  return Math.ceil(value / to) * to
}

function words32(values: readonly number[]): Buffer {
  const buffer = Buffer.alloc(values.length * 4)
  for (const [i, value] of values.entries()) buffer.writeUInt32LE(value, i * 4)
  return buffer
}

function words64(values: readonly number[]): Buffer {
  const buffer = Buffer.alloc(values.length * 8)
  for (const [i, value] of values.entries()) buffer.writeBigUInt64LE(BigInt(value), i * 8)
  return buffer
}
