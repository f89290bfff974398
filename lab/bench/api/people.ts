import { ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3'
import { BatchWriteCommand, PutCommand, QueryCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb'
import { type ArchiveEntry, archiveEntry, isOpen } from '../../../lambdas/contract/archive-entry.ts'
import { MULTIPART_FROM_BYTES } from '../../../lambdas/contract/limits.ts'
import type { ProjectSentence } from '../../../lambdas/contract/project.ts'
import { koreanDay, timestamp14 } from '../../../lambdas/contract/time.ts'
import { grant } from '../../../lambdas/records/ledger/index.ts'
import type { Cloud } from '../../../local/cloud/options.ts'
import { type Visitor, visitor } from '../../../test/support/visitor.ts'
import { benchTables } from '../cloud/bench-cloud.ts'
import { finishedVideo } from '../cloud/finished-video.ts'

/**
 * A user with what every route needs: a finished entry, entries to delete, an order, and a large upload in progress.
 */
export interface BenchPerson extends Visitor {
  key: string
  /** Keys of closed entries without files. */
  spare: string[]
  /** The sentences of the finished entry. */
  sentences: ProjectSentence[]
  orderId: string
  uploadKey: string
  uploadId: string
}

const SPARE = 14
const FIRST_SPARE = Date.parse('2020-01-01T00:00:00.000Z')
/** Far below the start of the count, so that a user may submit as often as the bench does. */
const UNLIMITED = -100_000

/** Signs users in. The first one's video is processed; the others get copies of its row and files. */
export async function benchPeople(cloud: Cloud, count: number): Promise<BenchPerson[]> {
  const first = await visitor(cloud, 'bench-0')
  await grantTokens(cloud, first)
  const original = await finishedVideo(cloud, first, 60)
  const people: BenchPerson[] = [await furnished(cloud, first, original)]
  for (let n = 1; n < count; n += 1) {
    const person = await visitor(cloud, `bench-${n}`)
    await grantTokens(cloud, person)
    await copyFiles(cloud, first.uid, person.uid)
    people.push(await furnished(cloud, person, { ...original, uid: person.uid }))
  }
  return people
}

async function grantTokens(cloud: Cloud, { uid }: Visitor): Promise<void> {
  await grant(benchTables(cloud), { uid, id: 'bench', amount: 100_000, reason: 'bench', at: new Date().toISOString() })
}

async function furnished(cloud: Cloud, person: Visitor, entry: ArchiveEntry): Promise<BenchPerson> {
  const { client, archive, users } = benchTables(cloud)
  await client.send(new PutCommand({ TableName: archive, Item: entry }))
  const spare = Array.from({ length: SPARE }, (_, n) => timestamp14(FIRST_SPARE + n * 60_000))
  const rows = spare.map((key, n) => ({ ...entry, key, number: n + 2, title: `${key}_${entry.title}` }))
  const requests = rows.map(Item => ({ PutRequest: { Item } }))
  await client.send(new BatchWriteCommand({ RequestItems: { [archive]: requests } }))
  await client.send(
    new UpdateCommand({
      TableName: users,
      Key: { uid: person.uid },
      UpdateExpression:
        'SET archive_count = :count, last_key = :key, open_submissions = :none, day_submissions = :none, day_refunded_seconds = :none, #day = :day',
      ExpressionAttributeNames: { '#day': 'day' },
      ExpressionAttributeValues: {
        ':count': SPARE + 1,
        ':key': entry.key,
        ':none': UNLIMITED,
        ':day': koreanDay(Date.now()),
      },
    }),
  )
  const { machine } = await person.api('readProject', { parameters: { key: entry.key } })
  const { orderId } = await person.api('createPayment', { body: { package: 'tokens-20' } })
  const { entry: upload, multipart } = await person.api('submitVideo', {
    body: { filename: 'large.mp4', size: 2 * MULTIPART_FROM_BYTES, type: 'video/mp4', durationSeconds: 60 },
  })
  const began = { uploadKey: upload.key, uploadId: multipart?.uploadId ?? '' }
  return { ...person, key: entry.key, spare, sentences: machine.passages, orderId, ...began }
}

async function copyFiles(cloud: Cloud, from: string, to: string): Promise<void> {
  const { s3 } = cloud.services
  const bucket = cloud.physicalName('Media')
  const { Contents = [] } = await cloud
    .client(S3Client)
    .send(new ListObjectsV2Command({ Bucket: bucket, Prefix: `srts/${from}/` }))
  for (const { Key: key = '' } of Contents) {
    const object = s3.read(bucket, key)
    if (object) await s3.write(bucket, key.replace(from, to), object.stream())
  }
}

/** Keys of a user's pending uploads, except the large one. */
export async function uploadsOf(cloud: Cloud, person: BenchPerson): Promise<string[]> {
  const { client, archive } = benchTables(cloud)
  const { Items = [] } = await client.send(
    new QueryCommand({
      TableName: archive,
      KeyConditionExpression: '#uid = :uid',
      ExpressionAttributeNames: { '#uid': 'uid' },
      ExpressionAttributeValues: { ':uid': person.uid },
    }),
  )
  const entries = Items.map(item => archiveEntry.parse(item))
  return entries.filter(({ key, status }) => isOpen(status) && key !== person.uploadKey).map(({ key }) => key)
}

/** Closes what is open and restores the limits, so that the users can delete their accounts. */
export async function closeEverything(cloud: Cloud, people: readonly BenchPerson[]): Promise<void> {
  const { client, users } = benchTables(cloud)
  for (const person of people) {
    for (const key of [...(await uploadsOf(cloud, person)), person.uploadKey])
      await person.api('cancelEntry', { parameters: { key }, body: { costs: 0 } })
    await client.send(
      new UpdateCommand({
        TableName: users,
        Key: { uid: person.uid },
        UpdateExpression: 'SET open_submissions = :none',
        ExpressionAttributeValues: { ':none': 0 },
      }),
    )
  }
}
