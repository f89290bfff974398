import { UpdateCommand } from '@aws-sdk/lib-dynamodb'
import { beforeAll, describe, expect, it } from 'vitest'
import type { AwsRequest } from '#local-aws/aws/service.ts'
import { entryRow, importRows } from '../support/generated-rows.ts'
import { setUpStory } from '../support/running.ts'
import { tablesOf } from '../support/stored-rows.ts'
import { type Visitor, visitor } from '../support/visitor.ts'

const ENTRIES = 10_000
/** The user, at most two pages of keys, and five entries. */
const MOST_READS = 8
const DELETED = [3, 4, 5000, 9_997]

const story = await setUpStory()
let person: Visitor
/** Database calls since the last reset. */
let reads: AwsRequest[] = []

beforeAll(async () => {
  person = await visitor(story.cloud, 'collector')
  await fill()
  const { dynamoDb } = story.cloud.services
  const ask = dynamoDb.handle
  dynamoDb.handle = request => {
    reads.push(request)
    return ask(request)
  }
})

/** Writes the archive directly into the table, without the deleted entries. */
async function fill(): Promise<void> {
  await importRows(story.cloud, 'Archive', ENTRIES, number =>
    DELETED.includes(number) ? undefined : entryRow(person.uid, number),
  )
  const { client, users } = tablesOf(story.cloud)
  await client.send(
    new UpdateCommand({
      TableName: users,
      Key: { uid: person.uid },
      UpdateExpression: 'SET archive_count = :count, archive_deleted = :deleted',
      ExpressionAttributeValues: { ':count': ENTRIES, ':deleted': DELETED.length },
    }),
  )
}

describe('an archive of 10,000 videos, four of them deleted', () => {
  it.each([
    { page: 1, numbers: [10_000, 9_999, 9_998, 9_996, 9_995] },
    { page: 1000, numbers: [5_004, 5_003, 5_002, 5_001, 4_999] },
    { page: 1999, numbers: [8, 7, 6, 5, 2] },
    { page: 2000, numbers: [1] },
  ])('shows page $page with at most two requests for keys and one for each row', async ({ page, numbers }) => {
    reads = []
    const shown = await person.api('listArchive', { query: { page: String(page) } })
    const made = reads.map(({ operation }) => operation)
    expect(made.filter(operation => operation === 'Query').length).toBeLessThanOrEqual(2)
    expect(made.length).toBeLessThanOrEqual(MOST_READS)
    expect(shown).toMatchObject({ page, pages: 2000, total: 9_996 })
    expect(shown.entries.map(({ number }) => number)).toEqual(numbers)
  })

  it('shows its last page for a page beyond the end and refuses an invalid page', async () => {
    expect(await person.api('listArchive', { query: { page: '999999' } })).toMatchObject({ page: 2000 })
    for (const page of ['0', '-1', '1.5', 'one', '1e9', ''])
      expect([page, (await person.call('listArchive', { query: { page } })).status]).toEqual([page, 400])
  })

  it('finds, deletes and counts entries like a small archive', async () => {
    const { key } = entryRow(person.uid, 7_777)
    reads = []
    expect(await person.api('readEntry', { parameters: { key } })).toMatchObject({ number: 7_777 })
    expect(reads).toHaveLength(1)
    await person.api('deleteEntry', { parameters: { key } })
    expect(await person.api('listArchive')).toMatchObject({ pages: 1999, total: 9_995 })
  })
})
