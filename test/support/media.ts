import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3'
import { afterAll } from 'vitest'
import { type MediaBucket, statObject } from '../../lambdas/runtime/media-bucket.ts'
import { startCloud, type TestCloud } from '../../packages/local-aws/test/support/endpoint.ts'
import { mediaBucket } from './bucket.ts'

export interface TestMedia {
  media: MediaBucket
  cloud: TestCloud
  put(key: string, body?: string, type?: string): Promise<void>
  has(key: string): Promise<boolean>
  keys(): string[]
  close(): Promise<void>
}

/** The media bucket on the S3 of the local cloud. */
async function openMedia(): Promise<TestMedia> {
  const cloud = await startCloud()
  const client = new S3Client({
    ...cloud.client(),
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  })
  const media = mediaBucket(client, cloud.client())
  return {
    media,
    cloud,
    async put(key, body = 'x', type = 'video/mp4') {
      await client.send(new PutObjectCommand({ Bucket: media.name, Key: key, Body: body, ContentType: type }))
    },
    has: async key => (await statObject(media, key)) !== undefined,
    keys: () => cloud.s3.keys(media.name, '').sort(),
    async close() {
      client.destroy()
      await cloud.close()
    },
  }
}

/** A media bucket that the tests of one file share. Call it at the top of the file. */
export async function setUpMedia(): Promise<TestMedia> {
  const media = await openMedia()
  afterAll(() => media.close())
  return media
}
