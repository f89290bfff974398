import { element, isoTime, quoted, type S3Answer, xmlAnswer } from './answer.ts'
import type { UploadRecord } from './catalog.ts'
import type { Received } from './content.ts'
import type { Call } from './context.ts'
import { sourceObject } from './copy-object.ts'
import { noSuchUpload, S3Error } from './errors.ts'
import { uploadOf } from './multipart.ts'
import { rangeOf } from './read-object.ts'
import { receiveBody } from './receive-body.ts'

const MOST_PARTS = 10_000

/** UploadPart; a number sent again replaces its part. */
export async function uploadPart(call: Call): Promise<S3Answer> {
  const upload = uploadOf(call)
  const number = partNumber(call)
  const received = await receiveBody(call)
  await storePart(call, upload, number, received)
  const sum = received.checksum ? { [`x-amz-checksum-${received.checksum.algorithm}`]: received.checksum.value } : {}
  return { status: 200, headers: { etag: quoted(received.md5), ...sum } }
}

/** UploadPartCopy: a part out of a range of another object. */
export async function copyPart(call: Call): Promise<S3Answer> {
  const upload = uploadOf(call)
  const number = partNumber(call)
  const source = sourceObject(call)
  const stated = call.request.header('x-amz-copy-source-range')
  const range = rangeOf(stated, source.size)
  if (stated !== undefined && !range)
    throw new S3Error('InvalidArgument', 'The x-amz-copy-source-range value must be of the form bytes=first-last')
  const { content } = call.storage
  const sums = upload.algorithm === null ? {} : { checksum: upload.algorithm }
  const received = await content.receive(content.read(source.segments, range?.start, range?.end), sums)
  await storePart(call, upload, number, received)
  const modified = isoTime(call.storage.now())
  return xmlAnswer('CopyPartResult', element('LastModified', modified) + element('ETag', quoted(received.md5)))
}

function partNumber({ request }: Call): number {
  const number = Number(request.query.get('partNumber'))
  if (!Number.isInteger(number) || number < 1 || number > MOST_PARTS)
    throw new S3Error('InvalidArgument', `Part number must be an integer between 1 and ${MOST_PARTS}, inclusive`)
  return number
}

async function storePart({ storage }: Call, upload: UploadRecord, number: number, received: Received): Promise<void> {
  try {
    if (!storage.catalog.findUpload(upload.id)) throw noSuchUpload(upload.id)
    const stated = received.checksum?.algorithm ?? null
    if (stated !== upload.algorithm)
      throw new S3Error(
        'InvalidRequest',
        `Checksum Type mismatch occurred, expected checksum Type: ${upload.algorithm}, actual checksum Type: ${stated}`,
      )
  } catch (error) {
    await storage.content.remove([received])
    throw error
  }
  const replaced = storage.catalog.parts(upload.id).find(part => part.number === number)
  const { file, size, md5: etag, checksum } = received
  storage.catalog.putPart(upload.id, { number, size, etag, modified: storage.now(), file, checksum })
  if (replaced) await storage.content.remove([replaced])
}
