import { beforeAll, describe, expect, it } from 'vitest'
import { eventually } from '../support/eventually.ts'
import { closed, media, submit } from '../support/journey.ts'
import { expectNoPersonalData } from '../support/log-privacy.ts'
import { shareStory } from '../support/running.ts'
import { everyRow, expectBalancedLedger, rowsOf } from '../support/stored-rows.ts'
import { type Visitor, visitor } from '../support/visitor.ts'

const story = await shareStory()
let leaver: Visitor
let neighbour: Visitor
/** The other user's rows and objects before the leaving. */
let before: unknown

const objectsOf = ({ uid }: Visitor) =>
  story.cloud.services.s3.keys(story.cloud.physicalName('Media'), '').filter(key => key.includes(uid))
const belongings = async ({ api, ...person }: Visitor) => ({
  me: await api('me'),
  archive: await api('listArchive'),
  movements: await api('movements'),
  objects: objectsOf({ api, ...person }),
})

beforeAll(async () => {
  const hello = await media('../../../local/sample/hello.mp4')
  leaver = await visitor(story.cloud, '떠나는 사람', 'leaver')
  neighbour = await visitor(story.cloud, '이웃', 'neighbour')
  const entries = [
    await submit(leaver.api, hello, { filename: '면접 연습.mp4' }),
    await submit(leaver.api, Buffer.from('no video at all'), { filename: '찢어진 파일.mp4' }),
    await submit(neighbour.api, hello, { filename: '이웃의 강연.mp4' }),
  ]
  const owners = [leaver, leaver, neighbour]
  await Promise.all(entries.map(({ key }, index) => closed((owners[index] ?? leaver).api, key)))
  await leaver.api('changeGlossary', { body: { put: [{ english: 'Quasimodo', korean: '콰지모도' }] } })
  await leaver.api('requestEmailCode', { body: { email: 'second-address@example.com' } })
  await eventually(() => expect(story.cloud.executions().filter(({ status }) => status === 'RUNNING')).toEqual([]))
  before = await belongings(neighbour)
  await leaver.api('leave')
})

describe('a user who has left', () => {
  it('has no object, no row with a name, address or title, and no account in the user pool', async () => {
    expect(objectsOf(leaver)).toEqual([])
    const rows = await everyRow(story.cloud)
    for (const personal of ['떠나는 사람', 'leaver', 'second-address', '면접', '찢어진', '콰지모도'])
      expect(rows).not.toContain(personal)
    const archive = await rowsOf(story.cloud, 'Archive')
    expect(archive.filter(({ uid }) => uid === leaver.uid)).toEqual([])
  })

  it('leaves behind a ledger that ends at zero', async () => {
    const own = (await rowsOf(story.cloud, 'Ledger')).filter(({ uid }) => uid === leaver.uid)
    expect(own.map(({ movement }) => String(movement).split('#')[0]).sort()).toEqual([
      'hold',
      'hold',
      'leave',
      'refund',
      'settle',
      'signup',
    ])
    expect(own.reduce((sum, { amount }) => sum + Number(amount), 0)).toBe(0)
  })

  it('is refused everything with an access token that is still valid', async () => {
    const gone = { status: 404, body: { code: 'NO_USER' } }
    const video = { filename: 'a.mp4', size: 1000, type: 'video/mp4', durationSeconds: 60 }
    for (const [name, parts] of [
      ['me', {}],
      ['listArchive', {}],
      ['submitVideo', { body: video }],
      ['createPayment', { body: { package: 'tokens-20' } }],
    ] as const)
      expect([name, await leaver.call(name, parts)]).toMatchObject([name, gone])
    expect(await leaver.call('openSession')).toMatchObject({ status: 401, body: { code: 'UNAUTHORIZED' } })
    expect((await leaver.call('leave')).status).toBe(200)
  })

  it('starts anew on return, without sign-up tokens, and the old access token cannot reach the new account', async () => {
    const again = await visitor(story.cloud, '돌아온 사람', 'leaver')
    expect(again.uid).not.toBe(leaver.uid)
    expect((await again.api('me')).token).toBe(0)
    expect((await again.api('listArchive')).total).toBe(0)
    expect((await again.api('movements')).movements).toEqual([])
    expect((await leaver.call('leave')).status).toBe(200)
    expect((await visitor(story.cloud, '돌아온 사람', 'leaver')).uid).toBe(again.uid)
  })

  it('leaves other users’ rows and objects unchanged', async () => {
    expect(await belongings(neighbour)).toEqual(before)
  })
})

it('after all stories the ledger balances and the logs contain no personal data', async () => {
  await expectBalancedLedger(story.cloud)
  expectNoPersonalData(story.cloud, '떠나는', '이웃', '돌아온', '면접', '찢어진', 'leaver@')
})
