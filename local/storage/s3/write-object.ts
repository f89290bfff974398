import { readBody } from '../../aws/wire.ts'
import { element, elementsOf, quoted, type S3Answer, textOf, xmlAnswer } from './answer.ts'
import { checkWrite } from './conditions.ts'
import type { Received } from './content.ts'
import { type Call, commit, objectArn } from './context.ts'
import { S3Error } from './errors.ts'
import { receiveBody } from './receive-body.ts'

const KEPT = ['cache-control', 'content-disposition', 'content-encoding', 'content-language', 'content-type', 'expires']
/** A DeleteObjects request names at most this many. */
const MOST_DELETIONS = 1000
const LARGEST_XML = 2 * 1024 * 1024

/** The headers of an upload that stay with its object. */
export function keptHeaders(
  names: Iterable<string>,
  header: (name: string) => string | undefined,
): Record<string, string> {
  const kept: Record<string, string> = {}
  for (const name of names) {
    const value = header(name)
    const isKept = KEPT.includes(name) || name.startsWith('x-amz-meta-')
    if (isKept && value !== undefined) kept[name] = value
  }
  const encoding = kept['content-encoding']?.replace(/\baws-chunked\b,?\s*/, '')
  if (encoding === '') delete kept['content-encoding']
  else if (encoding !== undefined) kept['content-encoding'] = encoding
  return kept
}

/** Names under which a request may carry headers: its own and those in the query of a presigned URL. */
export function headerNames({ request }: Call): string[] {
  return [...new Set([...Object.keys(request.headers), ...[...request.query.keys()].map(name => name.toLowerCase())])]
}

/** PutObject, with `If-None-Match: *` and `If-Match`. */
export async function putObject(call: Call): Promise<S3Answer> {
  const { request, storage } = call
  const { bucket, key } = request
  checkWrite(request.header, storage.catalog.find(bucket, key))
  const received = await receiveBody(call)
  await refuseLost(call, received)
  const headers = keptHeaders(headerNames(call), request.header)
  const { size, md5: etag, checksum } = received
  const segments = [{ file: received.file, size }]
  await commit(storage, { bucket, key, size, etag, modified: storage.now(), headers, segments, checksum })
  const sum = checksum ? { [`x-amz-checksum-${checksum.algorithm}`]: checksum.value } : {}
  return { status: 200, headers: { etag: quoted(etag), ...sum } }
}

/** Another write may have come while this one was being received. */
async function refuseLost({ request, storage }: Call, received: Received): Promise<void> {
  try {
    checkWrite(request.header, storage.catalog.find(request.bucket, request.key))
  } catch (error) {
    await storage.content.remove([received])
    throw error
  }
}

/** DeleteObject; deleting what is not there succeeds. */
export async function deleteObject({ request, storage }: Call): Promise<S3Answer> {
  await removeObject({ request, storage }, request.key)
  return { status: 204 }
}

async function removeObject({ request, storage }: Pick<Call, 'request' | 'storage'>, key: string): Promise<void> {
  const object = storage.catalog.find(request.bucket, key)
  storage.catalog.remove(request.bucket, key)
  if (object) await storage.content.remove(object.segments)
}

/** DeleteObjects: each key checked against the role on its own. */
export async function deleteObjects(call: Call): Promise<S3Answer> {
  const xml = (await readBody(call.request.body, LARGEST_XML)).toString()
  const objects = elementsOf(xml, 'Object')
  if (objects.length === 0 || objects.length > MOST_DELETIONS)
    throw new S3Error('MalformedXML', `Between 1 and ${MOST_DELETIONS} objects can be deleted at once.`)
  const isQuiet = textOf(xml, 'Quiet') === 'true'
  const results: string[] = []
  for (const object of objects) {
    const key = textOf(object, 'Key') ?? ''
    if (call.isAllowed({ action: 's3:DeleteObject', resource: objectArn(call.request.bucket, key) })) {
      await removeObject(call, key)
      if (!isQuiet) results.push(`<Deleted>${element('Key', key)}</Deleted>`)
    } else {
      const error = element('Code', 'AccessDenied') + element('Message', 'Access Denied')
      results.push(`<Error>${element('Key', key)}${error}</Error>`)
    }
  }
  return xmlAnswer('DeleteResult', results.join(''))
}
