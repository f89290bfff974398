import { beforeAll, expect, it } from 'vitest'
import { closed, media, submit } from '../support/journey.ts'
import { setUpStory } from '../support/running.ts'
import { type Visitor, visitor } from '../support/visitor.ts'

const story = await setUpStory()
let minji: Visitor
beforeAll(async () => {
  minji = await visitor(story.cloud, 'minji')
})

const list = (etag?: string, person = minji) =>
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
  const { key } = await submit(minji.api, await media('../../../local/sample/hello.mp4'))
  const during = await list(before)
  expect(during.status).toBe(200)
  await closed(minji.api, key)
  const after = await list(etagOf(during))
  expect([after.status, (await after.json()).entries[0]]).toMatchObject([200, { status: 'done' }])
})

it("another user's tag is not accepted", async () => {
  const jisu = await visitor(story.cloud, 'jisu')
  expect((await list(etagOf(await list()), jisu)).status).toBe(200)
})
