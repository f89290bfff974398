import { beforeAll, expect, it } from 'vitest'
import { closed, media, submit } from '../support/journey.ts'
import { shareStory } from '../support/running.ts'
import { type Visitor, visitor } from '../support/visitor.ts'

const story = await shareStory()
let owner: Visitor
beforeAll(async () => {
  owner = await visitor(story.cloud, 'unchanging')
})

const list = (etag?: string, person = owner) =>
  fetch(`${story.cloud.siteUrl}/api/archive?page=1`, {
    headers: { authorization: `Bearer ${person.accessToken}`, ...(etag && { 'if-none-match': etag }) },
  })
const etagOf = (response: Response) => response.headers.get('etag') ?? ''

it('an archive that has not changed is not sent again, also if its tag was weakened on the way', async () => {
  const first = await list()
  expect(first.status).toBe(200)
  for (const etag of [etagOf(first), `W/${etagOf(first)}`]) {
    const again = await list(etag)
    expect([again.status, await again.text(), etagOf(again)]).toEqual([304, '', etagOf(first)])
  }
})

it('an archive that has changed is sent', async () => {
  const before = etagOf(await list())
  const { key } = await submit(owner.api, await media('../../../local/sample/hello.mp4'))
  const during = await list(before)
  expect(during.status).toBe(200)
  await closed(owner.api, key)
  const after = await list(etagOf(during))
  expect([after.status, (await after.json()).entries[0]]).toMatchObject([200, { status: 'done' }])
})

it("another user's tag is not accepted", async () => {
  const reader = await visitor(story.cloud, 'reading')
  expect((await list(etagOf(await list()), reader)).status).toBe(200)
})

it.each(['0', '-1', '1.5', 'one', '1e9', ''])('a page numbered %j is refused', async page => {
  expect((await owner.call('listArchive', { query: { page } })).status).toBe(400)
})
