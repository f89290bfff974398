import { createHash } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { S3Error } from './errors.ts'

/** Checksum algorithms of `x-amz-checksum-*` that are verified here. CRC32C and CRC64NVME are refused. */
export const ALGORITHMS = ['crc32', 'sha1', 'sha256'] as const
export type ChecksumAlgorithm = (typeof ALGORITHMS)[number]

/** A checksum, base64 of its big-endian bytes. */
export interface Checksum {
  algorithm: ChecksumAlgorithm
  value: string
}

/** A checksum under way. */
export interface Summing {
  update(chunk: Buffer): void
  /** Base64. */
  digest(): string
}

/** Starts a checksum. */
export function startChecksum(algorithm: ChecksumAlgorithm): Summing {
  if (algorithm !== 'crc32') {
    const hash = createHash(algorithm)
    return { update: chunk => void hash.update(chunk), digest: () => hash.digest('base64') }
  }
  let sum = 0
  return {
    update(chunk) {
      sum = crc32(chunk, sum)
    },
    digest() {
      const bytes = Buffer.alloc(4)
      bytes.writeUInt32BE(sum)
      return bytes.toString('base64')
    },
  }
}

/** Reads the name of an algorithm as a header spells it (`CRC32`, `sha256`). */
export function algorithmOf(name: string): ChecksumAlgorithm {
  const algorithm = ALGORITHMS.find(one => one === name.toLowerCase())
  if (!algorithm) throw new S3Error('NotImplemented', `The checksum algorithm ${name} is not implemented here.`)
  return algorithm
}

const HEADER = /^x-amz-checksum-(crc32|crc32c|crc64nvme|sha1|sha256|md5|sha512)$/

/** The checksum a request states in a header, if any. */
export function statedChecksum(
  header: (name: string) => string | undefined,
  names: Iterable<string>,
): Checksum | undefined {
  for (const name of names) {
    const stated = HEADER.exec(name)?.[1]
    const value = stated === undefined ? undefined : header(name)
    if (stated !== undefined && value !== undefined) return { algorithm: algorithmOf(stated), value }
  }
  return undefined
}
