import { ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3'
import { PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb'
import type { ArchiveEntry } from '../../../lambdas/contract/archive-entry.ts'
import type { ProjectSentence } from '../../../lambdas/contract/project.ts'
import { koreanDay } from '../../../lambdas/contract/time.ts'
import { grant } from '../../../lambdas/records/ledger/index.ts'
import type { Cloud } from '../../../local/cloud/options.ts'
import { type Visitor, visitor } from '../../../test/support/visitor.ts'
import { benchTables } from '../cloud/bench-cloud.ts'
import { finishedVideo } from '../cloud/finished-video.ts'

/** A user with a finished entry. */
export interface BenchPerson extends Visitor {
  key: string
  /** The sentences of the entry. */
  sentences: ProjectSentence[]
}

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
  await client.send(
    new UpdateCommand({
      TableName: users,
      Key: { uid: person.uid },
      UpdateExpression:
        'SET archive_count = :count, last_key = :key, open_submissions = :none, day_submissions = :none, day_refunded_seconds = :none, #day = :day',
      ExpressionAttributeNames: { '#day': 'day' },
      ExpressionAttributeValues: {
        ':count': 1,
        ':key': entry.key,
        ':none': UNLIMITED,
        ':day': koreanDay(Date.now()),
      },
    }),
  )
  const { machine } = await person.api('readProject', { parameters: { key: entry.key } })
  return { ...person, key: entry.key, sentences: machine.passages }
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
