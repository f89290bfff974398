import type { Call } from './call.ts'
import type { Received } from './content.ts'
import { notImplemented, S3Error } from './errors.ts'
import type { S3Request } from './request.ts'

/** Largest single upload: 5 GiB. */
export const LARGEST_UPLOAD = 5 * 1024 ** 3

/** Checksum headers. Only CRC-32, the SDK's default, and SHA-256 are verified here. */
const CHECKSUM_HEADER = /^x-amz-checksum-(?:crc32|crc32c|crc64nvme|sha1|sha256|md5|sha512)$/
const CRC32_HEADER = 'x-amz-checksum-crc32'
export const SHA256_HEADER = 'x-amz-checksum-sha256'

/**
 * Receives the body of an upload and verifies its stated length, SHA-256 and CRC-32.
 * @throws S3Error BadDigest, EntityTooLarge, IncompleteBody, MissingContentLength, XAmzContentSHA256Mismatch
 */
export async function receiveBody({ request, signer, deps }: Call): Promise<Received> {
  const size = statedSize(request)
  const crc32 = statedCrc32(request)
  const sha256 = request.header(SHA256_HEADER)
  const hashed = signer.sha256 !== undefined || sha256 !== undefined
  const received = await deps.content.receive(request.body, { sha256: hashed })
  try {
    if (received.size !== size)
      throw new S3Error(
        'IncompleteBody',
        'You did not provide the number of bytes specified by the Content-Length header',
      )
    if (signer.sha256 !== undefined && received.sha256 !== signer.sha256)
      throw new S3Error(
        'XAmzContentSHA256Mismatch',
        "The provided 'x-amz-content-sha256' header does not match what was computed.",
      )
    if (crc32 !== undefined && received.crc32 !== crc32)
      throw new S3Error('BadDigest', 'The CRC32 you specified did not match the calculated checksum.')
    if (sha256 !== undefined && received.sha256 !== Buffer.from(sha256, 'base64').toString('hex'))
      throw new S3Error('BadDigest', 'The SHA256 you specified did not match the calculated checksum.')
    return received
  } catch (error) {
    await deps.content.remove([received])
    throw error
  }
}

function statedSize({ headers }: S3Request): number {
  const stated = headers['content-length']
  if (stated === undefined || !/^\d+$/.test(stated))
    throw new S3Error('MissingContentLength', 'You must provide the Content-Length HTTP header.')
  if (Number(stated) > LARGEST_UPLOAD)
    throw new S3Error('EntityTooLarge', 'Your proposed upload exceeds the maximum allowed size', {
      ProposedSize: stated,
      MaxSizeAllowed: String(LARGEST_UPLOAD),
    })
  return Number(stated)
}

/** The CRC-32 that a request states, in base64. */
export function statedCrc32({ header, headerNames }: S3Request): string | undefined {
  const other = headerNames.find(one => CHECKSUM_HEADER.test(one) && one !== CRC32_HEADER && one !== SHA256_HEADER)
  if (other !== undefined) throw notImplemented(`the header ${other}`)
  return header(CRC32_HEADER)
}
