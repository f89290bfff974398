import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { saveGlossary } from '../../lambdas/account/glossary.ts'
import { dropSeries, saveSeries } from '../../lambdas/account/series.ts'
import type { SeriesSettings } from '../../lambdas/contract/group.ts'
import { MOST_SERIES } from '../../lambdas/contract/limits.ts'
import { groupPage } from '../../lambdas/records/archive-pages.ts'
import { readGlossary, readTermsFor } from '../../lambdas/records/glossary.ts'
import { listSeries } from '../../lambdas/records/series.ts'
import { serviceKey } from '../../lambdas/records/service-rows.ts'
import { put, write } from '../../lambdas/records/transaction.ts'
import { setUpTables } from '../support/tables.ts'
import { AT, heldEntry, iso, NOW, newUser } from '../support/users.ts'

const { tables, rows } = await setUpTables()
const deps = { tables, now: () => NOW }
let uid: string
let id: string

beforeEach(async () => {
  uid = (await newUser(tables)).uid
  id = randomUUID()
})

const submit = (changes: object = {}, group: object = {}) =>
  heldEntry(tables, uid, { type: 'youtube', group: { id, size: 2, series: true, ...group }, ...changes })
const groupRow = async () => (await rows('service')).find(row => row.id === serviceKey.group(uid, id).id)
const SETTINGS: SeriesSettings = { name: '자료구조', register: 'hapnida', profile: 'sdh' }

describe('a series', () => {
  it('is named by the page or after its first video, keeps its options, and does not expire, unlike other groups', async () => {
    await submit({ register: 'haeyo', profile: 'children' }, { name: '자료구조' })
    const named = id
    const unnamed = randomUUID()
    id = unnamed
    await submit({ name: '1강.mp4', at: iso(NOW + 60_000) })
    expect(await listSeries(tables, uid)).toEqual([
      { id: unnamed, name: '1강.mp4', register: 'polite', profile: 'standard' },
      { id: named, name: '자료구조', register: 'haeyo', profile: 'children' },
    ])
    expect(await groupRow()).not.toHaveProperty('expires_at')
    id = randomUUID()
    await submit({}, { series: false })
    expect(await groupRow()).toHaveProperty('expires_at')
    expect(await listSeries(tables, uid)).toHaveLength(2)
  })

  it('takes further videos at any time, in the order of their submission', async () => {
    const keys = [(await submit()).key, (await submit()).key]
    keys.push((await submit({ at: iso(NOW + 90 * 24 * 3_600_000) }, { size: 1 })).key)
    const { entries } = await groupPage(tables, uid, id)
    expect(entries.map(({ key }) => key)).toEqual(keys)
    expect(await listSeries(tables, uid)).toHaveLength(1)
  })

  it('has a name and options that only its owner can change', async () => {
    await submit()
    expect(await saveSeries(deps, { uid, id }, SETTINGS)).toEqual({ id, ...SETTINGS })
    expect(await listSeries(tables, uid)).toEqual([{ id, ...SETTINGS }])
    const { uid: other } = await newUser(tables)
    await expect(saveSeries(deps, { uid: other, id }, SETTINGS)).rejects.toMatchObject({ code: 'NO_SERIES' })
    await expect(saveSeries(deps, { uid, id: 'constructor' }, SETTINGS)).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  })

  it('is removed with its glossary; its videos stay', async () => {
    const { key } = await submit()
    await saveGlossary(deps, { uid, series: id }, { put: [{ english: 'Anna', korean: '애나' }], remove: [] })
    await dropSeries(deps, { uid, id })
    await dropSeries(deps, { uid, id })
    expect(await listSeries(tables, uid)).toEqual([])
    expect(await readGlossary(tables, uid, id)).toEqual([])
    expect(await groupRow()).toHaveProperty('expires_at')
    expect((await groupPage(tables, uid, id)).entries.map(entry => entry.key)).toEqual([key])
    await expect(
      saveGlossary(deps, { uid, series: id }, { put: [{ english: 'Anna', korean: '애나' }], remove: [] }),
    ).rejects.toMatchObject({ code: 'NO_SERIES' })
  })

  it('beyond the limit becomes a group that expires', async () => {
    const others = Array.from({ length: MOST_SERIES }, (_, n) => [`s${n}`, { id: randomUUID(), ...SETTINGS, at: AT }])
    await write(tables, put(tables.service, { ...serviceKey.series(uid), ...Object.fromEntries(others) }))
    expect((await submit()).group).toBe(id)
    expect(await listSeries(tables, uid)).toHaveLength(MOST_SERIES)
    expect(await groupRow()).toHaveProperty('expires_at')
  })
})

describe('the terms for a video', () => {
  const save = (series: string | undefined, english: string, korean: string) =>
    saveGlossary(deps, { uid, series }, { put: [{ english, korean }], remove: [] })

  it('are those of its series and the user’s; if both have the same term, that of the series is used', async () => {
    const [member, other] = [await submit(), await heldEntry(tables, uid)]
    await save(undefined, 'Anna', '애나')
    await save(undefined, 'heap', '힙')
    await save(id, 'HEAP', '더미')
    const koreanFor = async (entry: typeof member) => (await readTermsFor(tables, entry)).map(({ korean }) => korean)
    expect(await koreanFor(member)).toEqual(['애나', '더미'])
    expect(await koreanFor(other)).toEqual(['애나', '힙'])
    expect(await koreanFor({ ...member, glossary: false })).toEqual([])
  })
})
