import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, describe, expect, it } from 'vitest'
import { editorServer, KEY } from '../support/editor-server.ts'
import { setUpScreens } from '../support/screens.ts'

const screens = await setUpScreens()
const folder = await mkdtemp(join(tmpdir(), 'jamak-drop-'))
afterAll(() => rm(folder, { recursive: true }))

const VIDEO = join(import.meta.dirname, '../../local/sample/hello.mp4')
const cues = (text: string) => `1\n00:00:01,000 --> 00:00:04,000\n${text}\n`
async function written(name: string, text: string): Promise<string> {
  await writeFile(join(folder, name), text)
  return join(folder, name)
}
const ENGLISH = await written('talk.srt', cues('Thank you all for coming here today.'))
const KOREAN = await written('여행.srt', cues('제가 어제 도서관에서 빌린 책은 아주 재미있었습니다.'))
const TERMS = await written('terms.csv', 'Anna,애나\n')

/** Drags a file over the page as the system does, and drops it on the header, outside of every box. */
async function drag(page: Page, file: string) {
  const devtools = await page.context().newCDPSession(page)
  const data = { items: [], files: [file], dragOperationsMask: 1 }
  const send = (type: 'dragEnter' | 'dragOver' | 'drop') =>
    devtools.send('Input.dispatchDragEvent', { type, x: 300, y: 20, data })
  await send('dragEnter')
  await send('dragOver')
  return { drop: () => send('drop') }
}

const PLACES = [
  { path: '/', member: false, file: VIDEO, invites: '여기에 MP4', shows: '25초 영상은' },
  { path: '/', member: true, file: VIDEO, invites: '여기에 MP4', shows: 'hello.mp4' },
  { path: '/', member: true, file: ENGLISH, invites: '여기에 MP4', shows: 'talk.srt' },
  { path: '/?way=subtitle', member: true, file: ENGLISH, invites: '여기에 영어 자막', shows: 'talk.srt' },
  { path: '/recut', member: false, file: KOREAN, invites: '자막 파일을 여기에', shows: '읽기 편한 자막 100%' },
  { path: '/user/terms', member: true, file: TERMS, invites: '여기에 CSV', shows: '새로 저장하는 용어' },
]

describe('a file dropped beside the box', () => {
  it.each(PLACES)('is taken at $path (member: $member): $shows', async ({ path, member, file, invites, shows }) => {
    const { page } = await screens.visit(path, { member })
    await page.locator('input[type=file]').first().waitFor({ state: 'attached' })
    const { drop } = await drag(page, file)
    const cover = page.locator('.file-drop')
    await cover.getByText(invites).waitFor()
    await drop()
    await page.getByText(shows).first().waitFor()
    await expect.poll(() => cover.count()).toBe(0)
  })

  it('is opened in the editor, where the picture belongs', async () => {
    const { page } = await screens.visit(`/user/${KEY}`, {
      answers: editorServer().answers,
      before: async () => {},
    })
    await page.getByText('영상 파일 열기').waitFor()
    const { drop } = await drag(page, VIDEO)
    await drop()
    await page.locator('video[src^="blob:"]').waitFor()
  })

  it.each([
    ['on a screen that takes no files or behind an open dialog', undefined],
    ['before its script has loaded', (page: Page) => page.route('**/assets/main-*.js', route => route.abort())],
  ])('is not taken by the page, nor opened by the browser, %s', async (_, before) => {
    const { page } = await screens.visit('/account', before && { before })
    await page.getByRole('heading', { level: 1 }).waitFor()
    const isIgnored = async () => {
      const { drop } = await drag(page, VIDEO)
      await expect.poll(() => page.locator('.file-drop').count()).toBe(0)
      await drop()
      expect(page.url()).toBe(`${screens.site.origin}/account`)
      expect(page.context().pages()).toHaveLength(1)
    }
    await isIgnored()
    if (before) return
    await page.getByRole('button', { name: '문의하기' }).click()
    await page.getByRole('dialog').waitFor()
    await isIgnored()
  })

  it('removes the mark when it leaves the page, even if no event reports that it left', async () => {
    const { page } = await screens.visit('/recut', { member: false })
    await page.locator('input[type=file]').waitFor({ state: 'attached' })
    const cover = page.locator('.file-drop')
    await drag(page, KOREAN)
    await cover.evaluate(element => {
      const dataTransfer = new DataTransfer()
      dataTransfer.items.add(new File([], 'a'))
      element.dispatchEvent(new DragEvent('dragleave', { dataTransfer, bubbles: true }))
    })
    await cover.waitFor({ state: 'detached' })
    await drag(page, KOREAN)
    await cover.waitFor()
    await page.mouse.move(10, 10)
    await cover.waitFor({ state: 'detached' })
  })
})
