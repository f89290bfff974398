import { createHash } from 'node:crypto'
import { readBody } from '../../aws/wire.ts'
import { element, elementsOf, quoted, type S3Answer, textOf, xmlAnswer } from './answer.ts'
import type { PartRecord, UploadRecord } from './catalog.ts'
import { checkWrite } from './conditions.ts'
import { type Call, finish } from './context.ts'
import { S3Error } from './errors.ts'
import { uploadOf } from './multipart.ts'

/** Every part but the last has at least 5 MiB. */
const SMALLEST_PART = 5 * 1024 ** 2
const LARGEST_XML = 2 * 1024 * 1024

/** CompleteMultipartUpload: the listed parts, in their order, become the object. */
export async function completeUpload(call: Call): Promise<S3Answer> {
  const upload = uploadOf(call)
  const { id, bucket, key, headers } = upload
  const { catalog, content, now } = call.storage
  const xml = (await readBody(call.request.body, LARGEST_XML)).toString()
  const stored = catalog.parts(id)
  const parts = chosenParts(xml, stored, upload)
  checkWrite(call.request.header, catalog.find(bucket, key))
  const md5s = Buffer.concat(parts.map(part => Buffer.from(part.etag, 'hex')))
  const etag = `${createHash('md5').update(md5s).digest('hex')}-${parts.length}`
  const segments = parts.map(({ file, size }) => ({ file, size }))
  const size = segments.reduce((sum, segment) => sum + segment.size, 0)
  const object = { bucket, key, size, etag, modified: now(), headers, segments, checksum: undefined }
  const replaced = catalog.find(bucket, key)
  catalog.endUpload(id, object)
  await content.remove(stored.filter(part => !parts.includes(part)))
  await finish(call.storage, object, replaced)
  const location = `http://${call.request.headers.host ?? ''}/${bucket}/${key.split('/').map(encodeURIComponent).join('/')}`
  return xmlAnswer(
    'CompleteMultipartUploadResult',
    element('Location', location) + element('Bucket', bucket) + element('Key', key) + element('ETag', quoted(etag)),
  )
}

/** The parts a completion names: rising numbers, right ETags, right checksums, none but the last too small. */
function chosenParts(xml: string, stored: PartRecord[], upload: UploadRecord): PartRecord[] {
  const named = elementsOf(xml, 'Part')
  if (named.length === 0) throw new S3Error('MalformedXML', 'You must specify at least one part')
  const numbers = named.map(one => Number(textOf(one, 'PartNumber')))
  if (numbers.some((number, index) => number <= (numbers[index - 1] ?? 0)))
    throw new S3Error('InvalidPartOrder', 'The list of parts was not in ascending order.')
  const parts = named.map((one, index) => {
    const part = stored.find(({ number }) => number === numbers[index])
    if (!part || part.etag !== textOf(one, 'ETag')?.replaceAll('"', '')) throw invalidPart(numbers[index])
    checkPartSum(one, part, upload)
    return part
  })
  const small = parts.slice(0, -1).find(part => part.size < SMALLEST_PART)
  if (small)
    throw new S3Error('EntityTooSmall', 'Your proposed upload is smaller than the minimum allowed size', {
      ProposedSize: String(small.size),
      MinSizeAllowed: String(SMALLEST_PART),
      PartNumber: String(small.number),
    })
  return parts
}

const invalidPart = (number: number | undefined): S3Error =>
  new S3Error('InvalidPart', 'One or more of the specified parts could not be found.', { PartNumber: String(number) })

function checkPartSum(item: string, part: PartRecord, upload: UploadRecord): void {
  if (upload.algorithm === null) return
  const stated = textOf(item, `Checksum${upload.algorithm.toUpperCase()}`)
  if (stated === undefined)
    throw new S3Error(
      'InvalidRequest',
      `The upload was created using a ${upload.algorithm} checksum. The complete request must include the checksum ` +
        `for each part. It was missing for part ${part.number} in the request.`,
    )
  if (stated !== part.checksum?.value) throw invalidPart(part.number)
}
