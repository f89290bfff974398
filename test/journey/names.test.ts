import { beforeAll, describe, expect, it } from 'vitest'
import type { EntryView } from '../../lambdas/contract/views.ts'
import { announce, closed, media } from '../support/journey.ts'
import { expectNoPersonalData } from '../support/log-privacy.ts'
import { shareStory } from '../support/running.ts'
import { type Visitor, visitor } from '../support/visitor.ts'

const FILENAME = '$' + '{filename}'
/** File names that users and attackers choose, and the resulting download names. */
const NAMES: [called: string, saved: string][] = [
  ['../..\\..\\%2e%2e%2fetc/passwd\u202e4pm.exe', '.. .. .. %2e%2e%2fetc passwd 4pm.exe.srt'],
  [`${'가'.repeat(300)}.mp4`, `${'가'.repeat(150)}.srt`],
  ['🎬 첫 강의 🇰🇷.MP4', '🎬 첫 강의 🇰🇷.srt'],
  [`$${FILENAME}"quoted"; filename='x'.mp4`, `{filename}"quoted"; filename='x'.srt`],
  ['one\r\nBcc: evil@example.com\r\n\r\ntwo.mp4', 'one Bcc: evil@example.com two.srt'],
]

const story = await shareStory()
let hello: Buffer
let person: Visitor
const objects = () => story.cloud.services.s3.keys(story.cloud.physicalName('Media'), '')
const before = new Set(objects())

beforeAll(async () => {
  hello = await media('../../../local/sample/hello.mp4')
  person = await visitor(story.cloud, 'person-0')
})

/** Sends the form with a false file name. */
async function sendAs(post: { url: string; fields: Record<string, string> }, name: string): Promise<number> {
  const form = new FormData()
  for (const [field, value] of Object.entries(post.fields)) form.append(field, value)
  form.append('file', new Blob([new Uint8Array(hello)], { type: 'video/mp4' }), name)
  return (await fetch(post.url, { method: 'POST', body: form })).status
}

async function made({ api }: Visitor, filename: string) {
  const { entry, post } = await announce(api, hello, { filename })
  expect(await sendAs(post, filename.replace(/[\r\n]/g, ' '))).toBe(204)
  return closed(api, entry.key)
}

/** The name in `filename*` (RFC 5987), which browsers prefer. */
function extendedName(disposition: string): string {
  return decodeURIComponent(/; filename\*=UTF-8''([\w!#$&+.^`|~%-]+)$/.exec(disposition)?.[1] ?? '')
}

describe('whatever the file name', () => {
  const entries: EntryView[] = []
  beforeAll(async () => {
    for (const [called] of NAMES) entries.push(await made(person, called))
  })

  it.each(NAMES.map(([called, saved], index) => ({ called, saved, index })))(
    '$called is saved as $saved',
    async ({ saved, index }) => {
      const { key = '', status } = entries[index] ?? {}
      expect(status).toBe('done')
      const { url, filename } = await person.api('downloadSubtitle', { parameters: { key } })
      expect(filename).toBe(saved)
      // S3 accepts 8,192 bytes of URL and headers; on AWS a session token of about 1,500 is added.
      expect(url.length).toBeLessThan(5_500)
      const download = await fetch(url)
      const disposition = download.headers.get('content-disposition') ?? ''
      expect(extendedName(disposition)).toBe(saved)
      expect(disposition).toMatch(/^attachment; filename="[ !#-[\]-~]*"; /)
      expect(await download.text()).toContain('환영해요')
    },
  )

  it('its objects stay directly inside its owner’s folders', () => {
    const keys = objects().filter(key => !before.has(key))
    const shapes = [
      new RegExp(`^(videos|srts)/${person.uid}/\\d{14}_[^/]+$`),
      new RegExp(`^work/${person.uid}/\\d{14}/((translations|batches)/)?[\\w.-]+$`),
    ]
    expect(keys.length).toBeGreaterThan(NAMES.length * 8)
    expect(keys.filter(key => !shapes.some(shape => shape.test(key)))).toEqual([])
  })

  it('its emails go only to its owner and have a one-line subject', () => {
    for (const { to, subject } of story.cloud.emails()) {
      expect(to).toEqual(['person-0@example.com'])
      expect(subject).not.toMatch(/[\r\n]/)
    }
  })
})

describe('the same name in the same second', () => {
  it('from two users creates two videos, and from one user two keys', async () => {
    const [first, second] = [await visitor(story.cloud, 'first'), await visitor(story.cloud, 'second')]
    const entries = await Promise.all([first, second, first].map(person => made(person, 'same.mp4')))
    expect(entries.map(({ status, used_token }) => [status, used_token])).toEqual(Array(3).fill(['done', 4]))
    expect(new Set(entries.map(({ uid, key }) => `${uid} ${key}`)).size).toBe(3)
    const archive = await first.api('listArchive')
    expect(archive.entries.map(({ number }) => number)).toEqual([2, 1])
    expect((await second.api('me')).token).toBe(196)
  })
})

it('the logs contain no file name', () => {
  expectNoPersonalData(story.cloud, 'passwd', '가가가', '첫 강의', 'quoted', 'evil', 'same.mp4', 'person-')
})
