import type { Readable } from 'node:stream'
import type { Access } from '../../aws/service.ts'
import { isSignatureOf } from '../../aws/signature.ts'
import { parseCredential } from '../../aws/stated-signature.ts'
import { element, quoted, type S3Answer, xmlAnswer } from './answer.ts'
import { ALGORITHMS, algorithmOf, type Checksum } from './checksum.ts'
import { commit, objectArn, type Storage } from './context.ts'
import { S3Error } from './errors.ts'
import { limited, readForm } from './post-form.ts'
import { checkPolicy } from './post-policy.ts'
import { checkMd5, checkSum } from './receive-body.ts'
import type { S3Request } from './request.ts'
import { keptHeaders } from './write-object.ts'

export interface PostContext {
  storage: Storage
  secretOf(accessKeyId: string): string | undefined
  isAllowed(caller: string, access: Access): boolean
}

/** POST Object: a form whose policy, signed by a role that may put the object, bounds what it uploads. */
export async function postObject(context: PostContext, request: S3Request): Promise<S3Answer> {
  const { fields, file } = await readForm(request)
  try {
    return await acceptForm(context, request, fields, file)
  } finally {
    // The answer reaches a browser only after it has sent all it meant to send.
    file.resume()
    request.body.resume()
  }
}

async function acceptForm(
  context: PostContext,
  request: S3Request,
  fields: Map<string, string>,
  file: Readable,
): Promise<S3Answer> {
  const { storage } = context
  const { bucket } = request
  const now = storage.now()
  const key = fields.get('key')
  if (!key) throw new S3Error('InvalidArgument', "Bucket POST must contain a field named 'key'.")
  if ((fields.get('bucket') ?? bucket) !== bucket)
    throw new S3Error('AccessDenied', 'Invalid according to Policy: the form names another bucket than its address.')
  const caller = verify(context, fields)
  const range = checkPolicy(fields.get('policy') ?? '', new Map([...fields, ['bucket', bucket]]), now)
  if (!context.isAllowed(caller, { action: 's3:PutObject', resource: objectArn(bucket, key) }))
    throw new S3Error('AccessDenied', 'Access Denied')
  const stated = formChecksum(fields)
  const received = await storage.content.receive(limited(file, range), { checksum: stated?.algorithm })
  try {
    if (received.size < range.min)
      throw new S3Error('EntityTooSmall', 'Your proposed upload is smaller than the minimum allowed size', {
        ProposedSize: String(received.size),
        MinSizeAllowed: String(range.min),
      })
    checkMd5(fields.get('content-md5'), received.md5)
    checkSum(stated, received.checksum)
  } catch (error) {
    await storage.content.remove([received])
    throw error
  }
  const headers = keptHeaders(fields.keys(), name => fields.get(name))
  const { size, md5: etag, checksum } = received
  const segments = [{ file: received.file, size }]
  await commit(storage, { bucket, key, size, etag, modified: now, headers, segments, checksum })
  return successAnswer(request, fields, key, etag)
}

/** The signature covers the policy; returns the access key id of the signer. */
function verify({ secretOf }: PostContext, fields: Map<string, string>): string {
  const policy = fields.get('policy')
  const signature = fields.get('x-amz-signature')
  const scope = parseCredential(fields.get('x-amz-credential') ?? '')
  if (policy === undefined || signature === undefined) throw new S3Error('AccessDenied', 'Access Denied')
  if (scope?.service !== 's3' || fields.get('x-amz-algorithm') !== 'AWS4-HMAC-SHA256')
    throw new S3Error('InvalidArgument', 'The credential or the algorithm of the form is not valid.')
  const secret = secretOf(scope.accessKeyId)
  if (secret === undefined)
    throw new S3Error('InvalidAccessKeyId', 'The AWS Access Key Id you provided does not exist in our records.')
  if (!isSignatureOf(policy, signature, secret, scope))
    throw new S3Error('SignatureDoesNotMatch', 'The request signature we calculated does not match the one provided.')
  return scope.accessKeyId
}

function formChecksum(fields: Map<string, string>): Checksum | undefined {
  const algorithm = ALGORITHMS.find(one => fields.has(`x-amz-checksum-${one}`))
  const value = algorithm && fields.get(`x-amz-checksum-${algorithm}`)
  return algorithm && value !== undefined ? { algorithm: algorithmOf(algorithm), value } : undefined
}

function successAnswer(request: S3Request, fields: Map<string, string>, key: string, etag: string): S3Answer {
  const { bucket } = request
  const path = [bucket, ...key.split('/')].map(encodeURIComponent).join('/')
  const location = `http://${request.headers.host ?? ''}/${path}`
  const headers = { etag: quoted(etag), location }
  const redirect = fields.get('success_action_redirect')
  if (redirect !== undefined && URL.canParse(redirect)) {
    const url = new URL(redirect)
    for (const [name, value] of Object.entries({ bucket, key, etag: quoted(etag) })) url.searchParams.set(name, value)
    return { status: 303, headers: { ...headers, location: url.href } }
  }
  const status = fields.get('success_action_status')
  if (status === '200') return { status: 200, headers }
  if (status !== '201') return { status: 204, headers }
  const facts = element('Location', location) + element('Bucket', bucket) + element('Key', key)
  const answer = xmlAnswer('PostResponse', facts + element('ETag', quoted(etag)), 201)
  return { ...answer, headers: { ...answer.headers, ...headers } }
}
