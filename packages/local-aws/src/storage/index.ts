import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import * as z from 'zod'
import type { EventEntry } from '../eventbridge/index.ts'
import type { Installation } from '../machine/installation.ts'
import type { Assembly } from '../template/index.ts'
import type { Resolver } from '../template/resolve.ts'
import { createDynamoDb, type LocalDynamoDb } from './dynamodb/index.ts'
import { createS3, type ObjectCreated, type S3Handler } from './s3/index.ts'

const bucketSchema = z.object({
  CorsConfiguration: z.unknown().optional(),
  LifecycleConfiguration: z.unknown().optional(),
  NotificationConfiguration: z
    .object({ EventBridgeConfiguration: z.object({ EventBridgeEnabled: z.boolean().default(true) }).optional() })
    .optional(),
})

export interface StorageOptions {
  assembly: Assembly
  resolver: Resolver
  installation: Installation
  now: () => number
  /** Called for new objects in buckets that notify EventBridge. */
  onEvent(event: EventEntry): void
}

/** The tables and buckets of the template, with their data. */
export interface CloudStorage {
  dynamoDb: LocalDynamoDb
  s3: S3Handler
  hasObject(bucket: string, key: string): boolean
  /**
   * Path of a file with the object's content, valid until the next call.
   * @throws Error if there is no such object
   */
  objectFile(bucket: string, key: string): Promise<string>
  /** Deletes expired items and objects. `now` is in milliseconds. */
  sweep(now: number): Promise<void>
  close(): Promise<void>
}

/** Creates the template's tables and buckets, or opens those of an earlier start. */
export async function openStorage(options: StorageOptions): Promise<CloudStorage> {
  const { assembly, resolver, installation, now } = options
  const folder = (name: string) => join(installation.folder, name)
  const dynamoDb = await createDynamoDb({ folder: folder('dynamodb'), now })
  for (const resource of assembly.ofType('AWS::DynamoDB::GlobalTable', 'AWS::DynamoDB::Table'))
    await dynamoDb.createTable(resolver.resolve(resource.properties, resource), resolver.ref(resource))

  const buckets = new Map(
    assembly
      .ofType('AWS::S3::Bucket')
      .map(resource => [
        resolver.ref(resource),
        { ...resolver.read(resource, bucketSchema), region: resolver.region(resource.stack) },
      ]),
  )
  await mkdir(folder('s3'), { recursive: true })
  const s3 = createS3({
    folder: folder('s3'),
    secretOf: installation.secretOf,
    now,
    corsOf: bucket => buckets.get(bucket)?.CorsConfiguration,
    lifecycleOf: bucket => buckets.get(bucket)?.LifecycleConfiguration,
    onObjectCreated(created) {
      if (buckets.get(created.bucket)?.NotificationConfiguration?.EventBridgeConfiguration?.EventBridgeEnabled)
        options.onEvent(objectCreated(created))
    },
  })

  const media = folder('media')
  await rm(media, { recursive: true, force: true })
  return {
    dynamoDb,
    s3,
    hasObject: (bucket, key) => s3.read(bucket, key) !== undefined,
    async objectFile(bucket, key) {
      const object = s3.read(bucket, key)
      if (!object) throw new Error(`There is no object s3://${bucket}/${key}.`)
      const name = createHash('sha256').update(`${bucket}/${key}/${object.etag}`).digest('hex')
      const path = join(media, name)
      if (await stat(path).catch(() => undefined)) return path
      // Only the object in use has its own file.
      await rm(media, { recursive: true, force: true })
      await mkdir(media, { recursive: true })
      await pipeline(object.stream(), createWriteStream(`${path}.part`))
      await rename(`${path}.part`, path)
      return path
    },
    async sweep(at) {
      await dynamoDb.sweep(at)
      await s3.sweep(at)
    },
    async close() {
      await s3.close()
      await dynamoDb.close()
    },
  }
}

/** The event that S3 sends to EventBridge for a new object. */
function objectCreated({ bucket, key, size, etag }: ObjectCreated): EventEntry {
  return {
    source: 'aws.s3',
    'detail-type': 'Object Created',
    resources: [`arn:aws:s3:::${bucket}`],
    detail: {
      version: '0',
      bucket: { name: bucket },
      object: { key, size, etag },
      'request-id': 'local',
      requester: 'local',
      'source-ip-address': '127.0.0.1',
      reason: 'PutObject',
    },
  }
}
