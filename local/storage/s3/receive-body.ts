import type { Checksum, ChecksumAlgorithm } from './checksum.ts'
import { algorithmOf, statedChecksum } from './checksum.ts'
import { decodeChunked } from './chunked.ts'
import type { Received } from './content.ts'
import type { Call } from './context.ts'
import { S3Error } from './errors.ts'

/** Largest single upload: 5 GiB. */
export const LARGEST_UPLOAD = 5 * 1024 ** 3

/** Receives the body of an upload and checks all that the request states of it: length, MD5, SHA-256, checksum. */
export async function receiveBody(call: Call): Promise<Received> {
  const { request, signer, storage } = call
  const isChunked = signer.payload === 'chunked'
  const size = statedSize(call)
  const trailers = new Map<string, string>()
  const stream = isChunked ? decodeChunked(request.body, trailers) : request.body
  const stated = statedChecksum(request.header, [...Object.keys(request.headers), ...namesOf(request.query)])
  const algorithm = stated?.algorithm ?? trailerAlgorithm(request.header('x-amz-trailer'))
  const sha256 = typeof signer.payload === 'object' ? signer.payload.sha256 : undefined
  const received = await storage.content.receive(stream, { checksum: algorithm, sha256: sha256 !== undefined })
  try {
    if (received.size !== size)
      throw new S3Error(
        'IncompleteBody',
        'You did not provide the number of bytes specified by the Content-Length header',
      )
    if (sha256 !== undefined && received.sha256 !== sha256)
      throw new S3Error(
        'XAmzContentSHA256Mismatch',
        "The provided 'x-amz-content-sha256' header does not match what was computed.",
      )
    checkMd5(request.headers['content-md5'], received.md5)
    checkSum(stated ?? trailerChecksum(algorithm, trailers), received.checksum)
    return received
  } catch (error) {
    await storage.content.remove([received])
    throw error
  }
}

function statedSize({ request, signer }: Call): number {
  const name = signer.payload === 'chunked' ? 'x-amz-decoded-content-length' : 'content-length'
  const stated = request.headers[name]
  if (stated === undefined || !/^\d+$/.test(stated))
    throw new S3Error('MissingContentLength', 'You must provide the Content-Length HTTP header.')
  if (Number(stated) > LARGEST_UPLOAD)
    throw new S3Error('EntityTooLarge', 'Your proposed upload exceeds the maximum allowed size', {
      ProposedSize: stated,
      MaxSizeAllowed: String(LARGEST_UPLOAD),
    })
  return Number(stated)
}

const namesOf = (query: Map<string, string>): string[] => [...query.keys()].map(name => name.toLowerCase())

function trailerAlgorithm(names: string | undefined): ChecksumAlgorithm | undefined {
  const stated = /x-amz-checksum-([a-z0-9]+)/.exec(names ?? '')?.[1]
  return stated === undefined ? undefined : algorithmOf(stated)
}

function trailerChecksum(
  algorithm: ChecksumAlgorithm | undefined,
  trailers: Map<string, string>,
): Checksum | undefined {
  const value = trailers.get(`x-amz-checksum-${algorithm}`)
  return algorithm === undefined || value === undefined ? undefined : { algorithm, value }
}

/** Refuses content whose MD5 (hexadecimal) is not the one stated (base64). */
export function checkMd5(stated: string | undefined, md5: string): void {
  if (stated !== undefined && Buffer.from(stated, 'base64').toString('hex') !== md5)
    throw new S3Error('BadDigest', 'The Content-MD5 you specified did not match what we received.')
}

/** Refuses content whose checksum is not the one stated. */
export function checkSum(stated: Checksum | undefined, computed: Checksum | undefined): void {
  if (stated && stated.value !== computed?.value)
    throw new S3Error(
      'BadDigest',
      `The ${stated.algorithm.toUpperCase()} you specified did not match the calculated checksum.`,
    )
}
