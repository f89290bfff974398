import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir, rm, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { join } from 'node:path'
import {
  CreateMultipartUploadCommand,
  GetObjectCommand,
  PutObjectCommand,
  S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { startCloud, type TestCloud, temporaryFolder } from '../../support/endpoint.ts'

const Bucket = 'media-bucket'
const DAY = 24 * 60 * 60 * 1000
let folder: string
let cloud: TestCloud
let s3: S3Client

const LIFECYCLE = {
  Rules: [
    { Id: 'videos', Status: 'Enabled', Prefix: 'videos/', ExpirationInDays: 3 },
    { Id: 'work', Status: 'Enabled', Prefix: 'work/', ExpirationInDays: 3 },
    { Status: 'Disabled', Prefix: 'srts/', ExpirationInDays: 1 },
    { Status: 'Enabled', AbortIncompleteMultipartUpload: { DaysAfterInitiation: 1 } },
  ],
}
const open = async (): Promise<void> => {
  cloud = await startCloud({ folder, s3: { lifecycleOf: () => LIFECYCLE } })
  s3 = new S3Client({ ...cloud.client(), requestChecksumCalculation: 'WHEN_REQUIRED' })
}

beforeEach(async () => {
  folder = await temporaryFolder()
  await open()
})
afterEach(async () => {
  await cloud.close()
  await rm(folder, { recursive: true, force: true })
})

const put = (Key: string, Body: string) => s3.send(new PutObjectCommand({ Bucket, Key, Body }))
const files = async (): Promise<string[]> =>
  (await readdir(join(folder, 's3', 'content'), { recursive: true, withFileTypes: true }))
    .filter(entry => entry.isFile())
    .map(entry => entry.name)

it('objects and open uploads survive a restart', async () => {
  await put('srts/a.srt', '자막')
  const { UploadId } = await s3.send(new CreateMultipartUploadCommand({ Bucket, Key: 'videos/long.mp4' }))
  await cloud.close()
  await open()
  const got = await s3.send(new GetObjectCommand({ Bucket, Key: 'srts/a.srt' }))
  expect(await got.Body?.transformToString()).toBe('자막')
  await s3.send(new UploadPartCommand({ Bucket, Key: 'videos/long.mp4', UploadId, PartNumber: 1, Body: 'x' }))
})

it('replaced and deleted objects leave no file behind', async () => {
  await put('a', 'one')
  await put('a', 'two')
  await put('b', 'three')
  await cloud.s3.remove(Bucket, 'b')
  expect(await files()).toHaveLength(1)
})

it('an aborted upload leaves no file and sends no event', async () => {
  const url = await getSignedUrl(s3, new PutObjectCommand({ Bucket, Key: 'videos/half.mp4' }))
  const upload = request(url, { method: 'PUT', headers: { 'content-length': 1000 } })
  upload.on('error', () => {})
  upload.write('half of it')
  await expect.poll(files).toHaveLength(1)
  upload.destroy()
  await expect.poll(files).toHaveLength(0)
  expect(cloud.s3.read(Bucket, 'videos/half.mp4')).toBeUndefined()
  expect(cloud.created).toEqual([])
})

it('a file that belongs to no object is removed at the start', async () => {
  await put('kept', 'x')
  await cloud.close()
  const [shelf = ''] = await readdir(join(folder, 's3', 'content'))
  await writeFile(join(folder, 's3', 'content', shelf, 'left-by-a-crash'), 'x')
  await open()
  const got = await s3.send(new GetObjectCommand({ Bucket, Key: 'kept' }))
  expect(await got.Body?.transformToString()).toBe('x')
  expect(await files()).toHaveLength(1)
})

it('acknowledged writes survive the killing of the process', async () => {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'write-and-wait.ts'), join(folder, 'killed')], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [line] = await once(child.stdout, 'data')
  child.kill('SIGKILL')
  await once(child, 'exit')
  expect(String(line)).toContain('written')
  const survivor = await startCloud({ folder: join(folder, 'killed') })
  expect(survivor.s3.keys(Bucket, '')).toEqual(['key-0', 'key-1', 'key-2'])
  await survivor.close()
})

it('videos are deleted after three days, at the next midnight UTC, and subtitles stay', async () => {
  cloud.clock.now = Date.UTC(2026, 0, 10, 15, 30)
  for (const key of ['videos/kim/a.mp4', 'work/kim/a/source.mp4', 'srts/kim/a.srt'])
    await cloud.s3.write(Bucket, key, [Buffer.from('x')])
  await cloud.s3.sweep(Date.UTC(2026, 0, 14) - 1)
  expect(cloud.s3.keys(Bucket, '')).toHaveLength(3)
  await cloud.s3.sweep(Date.UTC(2026, 0, 14))
  expect(cloud.s3.keys(Bucket, '')).toEqual(['srts/kim/a.srt'])
  expect(await files()).toHaveLength(1)
})

it('an upload that is never completed is deleted after one day', async () => {
  const Key = 'videos/long.mp4'
  const { UploadId } = await s3.send(new CreateMultipartUploadCommand({ Bucket, Key }))
  const part = () => s3.send(new UploadPartCommand({ Bucket, Key, UploadId, PartNumber: 1, Body: 'x' }))
  await part()
  await cloud.s3.sweep(cloud.clock.now + DAY / 2)
  await part()
  await cloud.s3.sweep(cloud.clock.now + 2 * DAY)
  await expect(part()).rejects.toMatchObject({ name: 'NoSuchUpload' })
  expect(await files()).toHaveLength(0)
})
