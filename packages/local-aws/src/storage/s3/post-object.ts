import { PassThrough, type Readable } from 'node:stream'
import busboy from 'busboy'
import type { Access } from '../../aws/service.ts'
import { isSignedBy } from '../../aws/signature.ts'
import { parseCredential } from '../../aws/stated-signature.ts'
import { commit, objectArn, type S3Deps } from './call.ts'
import { accessDenied, notImplemented, S3Error } from './errors.ts'
import { checkPolicy, type SizeRange } from './post-policy.ts'
import { LARGEST_UPLOAD } from './receive-body.ts'
import type { S3Request } from './request.ts'
import { quoted, type S3Response } from './response.ts'
import { keptHeaders } from './write-object.ts'

/** Maximum total bytes of everything before the file. */
const LARGEST_FIELDS = 20_000
/** Fields that request another response than 204, or a checksum. Not supported. */
const UNSUPPORTED_FIELDS = /^(?:success_action_|redirect$|content-md5$|x-amz-checksum-)/

export interface PostDeps {
  s3: S3Deps
  secretOf(accessKeyId: string): string | undefined
  isAllowed(caller: string, access: Access): boolean
}

/** A browser's form, read up to its file. */
interface Form {
  /** By lower-case name. Fields after the file are ignored. */
  fields: Map<string, string>
  file: Readable
}

/**
 * POST Object: uploads the file of a form within the limits of its policy, which must be signed by a role that may put
 * it.
 */
export async function postObject(deps: PostDeps, request: S3Request): Promise<S3Response> {
  const form = await readForm(request)
  try {
    return await acceptForm(deps, request, form)
  } finally {
    // Drains the body: browsers read the response only after sending all of it.
    form.file.resume()
    request.body.resume()
  }
}

async function acceptForm(deps: PostDeps, { bucket, headers }: S3Request, { fields, file }: Form): Promise<S3Response> {
  const { content, now } = deps.s3
  const key = fields.get('key')
  if (!key) throw new S3Error('InvalidArgument', "Bucket POST must contain a field named 'key'.")
  if ((fields.get('bucket') ?? bucket) !== bucket)
    throw accessDenied('Invalid according to Policy: the form names another bucket than its address.')
  const caller = verifyPolicy(deps, fields)
  const range = checkPolicy(fields.get('policy') ?? '', new Map([...fields, ['bucket', bucket]]), now())
  if (!deps.isAllowed(caller, { action: 's3:PutObject', resource: objectArn(bucket, key) })) throw accessDenied()
  const unsupported = [...fields.keys()].find(field => UNSUPPORTED_FIELDS.test(field))
  if (unsupported !== undefined) throw notImplemented(`a form with the field ${unsupported}`)
  const received = await content.receive(limited(file, range))
  if (received.size < range.min) {
    await content.remove([received])
    throw new S3Error('EntityTooSmall', 'Your proposed upload is smaller than the minimum allowed size', {
      ProposedSize: String(received.size),
      MinSizeAllowed: String(range.min),
    })
  }
  const { size, md5: etag } = received
  const kept = keptHeaders(fields.keys(), field => fields.get(field))
  const segments = [{ file: received.file, size }]
  await commit(deps.s3, { bucket, key, size, etag, modified: now(), headers: kept, segments })
  const path = [bucket, ...key.split('/')].map(encodeURIComponent).join('/')
  return { status: 204, headers: { etag: quoted(etag), location: `http://${headers.host ?? ''}/${path}` } }
}

/** Verifies the signature of the policy. Returns the access key id of the signer. */
function verifyPolicy({ secretOf }: PostDeps, fields: Map<string, string>): string {
  const policy = fields.get('policy')
  const signature = fields.get('x-amz-signature')
  const scope = parseCredential(fields.get('x-amz-credential') ?? '')
  if (policy === undefined || signature === undefined) throw accessDenied()
  if (scope?.service !== 's3' || fields.get('x-amz-algorithm') !== 'AWS4-HMAC-SHA256')
    throw new S3Error('InvalidArgument', 'The credential or the algorithm of the form is not valid.')
  const secret = secretOf(scope.accessKeyId)
  if (secret === undefined)
    throw new S3Error('InvalidAccessKeyId', 'The AWS Access Key Id you provided does not exist in our records.')
  if (!isSignedBy(policy, signature, secret, scope))
    throw new S3Error('SignatureDoesNotMatch', 'The request signature we calculated does not match the one provided.')
  return scope.accessKeyId
}

/** Reads a form up to its file, whose bytes are then streamed. */
function readForm({ body }: S3Request): Promise<Form> {
  return new Promise((resolve, reject) => {
    const fields = new Map<string, string>()
    let length = 0
    let hasFile = false
    const noFile = () => new S3Error('InvalidArgument', 'POST requires exactly one file upload per request.')
    const malformed = (message: string, cause?: unknown) => new S3Error('MalformedPOSTRequest', message, {}, { cause })
    const form = busboy({ headers: body.headers, defParamCharset: 'utf8', limits: { files: 1 } })
    form.on('field', (field, value) => {
      length += Buffer.byteLength(field) + Buffer.byteLength(value)
      if (length > LARGEST_FIELDS)
        reject(malformed('Your POST request fields preceding the upload file were too large.'))
      if (!hasFile) fields.set(field.toLowerCase(), value)
    })
    form.on('file', (field, stream) => {
      const file = stream.pipe(new PassThrough())
      stream.on('error', error => file.destroy(error))
      hasFile = true
      if (field === 'file') return resolve({ fields, file })
      file.resume()
      reject(noFile())
    })
    form.on('error', error => reject(malformed('The body of your POST request is not well-formed.', error)))
    form.on('close', () => reject(noFile()))
    body.on('aborted', () => form.destroy(new Error('The client broke the upload off.')))
    body.pipe(form)
  })
}

/** Passes bytes on until they exceed the limit. */
async function* limited(file: Readable, range: SizeRange): AsyncGenerator<Buffer> {
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
