import type { Access } from '../../aws/service.ts'
import { bucketArn, type Call, objectArn } from './call.ts'
import { notImplemented } from './errors.ts'
import { listObjects } from './list-objects.ts'
import { abortUpload, completeUpload, copyPart, createUpload, listParts, uploadPart } from './multipart.ts'
import { getObject, headObject, OVERRIDES } from './read-object.ts'
import { refuseUnsupportedHeaders, type S3Request } from './request.ts'
import type { S3Response } from './response.ts'
import { copyObject, copySource, deleteObject, putObject } from './write-object.ts'

/** An S3 operation: the requests that select it, the permissions it needs, and its implementation. */
export interface Operation {
  name: string
  method: string
  on: 'bucket' | 'object'
  /** Required query parameters. */
  query?: string[]
  /** Optional query parameters. */
  options?: string[]
  /** Whether it has the header `x-amz-copy-source`. */
  copies?: boolean
  accessOf(request: S3Request): Access[]
  run(call: Call): Promise<S3Response>
}

const onObject =
  (action: string) =>
  ({ bucket, key }: S3Request): Access[] => [{ action, resource: objectArn(bucket, key) }]
const onBucket =
  (action: string) =>
  ({ bucket, query }: S3Request): Access[] => {
    const context = { 's3:prefix': query.get('prefix') ?? '' }
    return [{ action, resource: bucketArn(bucket), context }]
  }
const ofCopy = (request: S3Request): Access[] => {
  const { bucket, key } = copySource(request)
  return [{ action: 's3:GetObject', resource: objectArn(bucket, key) }, ...onObject('s3:PutObject')(request)]
}

const reads = { on: 'object', accessOf: onObject('s3:GetObject'), options: Object.keys(OVERRIDES) } as const
const writes = { on: 'object', accessOf: onObject('s3:PutObject') } as const
const copies = { on: 'object', copies: true, accessOf: ofCopy } as const

/** The first match wins, so operations with more query parameters come first. */
const OPERATIONS: Operation[] = [
  {
    name: 'ListParts',
    method: 'GET',
    on: 'object',
    query: ['uploadId'],
    options: ['part-number-marker'],
    accessOf: onObject('s3:ListMultipartUploadParts'),
    run: listParts,
  },
  { name: 'GetObject', method: 'GET', ...reads, run: getObject },
  { name: 'HeadObject', method: 'HEAD', ...reads, run: headObject },
  { name: 'UploadPartCopy', method: 'PUT', ...copies, query: ['uploadId', 'partNumber'], run: copyPart },
  { name: 'UploadPart', method: 'PUT', ...writes, query: ['uploadId', 'partNumber'], run: uploadPart },
  { name: 'CopyObject', method: 'PUT', ...copies, run: copyObject },
  { name: 'PutObject', method: 'PUT', ...writes, run: putObject },
  { name: 'CreateMultipartUpload', method: 'POST', ...writes, query: ['uploads'], run: createUpload },
  { name: 'CompleteMultipartUpload', method: 'POST', ...writes, query: ['uploadId'], run: completeUpload },
  {
    name: 'AbortMultipartUpload',
    method: 'DELETE',
    on: 'object',
    query: ['uploadId'],
    accessOf: onObject('s3:AbortMultipartUpload'),
    run: abortUpload,
  },
  { name: 'DeleteObject', method: 'DELETE', on: 'object', accessOf: onObject('s3:DeleteObject'), run: deleteObject },
  {
    name: 'ListObjectsV2',
    method: 'GET',
    on: 'bucket',
    query: ['list-type'],
    options: ['prefix', 'delimiter', 'continuation-token', 'max-keys'],
    accessOf: onBucket('s3:ListBucket'),
    run: listObjects,
  },
]

/**
 * Finds the operation of a request.
 * @throws S3Error NotImplemented, naming the unsupported operation, query parameter or header, because treating the
 * request as another operation would do harm
 */
export function findOperation(request: S3Request): Operation {
  const on = request.key === '' ? 'bucket' : 'object'
  const isCopy = request.method === 'PUT' && request.header('x-amz-copy-source') !== undefined
  const parameters = [...request.query.keys()].filter(one => one !== 'x-id' && !one.toLowerCase().startsWith('x-amz-'))
  const operation = OPERATIONS.find(
    one =>
      one.method === request.method &&
      one.on === on &&
      (one.query ?? []).every(parameter => parameters.includes(parameter)) &&
      (one.copies ?? false) === isCopy,
  )
  if (!operation) throw notImplemented([`${request.method} of a ${on}`, ...parameters].join(' with '))
  const { query = [], options = [] } = operation
  const unknown = parameters.find(one => !query.includes(one) && !options.includes(one))
  if (unknown !== undefined) throw notImplemented(`${operation.name} with ${unknown}`)
  refuseUnsupportedHeaders(request)
  return operation
}
