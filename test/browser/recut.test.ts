import { readFile } from 'node:fs/promises'
import type { Page, Request } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { parseSrt } from '#subtitle-engine'
import { decodeCp949 } from '../../packages/subtitle-engine/src/read/cp949.ts'
import { checkScreen, setUpScreens } from '../support/screens.ts'

const screens = await setUpScreens()

const OLD = [
  [1000, 4000, '제가 어제 도서관에서 빌린 책은 아주'],
  [4000, 7000, '재미있었습니다. 그런데 오늘'],
  [7000, 10_000, '아침에 버스에 두고 내렸어요, 참'],
  [10_000, 11_500, '아쉽네요.'],
] as const
const clock = (ms: number) => new Date(ms).toISOString().slice(11, 23).replace('.', ',')
const srtOf = (cues: readonly (readonly [number, number, string])[]) =>
  cues.map(([from, to, text], i) => `${i + 1}\n${clock(from)} --> ${clock(to)}\n${text}\n`).join('\n')
const file = (name: string, buffer: Buffer) => ({ name, mimeType: 'application/x-subrip', buffer })

async function visit(before?: (page: Page) => Promise<unknown>) {
  const visited = await screens.visit('/recut', { member: false, before })
  await visited.page.getByRole('heading', { name: '자막 줄 정리하기', level: 1 }).waitFor()
  return visited
}

async function downloaded(page: Page, button: string): Promise<string> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: button }).click(),
  ])
  return readFile(await download.path(), 'utf8')
}

describe('the page that cuts a subtitle again', () => {
  it('shows the subtitle before and after with both certificates, saves the new one, and keeps edits in this browser across a reload', async () => {
    const { page } = await visit()
    await checkScreen(page, 'recut')
    await page.getByLabel('자막 파일 고르기').setInputFiles(file('여행.srt', Buffer.from(srtOf(OLD))))
    await page.getByText('읽기 편한 자막 0%').waitFor()
    await page.getByText('읽기 편한 자막 100%').waitFor()
    const rows = page.getByRole('list', { name: '나누기 전과 뒤의 자막' }).locator('> li')
    await rows.first().getByText('제가 어제 도서관에서 빌린 책은', { exact: true }).waitFor()
    await page.getByText('줄이 너무 길어요').first().waitFor()
    const cues = parseSrt(await downloaded(page, 'SRT 다운로드'))
    const letters = (text: string) => text.replace(/[^가-힣]/g, '')
    expect(letters(cues.flatMap(({ lines }) => lines).join(''))).toBe(letters(OLD.map(([, , text]) => text).join('')))
    await page.getByRole('button', { name: '다른 형식으로 다운로드' }).click()
    await page.getByRole('checkbox', { name: 'ASS (글꼴과 위치 포함)' }).check()
    const [ass] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('dialog').getByRole('button', { name: '다운로드' }).click(),
    ])
    expect(ass.suggestedFilename()).toBe('여행.ass')
    await checkScreen(page, 'recut-result')
    await page.getByRole('button', { name: '자막 편집에서 열기' }).click()
    await page.getByRole('heading', { name: '여행', level: 1 }).waitFor()
    const text = page.getByRole('textbox', { name: /한국어|자막/ }).first()
    // Waits from before the edit, because a slow page may have stored it by the time that it is typed.
    const unsaved = page.locator('[data-save="unsaved"], [data-save="saving"]').waitFor()
    await Promise.all([unsaved, text.fill('제가 새로 쓴 문장이에요.')])
    await page.locator('[data-save="saved"]').waitFor()
    await expect.poll(() => page.locator('.sentence-english').getAttribute('lang')).toBe('ko')
    await page.getByText('00:01 / 00:11').waitFor()
    await page.getByRole('button', { name: '다음 자막' }).click()
    await page.getByText('00:05 / 00:11').waitFor()
    await page.getByRole('button', { name: '이전 자막' }).click()
    await checkScreen(page, 'recut-editor')
    await page.reload()
    await page.getByText('제가 새로 쓴 문장이에요').first().waitFor()
    expect(await downloaded(page, 'SRT 다운로드')).toContain('제가 새로 쓴 문장이에요')
  })

  it('sends no text anywhere while reading, cutting, saving and editing', async () => {
    const requests: Request[] = []
    const { page } = await visit(async page => void page.on('request', request => requests.push(request)))
    await page.getByLabel('자막 파일 고르기').setInputFiles(file('비밀.srt', Buffer.from(srtOf(OLD))))
    await page.getByText('읽기 편한 자막 100%').waitFor()
    await downloaded(page, 'SRT 다운로드')
    await page.getByRole('button', { name: '자막 편집에서 열기' }).click()
    await page.getByRole('heading', { name: '비밀', level: 1 }).waitFor()
    const text = page.getByRole('textbox', { name: /한국어|자막/ }).first()
    await text.fill('비밀 문장을 고쳤어요.')
    await page.locator('[data-save="saved"]').waitFor()
    expect(requests.length).toBeGreaterThan(5)
    for (const request of requests) {
      expect([request.method(), request.postData()]).toEqual(['GET', null])
      expect(decodeURIComponent(request.url())).not.toMatch(/도서관|재미있|비밀|아쉽/)
    }
    expect(screens.site.calls).toEqual([])
  })

  it('shows where to go if this browser has no subtitle to edit', async () => {
    const { page } = await screens.visit('/recut/edit', { member: false })
    await page.getByText('이 브라우저에 저장한 자막이 없어요').waitFor()
    await page.getByRole('link', { name: '자막 줄 정리하기' }).first().click()
    await page.getByLabel('자막 파일 고르기').waitFor()
  })

  it('reads UTF-16 and CP949, with the syllables that KS X 1001 lacks, every pair of bytes as Node does, and refuses others with the reason', async () => {
    const { page } = await visit()
    const input = page.locator('input[type=file]')
    await input.setInputFiles(file('a.srt', Buffer.from(`\ufeff${srtOf(OLD)}`, 'utf16le')))
    await page.getByText('도서관에서').first().waitFor()
    const head = Buffer.from(`1\n${clock(1000)} --> ${clock(3000)}\n`)
    // 똠방각하 in CP949: 똠 is one of the syllables that it adds.
    await input.setInputFiles(file('b.srt', Buffer.concat([head, Buffer.from('8c63b9e6b0a2c7cf0a', 'hex')])))
    await page.getByText('똠방각하').first().waitFor()
    const pairs = Array.from({ length: 0x8000 }, (_, i) => [0x80 + (i >> 8), i & 0xff])
    const [korean, ...western] = await page.evaluate(all => {
      const decodeAll = (name: string) => {
        const decoder = new TextDecoder(name)
        return all.map(pair => decoder.decode(Uint8Array.from(pair)))
      }
      return ['euc-kr', 'windows-1252', 'macintosh'].map(decodeAll)
    }, pairs)
    expect(pairs.map(pair => decodeCp949(Uint8Array.from(pair)))).toEqual(korean)
    for (const [n, name] of ['windows-1252', 'macintosh'].entries()) {
      const decoder = new TextDecoder(name)
      expect(pairs.map(pair => decoder.decode(Uint8Array.from(pair)))).toEqual(western[n])
    }
    for (const [buffer, reason] of [
      [Buffer.from([0x50, 0x4b, 3, 4, 0, 0, 0, 255, 254]), '압축 파일이나 Word 문서예요'],
      [Buffer.from('자막이 아닌 글이에요.'), '자막에 시간 정보가 없어요'],
      [Buffer.from(srtOf([[0, 2000, 'Good morning, everyone.']])), '한국어 자막이 아니에요'],
      [Buffer.alloc(5 * 1024 * 1024 + 1, 'a'), '자막 파일은 5MB까지'],
    ] as const) {
      await input.setInputFiles(file('x.srt', buffer))
      await page.getByRole('alert').getByText(reason).waitFor()
    }
  })

  it('lists what it left out, and saves SAMI in UTF-8 and CP949, with entities for what CP949 lacks', async () => {
    const { page, leave } = await visit()
    const both = (ms: number, korean: string, english: string) =>
      `<SYNC Start=${ms}><P Class=KRCC>${korean}<P Class=ENCC>${english}\n`
    const smi = `<SAMI><BODY>${both(1000, '빵을 구워요 🍞', 'We bake bread')}${both(3000, '맛있어요', 'It is good')}${both(5000, '&nbsp;', '&nbsp;')}`
    await page.getByLabel('자막 파일 고르기').setInputFiles(file('빵.smi', Buffer.from(smi)))
    await page.getByText('다른 언어로 적힌 자막 2개를 뺐어요.').click()
    await page.getByText('1번째 줄: We bake bread').waitFor()
    const save = async (format: string) => {
      await page.getByRole('button', { name: '다른 형식으로 다운로드' }).click()
      await page.getByRole('checkbox', { name: format, exact: true }).check()
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('dialog').getByRole('button', { name: '다운로드' }).click(),
      ])
      expect(download.suggestedFilename()).toBe('빵.smi')
      return readFile(await download.path())
    }
    expect((await save('SMI (UTF-8, 요즘 플레이어)')).toString()).toContain('<P Class=KRCC>🍞 맛있어요')
    expect(decodeCp949(await save('SMI (CP949, 예전 플레이어)'))).toContain('<P Class=KRCC>&#127838; 맛있어요')
    await page.getByText('CP949에 없는 글자(🍞)는 코드로 적었어요.').waitFor()
    await leave()
  })

  it('renders only the visible ones of 5,000 cues, and runs the engine only in the worker', async () => {
    const { page } = await visit()
    const cues = Array.from(
      { length: 5_000 },
      (_, i) => [i * 3000, i * 3000 + 2500, `${i + 1}번째 문장이에요.`] as const,
    )
    await page.getByLabel('자막 파일 고르기').setInputFiles(file('long.srt', Buffer.from(srtOf(cues))))
    const list = page.getByRole('list', { name: '나누기 전과 뒤의 자막' })
    const rows = list.locator('> li')
    await list.getByText('1번째 문장이에요', { exact: true }).first().waitFor()
    const measures = () => performance.getEntriesByName('recut').length
    await expect.poll(() => Promise.all(page.workers().map(worker => worker.evaluate(measures)))).toEqual([1])
    await expect.poll(() => page.evaluate(measures)).toBe(0)
    await expect.poll(() => rows.count()).toBeLessThan(60)
    await expect.poll(() => rows.first().getAttribute('aria-posinset')).toBe('1')
    await page.locator('body').press('End')
    await list.getByText('5000번째 문장이에요', { exact: true }).first().waitFor()
    await expect.poll(() => rows.count()).toBeLessThan(60)
    await expect.poll(() => rows.last().getAttribute('aria-posinset')).toBe('5000')
    await expect.poll(() => rows.last().getAttribute('aria-setsize')).toBe('5000')
    await page.locator('body').press('Home')
    await page.getByLabel('누가 보는 자막인가요?').selectOption('children')
    await expect.poll(() => Promise.all(page.workers().map(worker => worker.evaluate(measures)))).toEqual([2])
  })
})
