import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import {
  CopyObjectCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  NoSuchKey,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { startCloud, type TestCloud } from '../../support/endpoint.ts'

let cloud: TestCloud
let s3: S3Client
const Bucket = 'media-bucket'

beforeEach(async () => {
  cloud = await startCloud()
  s3 = new S3Client(cloud.client())
})
afterEach(() => cloud.close())

const put = (Key: string, Body: string) => s3.send(new PutObjectCommand({ Bucket, Key, Body }))
const read = async (Key: string): Promise<string> => {
  const { Body } = await s3.send(new GetObjectCommand({ Bucket, Key }))
  return (await Body?.transformToString()) ?? ''
}
const failure = async (sent: Promise<unknown>): Promise<S3ServiceException> => {
  const error = await sent.then(() => undefined).catch((thrown: unknown) => thrown)
  if (error instanceof S3ServiceException) return error
  throw error ?? new Error('It succeeded.')
}

describe('objects', () => {
  it('are read as they were put, with their headers', async () => {
    await s3.send(
      new PutObjectCommand({
        Bucket,
        Key: 'srts/김/20240919_자막.srt',
        Body: '1\n안녕하세요',
        ContentType: 'application/x-subrip; charset=utf-8',
        Metadata: { uid: 'kim' },
      }),
    )
    const got = await s3.send(new GetObjectCommand({ Bucket, Key: 'srts/김/20240919_자막.srt' }))
    expect(await got.Body?.transformToString()).toBe('1\n안녕하세요')
    expect(got).toMatchObject({
      ContentType: 'application/x-subrip; charset=utf-8',
      ContentLength: 17,
      Metadata: { uid: 'kim' },
    })
    expect(cloud.created).toEqual([
      { bucket: Bucket, key: 'srts/김/20240919_자막.srt', size: 17, etag: got.ETag?.replaceAll('"', '') },
    ])
  })

  it.each([{ ChecksumCRC32: 'AAAAAA==' }, { ChecksumSHA256: Buffer.alloc(32).toString('base64') }])(
    'are refused if their content does not match %o',
    async checksum => {
      const sent = s3.send(new PutObjectCommand({ Bucket, Key: 'broken', Body: 'words', ...checksum }))
      expect(await failure(sent)).toMatchObject({ name: 'BadDigest', $metadata: { httpStatusCode: 400 } })
      expect(cloud.s3.read(Bucket, 'broken')).toBeUndefined()
    },
  )

  it('are read in ranges: from the middle, from a start, from the end', async () => {
    await put('digits', '0123456789')
    const ranged = async (Range: string) => s3.send(new GetObjectCommand({ Bucket, Key: 'digits', Range }))
    const middle = await ranged('bytes=2-4')
    expect(middle).toMatchObject({ ContentRange: 'bytes 2-4/10', ContentLength: 3, $metadata: { httpStatusCode: 206 } })
    expect(await middle.Body?.transformToString()).toBe('234')
    expect(await (await ranged('bytes=7-')).Body?.transformToString()).toBe('789')
    expect(await (await ranged('bytes=-2')).Body?.transformToString()).toBe('89')
    expect(await failure(ranged('bytes=10-'))).toMatchObject({
      name: 'InvalidRange',
      $metadata: { httpStatusCode: 416 },
    })
  })

  it('can be read by others while one reader aborts', async () => {
    const terminal = vi.spyOn(console, 'error').mockImplementation(() => {})
    await cloud.s3.write(Bucket, 'video', [Buffer.alloc(8 * 1024 ** 2)])
    const url = await getSignedUrl(s3, new GetObjectCommand({ Bucket, Key: 'video' }))
    const broken = new AbortController()
    const answer = await fetch(url, { signal: broken.signal })
    const reader = answer.body?.getReader()
    await reader?.read()
    broken.abort()
    const whole = await fetch(url)
    expect((await whole.arrayBuffer()).byteLength).toBe(8 * 1024 ** 2)
    expect(terminal).not.toHaveBeenCalled()
    terminal.mockRestore()
  })

  it('may be empty', async () => {
    await put('empty', '')
    expect(await s3.send(new HeadObjectCommand({ Bucket, Key: 'empty' }))).toMatchObject({ ContentLength: 0 })
    expect(await read('empty')).toBe('')
  })

  it('keep keys that look like paths', async () => {
    const keys = [
      '../../outside',
      'a/../b',
      'a//b',
      '/leading',
      'trailing/',
      '공백 있는 이름+&?#%41.mp4',
      '.',
      "it's (1)!*.txt",
    ]
    for (const key of keys) await put(key, key)
    for (const key of keys) expect(await read(key)).toBe(key)
    const listed = await s3.send(new ListObjectsV2Command({ Bucket }))
    expect(new Set(listed.Contents?.map(object => object.Key))).toEqual(new Set(keys))
  })

  it('are reported missing to roles that may list the bucket, and AccessDenied to others', async () => {
    const get = () => s3.send(new GetObjectCommand({ Bucket, Key: 'missing' }))
    await expect(get()).rejects.toBeInstanceOf(NoSuchKey)
    expect(await failure(s3.send(new HeadObjectCommand({ Bucket, Key: 'missing' })))).toMatchObject({
      name: 'NotFound',
    })
    const strict = await startCloud({ isAllowed: (_, { action }) => action !== 's3:ListBucket' })
    const client = new S3Client(strict.client())
    const sent = client.send(new GetObjectCommand({ Bucket, Key: 'missing' }))
    expect(await failure(sent)).toMatchObject({ name: 'AccessDenied', $metadata: { httpStatusCode: 403 } })
    await strict.close()
  })

  it('are read on condition of their ETag', async () => {
    const { ETag } = await put('tagged', 'one')
    expect(await failure(s3.send(new GetObjectCommand({ Bucket, Key: 'tagged', IfMatch: '"other"' })))).toMatchObject({
      name: 'PreconditionFailed',
    })
    expect(await failure(s3.send(new GetObjectCommand({ Bucket, Key: 'tagged', IfNoneMatch: ETag })))).toMatchObject({
      $metadata: { httpStatusCode: 304 },
    })
    await s3.send(new GetObjectCommand({ Bucket, Key: 'tagged', IfMatch: ETag }))
    const replace = (Key: string) => s3.send(new PutObjectCommand({ Bucket, Key, Body: 'new', IfMatch: ETag }))
    await replace('tagged')
    expect(await failure(replace('tagged'))).toMatchObject({ name: 'PreconditionFailed' })
    expect(await failure(replace('missing'))).toMatchObject({ name: 'NoSuchKey' })
  })

  it('are gone once deleted, and deleting them again succeeds', async () => {
    await put('doomed', 'x')
    await s3.send(new DeleteObjectCommand({ Bucket, Key: 'doomed' }))
    await s3.send(new DeleteObjectCommand({ Bucket, Key: 'doomed' }))
    await expect(read('doomed')).rejects.toBeInstanceOf(NoSuchKey)
  })

  it.each([
    ['an operation', () => s3.send(new ListMultipartUploadsCommand({ Bucket })), 'GET of a bucket with uploads'],
    [
      'a query parameter',
      () => s3.send(new GetObjectCommand({ Bucket, Key: 'a', PartNumber: 1 })),
      'GetObject with partNumber',
    ],
    [
      'a conditional write',
      () => s3.send(new PutObjectCommand({ Bucket, Key: 'a', Body: 'x', IfNoneMatch: '*' })),
      'the header if-none-match in a PUT request',
    ],
    [
      'another checksum than CRC-32 and SHA-256',
      () => s3.send(new PutObjectCommand({ Bucket, Key: 'a', Body: 'x', ChecksumAlgorithm: 'SHA1' })),
      'the header x-amz-checksum-sha1',
    ],
    [
      'a body in chunks',
      () =>
        s3.send(new PutObjectCommand({ Bucket, Key: 'a', Body: Readable.from([Buffer.from('x')]), ContentLength: 1 })),
      'bodies in chunks (STREAMING-UNSIGNED-PAYLOAD-TRAILER)',
    ],
  ])('are not changed by %s that is not supported, which the error names', async (_, send, feature) => {
    expect(await failure(send())).toMatchObject({
      name: 'NotImplemented',
      message: `The local S3 does not support ${feature}.`,
    })
    expect(cloud.created).toEqual([])
  })
})

describe('a listing', () => {
  it('pages through a prefix in the order of keys', async () => {
    for (const key of ['srts/b', 'srts/a', 'srts/c', 'videos/a']) await put(key, 'x')
    const first = await s3.send(new ListObjectsV2Command({ Bucket, Prefix: 'srts/', MaxKeys: 2 }))
    expect(first).toMatchObject({ IsTruncated: true, KeyCount: 2 })
    const second = await s3.send(
      new ListObjectsV2Command({ Bucket, Prefix: 'srts/', ContinuationToken: first.NextContinuationToken }),
    )
    expect(second.IsTruncated).toBe(false)
    const keys = [...(first.Contents ?? []), ...(second.Contents ?? [])].map(object => object.Key)
    expect(keys).toEqual(['srts/a', 'srts/b', 'srts/c'])
  })

  it('rolls keys up to the delimiter into common prefixes, which count as one key each, over all pages', async () => {
    for (const key of ['d/a/1', 'd/a/2', 'd/a.txt', 'd/b/1', 'd/b/2/3', 'd/c', 'e/1']) await put(key, 'x')
    const names: (string | undefined)[] = []
    let ContinuationToken: string | undefined
    let pages = 0
    do {
      const page = await s3.send(
        new ListObjectsV2Command({ Bucket, Prefix: 'd/', Delimiter: '/', MaxKeys: 2, ContinuationToken }),
      )
      expect(page).toMatchObject({ Delimiter: '/', KeyCount: 2 })
      names.push(...(page.Contents ?? []).map(({ Key }) => Key))
      names.push(...(page.CommonPrefixes ?? []).map(({ Prefix }) => Prefix))
      ContinuationToken = page.NextContinuationToken
      pages += 1
    } while (ContinuationToken !== undefined)
    expect(pages).toBe(2)
    expect(names.sort()).toEqual(['d/a.txt', 'd/a/', 'd/b/', 'd/c'])
    const folders = await s3.send(new ListObjectsV2Command({ Bucket, Prefix: 'd', Delimiter: '/' }))
    expect(folders.CommonPrefixes).toEqual([{ Prefix: 'd/' }])
    expect(folders.Contents).toBeUndefined()
  })

  it('refuses to begin after a key', async () => {
    expect(await failure(s3.send(new ListObjectsV2Command({ Bucket, StartAfter: 'a' })))).toMatchObject({
      name: 'NotImplemented',
      message: 'The local S3 does not support ListObjectsV2 with start-after.',
    })
  })
})

describe('a copy', () => {
  const copy = (Key: string, source: string, more = {}) =>
    s3.send(new CopyObjectCommand({ Bucket, Key, CopySource: `${Bucket}/${encodeURIComponent(source)}`, ...more }))

  it("keeps the source's content and outlives the source", async () => {
    const { ETag } = await put('videos/김/원본.mp4', 'moving pictures')
    const copied = await copy('work/source.mp4', 'videos/김/원본.mp4', { CopySourceIfMatch: ETag })
    expect(copied.CopyObjectResult?.ETag).toBe(ETag)
    await put('videos/김/원본.mp4', 'something else')
    await s3.send(new DeleteObjectCommand({ Bucket, Key: 'videos/김/원본.mp4' }))
    expect(await read('work/source.mp4')).toBe('moving pictures')
    expect(cloud.created.map(event => event.key)).toContain('work/source.mp4')
  })

  it('is refused if the source has another ETag by now', async () => {
    const { ETag } = await put('source', 'one')
    await put('source', 'two')
    expect(await failure(copy('copy', 'source', { CopySourceIfMatch: ETag }))).toMatchObject({
      name: 'PreconditionFailed',
      $metadata: { httpStatusCode: 412 },
    })
  })

  it("keeps the source's headers, or replaces them on request", async () => {
    await s3.send(new PutObjectCommand({ Bucket, Key: 'source', Body: 'x', ContentType: 'video/mp4' }))
    await copy('kept', 'source')
    await copy('replaced', 'source', { MetadataDirective: 'REPLACE', ContentType: 'audio/wav' })
    const typeOf = async (Key: string) => (await s3.send(new HeadObjectCommand({ Bucket, Key }))).ContentType
    expect([await typeOf('kept'), await typeOf('replaced')]).toEqual(['video/mp4', 'audio/wav'])
  })

  it('needs permission to read the source and to write the copy', async () => {
    await put('source', 'x')
    cloud.accesses.length = 0
    await copy('copy', 'source')
    expect(cloud.accesses).toEqual([
      { caller: 'UploadFunction', action: 's3:GetObject', resource: `arn:aws:s3:::${Bucket}/source` },
      { caller: 'UploadFunction', action: 's3:PutObject', resource: `arn:aws:s3:::${Bucket}/copy` },
    ])
  })
})

describe('local services', () => {
  it('share objects with clients, in both directions', async () => {
    await cloud.s3.write(Bucket, 'work/transcript.json', [Buffer.from('{}')], { 'content-type': 'application/json' })
    expect(await read('work/transcript.json')).toBe('{}')
    await put('videos/a.mp4', 'bytes')
    const object = cloud.s3.read(Bucket, 'videos/a.mp4')
    expect(object?.size).toBe(5)
    expect(object && (await text(object.stream(1, 3)))).toBe('yte')
    expect(cloud.created.map(event => event.key)).toEqual(['work/transcript.json', 'videos/a.mp4'])
  })
})
