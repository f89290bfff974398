import { PassThrough, type Readable } from 'node:stream'
import busboy from 'busboy'
import { S3Error } from './errors.ts'
import type { SizeRange } from './post-policy.ts'
import { LARGEST_UPLOAD } from './receive-body.ts'
import type { S3Request } from './request.ts'

/** Everything before the file is at most this long together, in bytes. */
const LARGEST_FIELDS = 20_000
/** `${filename}` in the key stands for the name the browser gives the file. */
const FILENAME = '$' + '{filename}'

/** A browser's form, read up to its file. */
export interface Form {
  /** Lower-case names; those after the file do not count. */
  fields: Map<string, string>
  file: Readable
}

/** Reads a form up to its file, whose bytes are then streamed. */
export function readForm(request: S3Request): Promise<Form> {
  return new Promise((resolve, reject) => {
    const fields = new Map<string, string>()
    let length = 0
    let hasFile = false
    const form = busboy({ headers: request.body.headers, defParamCharset: 'utf8', limits: { files: 1 } })
    form.on('field', (name, value) => {
      length += Buffer.byteLength(name) + Buffer.byteLength(value)
      if (length > LARGEST_FIELDS)
        reject(
          new S3Error('MalformedPOSTRequest', 'Your POST request fields preceding the upload file were too large.'),
        )
      if (!hasFile) fields.set(name.toLowerCase(), value)
    })
    form.on('file', (name, stream, info) => {
      const file = stream.pipe(new PassThrough())
      stream.on('error', error => file.destroy(error))
      hasFile = true
      if (name !== 'file') {
        file.resume()
        return reject(new S3Error('InvalidArgument', 'POST requires exactly one file upload per request.'))
      }
      const key = fields.get('key')
      if (key !== undefined) fields.set('key', key.replaceAll(FILENAME, info.filename ?? ''))
      return resolve({ fields, file })
    })
    form.on('error', error =>
      reject(
        new S3Error('MalformedPOSTRequest', 'The body of your POST request is not well-formed.', {}, { cause: error }),
      ),
    )
    form.on('close', () => reject(new S3Error('InvalidArgument', 'POST requires exactly one file upload per request.')))
    request.body.on('aborted', () => form.destroy(new Error('The upload was broken off.')))
    request.body.pipe(form)
  })
}

/** Passes bytes on until there are more than allowed. */
export async function* limited(file: Readable, range: SizeRange): AsyncGenerator<Buffer> {
  const most = Math.min(range.max, LARGEST_UPLOAD)
  let size = 0
  for await (const chunk of file.iterator({ destroyOnReturn: false })) {
    size += chunk.length
    if (size > most)
      throw new S3Error('EntityTooLarge', 'Your proposed upload exceeds the maximum allowed size', {
        ProposedSize: String(size),
        MaxSizeAllowed: String(most),
      })
    yield chunk
  }
}
