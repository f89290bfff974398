import type { Access } from '../../aws/service.ts'
import type { S3Answer } from './answer.ts'
import { completeUpload } from './complete-upload.ts'
import { bucketArn, type Call, objectArn } from './context.ts'
import { copyObject, copySource } from './copy-object.ts'
import { S3Error } from './errors.ts'
import { listObjects } from './list-objects.ts'
import { abortUpload, createUpload, listParts, listUploads } from './multipart.ts'
import { getObject, headObject } from './read-object.ts'
import type { S3Request } from './request.ts'
import { copyPart, uploadPart } from './upload-part.ts'
import { deleteObject, deleteObjects, putObject } from './write-object.ts'

/** An operation of S3: how it is recognized, what it takes of the role, what it does. */
export interface Operation {
  name: string
  method: string
  on: 'bucket' | 'object'
  /** Query parameters that must be there. */
  query?: string[]
  /** Whether it copies from `x-amz-copy-source`. */
  copies?: boolean
  accessOf(request: S3Request): Access[]
  run(call: Call): Promise<S3Answer>
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

/** First match wins: the more particular ones stand first. */
const OPERATIONS: Operation[] = [
  {
    name: 'ListParts',
    method: 'GET',
    on: 'object',
    query: ['uploadId'],
    accessOf: onObject('s3:ListMultipartUploadParts'),
    run: listParts,
  },
  { name: 'GetObject', method: 'GET', on: 'object', accessOf: onObject('s3:GetObject'), run: getObject },
  { name: 'HeadObject', method: 'HEAD', on: 'object', accessOf: onObject('s3:GetObject'), run: headObject },
  {
    name: 'UploadPartCopy',
    method: 'PUT',
    on: 'object',
    query: ['uploadId', 'partNumber'],
    copies: true,
    accessOf: ofCopy,
    run: copyPart,
  },
  {
    name: 'UploadPart',
    method: 'PUT',
    on: 'object',
    query: ['uploadId', 'partNumber'],
    accessOf: onObject('s3:PutObject'),
    run: uploadPart,
  },
  { name: 'CopyObject', method: 'PUT', on: 'object', copies: true, accessOf: ofCopy, run: copyObject },
  { name: 'PutObject', method: 'PUT', on: 'object', accessOf: onObject('s3:PutObject'), run: putObject },
  {
    name: 'CreateMultipartUpload',
    method: 'POST',
    on: 'object',
    query: ['uploads'],
    accessOf: onObject('s3:PutObject'),
    run: createUpload,
  },
  {
    name: 'CompleteMultipartUpload',
    method: 'POST',
    on: 'object',
    query: ['uploadId'],
    accessOf: onObject('s3:PutObject'),
    run: completeUpload,
  },
  {
    name: 'AbortMultipartUpload',
    method: 'DELETE',
    on: 'object',
    query: ['uploadId'],
    accessOf: onObject('s3:AbortMultipartUpload'),
    run: abortUpload,
  },
  { name: 'DeleteObject', method: 'DELETE', on: 'object', accessOf: onObject('s3:DeleteObject'), run: deleteObject },
  { name: 'DeleteObjects', method: 'POST', on: 'bucket', query: ['delete'], accessOf: () => [], run: deleteObjects },
  {
    name: 'ListMultipartUploads',
    method: 'GET',
    on: 'bucket',
    query: ['uploads'],
    accessOf: onBucket('s3:ListBucketMultipartUploads'),
    run: listUploads,
  },
  {
    name: 'ListObjectsV2',
    method: 'GET',
    on: 'bucket',
    query: ['list-type'],
    accessOf: onBucket('s3:ListBucket'),
    run: listObjects,
  },
  {
    name: 'HeadBucket',
    method: 'HEAD',
    on: 'bucket',
    accessOf: onBucket('s3:ListBucket'),
    run: async () => ({ status: 200 }),
  },
]

/** Sub-resources of S3 that are not here; taking such a request for another operation would do harm. */
const ABSENT = [
  'accelerate acl analytics attributes cors encryption intelligent-tiering inventory legal-hold lifecycle location',
  'logging metrics notification object-lock ownershipControls policy policyStatus publicAccessBlock replication',
  'requestPayment restore retention select tagging torrent versionId versioning versions website',
].flatMap(names => names.split(' '))

/** The operation a request asks for. */
export function operationOf(request: S3Request): Operation {
  const absent = ABSENT.find(name => request.query.has(name))
  if (absent !== undefined) throw new S3Error('NotImplemented', `The sub-resource ${absent} is not implemented here.`)
  const on = request.key === '' ? 'bucket' : 'object'
  const copies = request.header('x-amz-copy-source') !== undefined
  const operation = OPERATIONS.find(
    one =>
      one.method === request.method &&
      one.on === on &&
      (one.query ?? []).every(name => request.query.has(name)) &&
      (one.copies ?? false) === (request.method === 'PUT' && copies),
  )
  if (!operation) throw new S3Error('MethodNotAllowed', 'The specified method is not allowed against this resource.')
  return operation
}
