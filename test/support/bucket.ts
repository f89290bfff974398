import { GetObjectCommand, ListObjectsV2Command, PutObjectCommand, S3Client } from '@aws-sdk/client-s3'
import { afterAll } from 'vitest'
import type { MediaBucket } from '../../lambdas/runtime/media-bucket.ts'
import { type ClientSettings, startCloud } from '../../packages/local-aws/test/support/endpoint.ts'

export interface TestBucket {
  media: MediaBucket
  put(key: string, body: string | Uint8Array, type?: string): Promise<void>
  text(key: string): Promise<string>
  json(key: string): Promise<unknown>
  typeOf(key: string): Promise<string | undefined>
  keys(): Promise<string[]>
  close(): Promise<void>
}

/** For tests that sign nothing. */
const NOWHERE = { endpoint: '', region: '', credentials: { accessKeyId: '', secretAccessKey: '' } }

/** The bucket `media` of a local S3, as passed to functions. */
export function mediaBucket(
  client: S3Client,
  { endpoint, region, credentials }: Pick<ClientSettings, 'endpoint' | 'region' | 'credentials'> = NOWHERE,
): MediaBucket {
  const name = 'media'
  return { name, url: `${endpoint}/${name}`, region, credentials: async () => credentials, client: async () => client }
}

/** The media bucket on the local cloud's S3, in a folder that is removed with it. */
async function openBucket(): Promise<TestBucket> {
  const cloud = await startCloud()
  const client = new S3Client({
    ...cloud.client(),
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  })
  const Bucket = 'media'
  const text = async (Key: string) => {
    const { Body } = await client.send(new GetObjectCommand({ Bucket, Key }))
    return (await Body?.transformToString('utf-8')) ?? ''
  }
  return {
    media: mediaBucket(client, cloud.client()),
    async put(Key, Body, ContentType) {
      await client.send(new PutObjectCommand({ Bucket, Key, Body, ContentType }))
    },
    text,
    json: async key => JSON.parse(await text(key)),
    typeOf: async Key => (await client.send(new GetObjectCommand({ Bucket, Key }))).ContentType,
    async keys() {
      const { Contents = [] } = await client.send(new ListObjectsV2Command({ Bucket }))
      return Contents.map(({ Key }) => Key ?? '')
    },
    async close() {
      client.destroy()
      await cloud.close()
    },
  }
}

/** A media bucket that the tests of one file share. Call it at the top of the file. */
export async function setUpBucket(): Promise<TestBucket> {
  const bucket = await openBucket()
  afterAll(() => bucket.close())
  return bucket
}
