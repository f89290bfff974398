import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  GetObjectCommand,
  ListPartsCommand,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
  UploadPartCommand,
  UploadPartCopyCommand,
} from '@aws-sdk/client-s3'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startCloud, type TestCloud } from '../../support/endpoint.ts'

const MEBI = 1024 ** 2
const Bucket = 'media-bucket'
let cloud: TestCloud
let s3: S3Client

beforeEach(async () => {
  cloud = await startCloud()
  // A client that signs uploads for browsers must not include the checksum of its own empty body.
  s3 = new S3Client({ ...cloud.client(), requestChecksumCalculation: 'WHEN_REQUIRED' })
})
afterEach(() => cloud.close())

const codeOf = async (answer: Response): Promise<string | undefined> =>
  /<Code>(.*?)<\/Code>/.exec(await answer.text())?.[1]
const failure = async (sent: Promise<unknown>): Promise<S3ServiceException> => {
  const error = await sent.then(() => undefined).catch((thrown: unknown) => thrown)
  if (error instanceof S3ServiceException) return error
  throw error ?? new Error('It succeeded.')
}

describe('a presigned URL', () => {
  const Key = 'srts/kim/20240919093000_자막.srt'
  beforeEach(async () => {
    await s3.send(new PutObjectCommand({ Bucket, Key, Body: '자막' }))
  })

  it('returns the file name and type that it was signed for', async () => {
    const command = new GetObjectCommand({
      Bucket,
      Key,
      ResponseContentDisposition: "attachment; filename*=UTF-8''%EC%9E%90%EB%A7%89.srt",
      ResponseContentType: 'application/x-subrip',
    })
    const answer = await fetch(await getSignedUrl(s3, command, { expiresIn: 60 }))
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-disposition')).toBe("attachment; filename*=UTF-8''%EC%9E%90%EB%A7%89.srt")
    expect(answer.headers.get('content-type')).toBe('application/x-subrip')
    expect(await answer.text()).toBe('자막')
  })

  it('works until its expiry and not a second longer', async () => {
    const url = await getSignedUrl(s3, new GetObjectCommand({ Bucket, Key }), { expiresIn: 60 })
    cloud.clock.now += 58_000
    expect((await fetch(url)).status).toBe(200)
    cloud.clock.now += 3000
    const late = await fetch(url)
    expect(late.status).toBe(403)
    expect(await late.text()).toMatch(/AccessDenied.*Request has expired/)
  })

  it('gives no access to another object, method or name', async () => {
    const url = await getSignedUrl(s3, new GetObjectCommand({ Bucket, Key, ResponseContentType: 'text/plain' }))
    const tampered = [
      fetch(url.replace('kim', 'lee')),
      fetch(url, { method: 'DELETE' }),
      fetch(url.replace('text%2Fplain', 'text%2Fhtml')),
      fetch(`${url}&response-content-disposition=inline`),
      fetch(url.replace(/X-Amz-Expires=\d+/, 'X-Amz-Expires=604800')),
    ]
    for (const answer of await Promise.all(tampered)) expect(await codeOf(answer)).toBe('SignatureDoesNotMatch')
    expect(cloud.s3.read(Bucket, Key)).toBeDefined()
  })

  it('refuses unsigned x-amz headers', async () => {
    const url = await getSignedUrl(s3, new PutObjectCommand({ Bucket, Key: 'new' }))
    const answer = await fetch(url, { method: 'PUT', body: 'x', headers: { 'x-amz-meta-owner': 'lee' } })
    expect(await answer.text()).toContain('<HeadersNotSigned>x-amz-meta-owner</HeadersNotSigned>')
    expect(answer.status).toBe(403)
  })

  it("allows only what its signer's role allows at the time of use", async () => {
    let isRevoked = false
    const strict = await startCloud({ isAllowed: () => !isRevoked })
    await strict.s3.write(Bucket, Key, [Buffer.from('x')])
    const client = new S3Client(strict.client('DownloadFunction'))
    const url = await getSignedUrl(client, new GetObjectCommand({ Bucket, Key }))
    expect((await fetch(url)).status).toBe(200)
    isRevoked = true
    const refused = await fetch(url)
    expect([refused.status, await codeOf(refused)]).toEqual([403, 'AccessDenied'])
    expect(strict.denials.join()).toContain(
      'assumed-role/DownloadFunction/DownloadFunction is not authorized to perform',
    )
    await strict.close()
  })

  it('accepts only a PUT of the length and type that it was signed for', async () => {
    const command = new PutObjectCommand({ Bucket, Key: 'videos/a.mp4', ContentLength: 5, ContentType: 'video/mp4' })
    const url = await getSignedUrl(s3, command, {
      signableHeaders: new Set(['content-length', 'content-type', 'host']),
    })
    const put = (body: string, type: string) => fetch(url, { method: 'PUT', body, headers: { 'content-type': type } })
    expect(await codeOf(await put('123456', 'video/mp4'))).toBe('SignatureDoesNotMatch')
    expect(await codeOf(await put('12345', 'text/html'))).toBe('SignatureDoesNotMatch')
    expect((await put('12345', 'video/mp4')).status).toBe(200)
    expect(cloud.s3.read(Bucket, 'videos/a.mp4')).toMatchObject({ size: 5, headers: { 'content-type': 'video/mp4' } })
  })

  it('accepts no upload if its client signed the checksum of an empty body, as in S3', async () => {
    const careless = new S3Client(cloud.client())
    const url = await getSignedUrl(careless, new PutObjectCommand({ Bucket, Key: 'new' }))
    const answer = await fetch(url, { method: 'PUT', body: 'words' })
    expect([answer.status, await codeOf(answer)]).toEqual([400, 'BadDigest'])
  })

  it('is required to read anything', async () => {
    const answer = await fetch(`${cloud.url}/${Bucket}/${encodeURIComponent(Key)}`)
    expect([answer.status, await codeOf(answer)]).toEqual([403, 'AccessDenied'])
  })
})

describe('a multipart upload', () => {
  const Key = 'videos/kim/20240919093000_long.mp4'
  const createUpload = async (): Promise<string> => {
    const { UploadId } = await s3.send(new CreateMultipartUploadCommand({ Bucket, Key, ContentType: 'video/mp4' }))
    if (UploadId === undefined) throw new Error('No upload was created.')
    return UploadId
  }
  const sendPart = async (UploadId: string, PartNumber: number, body: Buffer, ContentLength = body.length) => {
    const command = new UploadPartCommand({ Bucket, Key, UploadId, PartNumber, ContentLength })
    const url = await getSignedUrl(s3, command, { signableHeaders: new Set(['content-length', 'host']) })
    const bytes = new Uint8Array(body)
    const answer = await fetch(url, { method: 'PUT', body: bytes })
    return { answer, part: { PartNumber, ETag: answer.headers.get('etag') ?? '' } }
  }
  const complete = (UploadId: string, Parts: { PartNumber: number; ETag: string }[]) =>
    s3.send(new CompleteMultipartUploadCommand({ Bucket, Key, UploadId, MultipartUpload: { Parts } }))

  it('joins parts that a browser sends in any order', async () => {
    const UploadId = await createUpload()
    const last = await sendPart(UploadId, 2, Buffer.from('the end'))
    const first = await sendPart(UploadId, 1, Buffer.alloc(5 * MEBI, 'a'))
    const listed = await s3.send(new ListPartsCommand({ Bucket, Key, UploadId }))
    expect(listed.Parts?.map(part => [part.PartNumber, part.Size, part.ETag])).toEqual([
      [1, 5 * MEBI, first.part.ETag],
      [2, 7, last.part.ETag],
    ])
    const { ETag } = await complete(UploadId, [first.part, last.part])
    expect(ETag).toMatch(/^"[0-9a-f]{32}-2"$/)
    const across = await s3.send(new GetObjectCommand({ Bucket, Key, Range: `bytes=${5 * MEBI - 2}-${5 * MEBI + 2}` }))
    expect(await across.Body?.transformToString()).toBe('aathe')
    expect(across.ContentType).toBe('video/mp4')
    expect(cloud.created).toMatchObject([{ key: Key, size: 5 * MEBI + 7, etag: ETag?.replaceAll('"', '') }])
    expect(await failure(complete(UploadId, [first.part]))).toMatchObject({ name: 'NoSuchUpload' })
  })

  it('refuses a part longer than was signed', async () => {
    const UploadId = await createUpload()
    const { answer } = await sendPart(UploadId, 1, Buffer.from('too long'), 3)
    expect(await codeOf(answer)).toBe('SignatureDoesNotMatch')
    expect((await s3.send(new ListPartsCommand({ Bucket, Key, UploadId }))).Parts ?? []).toEqual([])
  })

  it('can be completed only with parts of the right order, ETags and sizes', async () => {
    const UploadId = await createUpload()
    const small = await sendPart(UploadId, 1, Buffer.from('small'))
    const other = await sendPart(UploadId, 2, Buffer.from('other'))
    const attempts = {
      InvalidPartOrder: [other.part, small.part],
      InvalidPart: [{ ...small.part, ETag: other.part.ETag }, other.part],
      EntityTooSmall: [small.part, other.part],
    }
    for (const [code, parts] of Object.entries(attempts))
      expect(await failure(complete(UploadId, parts))).toMatchObject({ name: code })
    expect(cloud.created).toEqual([])
    await complete(UploadId, [small.part])
    expect(await cloud.s3.read(Bucket, Key)?.size).toBe(5)
  })

  it('replaces a part that is sent again', async () => {
    const UploadId = await createUpload()
    const before = await sendPart(UploadId, 1, Buffer.from('before'))
    const after = await sendPart(UploadId, 1, Buffer.from('after'))
    expect(await failure(complete(UploadId, [before.part]))).toMatchObject({ name: 'InvalidPart' })
    await complete(UploadId, [after.part])
    expect(cloud.s3.read(Bucket, Key)?.size).toBe(5)
  })

  it('is removed with its parts once aborted', async () => {
    const UploadId = await createUpload()
    await sendPart(UploadId, 1, Buffer.from('x'))
    await s3.send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId }))
    expect(await failure(s3.send(new ListPartsCommand({ Bucket, Key, UploadId })))).toMatchObject({
      name: 'NoSuchUpload',
    })
  })

  it('accepts no checksums: neither at its creation nor with a part, as in S3', async () => {
    const created = s3.send(new CreateMultipartUploadCommand({ Bucket, Key, ChecksumAlgorithm: 'CRC32' }))
    expect(await failure(created)).toMatchObject({
      name: 'NotImplemented',
      message: 'The local S3 does not support the header x-amz-checksum-algorithm in a POST request.',
    })
    const careless = new S3Client(cloud.client())
    const part = { Bucket, Key, UploadId: await createUpload(), PartNumber: 1, Body: 'x' }
    expect(await failure(careless.send(new UploadPartCommand(part)))).toMatchObject({
      name: 'InvalidRequest',
      message: expect.stringContaining('expected checksum Type: null, actual checksum Type: crc32'),
    })
  })

  it.each(['', '<Part/>', '<CompleteMultipartUpload></CompleteMultipartUpload>', '<CompleteMultipartUpload><Part>'])(
    'refuses to be completed with the malformed list %j',
    async body => {
      const command = new CompleteMultipartUploadCommand({ Bucket, Key, UploadId: await createUpload() })
      const answer = await fetch(await getSignedUrl(s3, command), { method: 'POST', body })
      expect([answer.status, await codeOf(answer)]).toEqual([400, 'MalformedXML'])
    },
  )

  it('accepts a range of another object as a part', async () => {
    await s3.send(new PutObjectCommand({ Bucket, Key: 'source', Body: '0123456789' }))
    const UploadId = await createUpload()
    const { CopyPartResult } = await s3.send(
      new UploadPartCopyCommand({
        Bucket,
        Key,
        UploadId,
        PartNumber: 1,
        CopySource: `${Bucket}/source`,
        CopySourceRange: 'bytes=3-5',
      }),
    )
    await complete(UploadId, [{ PartNumber: 1, ETag: CopyPartResult?.ETag ?? '' }])
    const got = await s3.send(new GetObjectCommand({ Bucket, Key }))
    expect(await got.Body?.transformToString()).toBe('345')
  })
})
