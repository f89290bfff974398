import { QueryCommand, type QueryCommandInput, UpdateCommand } from '@aws-sdk/lib-dynamodb'
import { beforeEach, describe, expect, it } from 'vitest'
import { openForEachTest, put, tables } from './open-database.ts'

openForEachTest()

describe('a query', () => {
  const query = (more: Partial<QueryCommandInput>) =>
    tables.send(
      new QueryCommand({
        TableName: 'archive',
        KeyConditionExpression: 'uid = :u',
        ExpressionAttributeValues: { ':u': 'kim' },
        ...more,
      }),
    )
  const keys = (items: Record<string, unknown>[] | undefined): unknown[] => (items ?? []).map(item => item.key)

  beforeEach(async () => {
    for (let number = 1; number <= 12; number += 1)
      await put({ uid: 'kim', key: `202409190930${String(number).padStart(2, '0')}`, number })
    await put({ uid: 'lee', key: '20240919093001', number: 1 })
  })

  it('returns each entry once, newest first, over several pages', async () => {
    const pages: unknown[][] = []
    let ExclusiveStartKey: Record<string, unknown> | undefined
    do {
      const page = await query({ ScanIndexForward: false, Limit: 5, ExclusiveStartKey })
      pages.push(keys(page.Items))
      ExclusiveStartKey = page.LastEvaluatedKey
    } while (ExclusiveStartKey)
    expect(pages.map(page => page.length)).toEqual([5, 5, 2])
    expect(pages.flat()).toEqual(
      Array.from({ length: 12 }, (_, index) => `202409190930${String(12 - index).padStart(2, '0')}`),
    )
  })

  it('reads only the entries of its range in an index by number', async () => {
    const page = await query({
      IndexName: 'number',
      KeyConditionExpression: 'uid = :u AND #n BETWEEN :from AND :to',
      ExpressionAttributeNames: { '#n': 'number' },
      ExpressionAttributeValues: { ':u': 'kim', ':from': 3, ':to': 7 },
      ScanIndexForward: false,
    })
    expect(page.Items?.map(item => item.number)).toEqual([7, 6, 5, 4, 3])
    expect(page.ScannedCount).toBe(5)
  })

  it('counts entries by a prefix of their key', async () => {
    const page = await query({
      KeyConditionExpression: 'uid = :u AND begins_with(#k, :p)',
      ExpressionAttributeNames: { '#k': 'key' },
      ExpressionAttributeValues: { ':u': 'kim', ':p': '2024091909301' },
      Select: 'COUNT',
    })
    expect([page.Count, page.Items]).toEqual([3, undefined])
  })

  it('finds in a sparse index only items that have its attributes', async () => {
    const open = async () => {
      const page = await query({
        IndexName: 'open',
        KeyConditionExpression: '#s = :s AND open_since < :t',
        ExpressionAttributeNames: { '#s': 'status' },
        ExpressionAttributeValues: { ':s': 'queued', ':t': 1000 },
      })
      return page.Items ?? []
    }
    await put({ uid: 'kim', key: 'open', status: 'queued', open_since: 500 })
    await put({ uid: 'kim', key: 'later', status: 'queued', open_since: 5000 })
    expect(await open()).toEqual([{ uid: 'kim', key: 'open', status: 'queued', open_since: 500 }])
    await tables.send(
      new UpdateCommand({
        TableName: 'archive',
        Key: { uid: 'kim', key: 'open' },
        UpdateExpression: 'SET #s = :d REMOVE open_since',
        ExpressionAttributeNames: { '#s': 'status' },
        ExpressionAttributeValues: { ':d': 'done' },
      }),
    )
    expect(await open()).toEqual([])
  })

  it('applies its filter and its projection', async () => {
    const page = await query({
      FilterExpression: '#n >= :n AND NOT contains(#k, :tail)',
      ExpressionAttributeNames: { '#n': 'number', '#k': 'title' },
      ExpressionAttributeValues: { ':u': 'kim', ':n': 10, ':tail': 'x' },
      ProjectionExpression: '#n',
    })
    expect(page.Items).toEqual([{ number: 10 }, { number: 11 }, { number: 12 }])
  })
})
