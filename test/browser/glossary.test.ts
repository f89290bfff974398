import { readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { type GlossaryTerm, glossaryChange, termKey } from '../../lambdas/contract/glossary.ts'
import { checkScreen, setUpScreens } from '../support/screens.ts'
import { type Answers, Refusal } from '../support/stand-in.ts'

const screens = await setUpScreens()

/** A server that stores terms. */
function keeping(...terms: GlossaryTerm[]): Answers {
  let kept = terms
  return {
    listArchive: () => ({ entries: [], page: 1, pages: 1, total: 0 }),
    readGlossary: () => ({ terms: kept }),
    changeGlossary({ body }) {
      const { put, remove } = glossaryChange.parse(body)
      const gone = new Set([...remove, ...put.map(({ english }) => english)].map(termKey))
      kept = [...kept.filter(({ english }) => !gone.has(termKey(english))), ...put]
      return { terms: kept }
    },
  }
}
const DRAIS = { english: 'Karl Drais', korean: '카를 드라이스', note: '자전거를 만든 사람' }
const ANNA = { english: 'Anna', korean: '애나' }

describe('the glossary page', () => {
  it('is reached from the archive, and a term can be added by keyboard alone', async () => {
    const { page } = await screens.visit('/user', { answers: keeping() })
    await page.getByRole('link', { name: '내 용어집' }).click()
    await page.getByText('아직 용어가 없어요.').waitFor()
    await checkScreen(page, 'glossary-empty')
    await page.getByLabel('영어').focus()
    await page.keyboard.type('the people')
    await page.keyboard.press('Tab')
    await page.keyboard.type('사람들')
    await page.keyboard.press('Enter')
    await page.getByRole('alert').getByText('너무 흔한 말이라').waitFor()
    await page.getByLabel('영어').fill('Anna')
    await page.keyboard.press('Enter')
    await page.getByRole('listitem').getByText('사람들').waitFor()
    await expect.poll(() => page.getByLabel('영어').inputValue()).toBe('')
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('lang'))).toBe('en')
  })

  it('edits terms in a dialog that stays open until the change is stored, and removes terms', async () => {
    const { page } = await screens.visit('/user/terms', { answers: keeping(ANNA, DRAIS) })
    const { changeGlossary } = screens.site.answers
    const { promise: mayAnswer, resolve: answer } = Promise.withResolvers<void>()
    screens.site.answers.changeGlossary = call => mayAnswer.then(() => changeGlossary?.(call) ?? 'never')
    await page.getByRole('heading', { name: '저장한 용어 2개' }).waitFor()
    await checkScreen(page, 'glossary')
    await page.getByRole('button', { name: 'Anna 고치기' }).click()
    const dialog = page.getByRole('dialog', { name: '용어 고치기' })
    await dialog.getByLabel('한국어').fill('안나')
    await checkScreen(page, 'glossary-edit')
    await dialog.getByRole('button', { name: '저장하기' }).click()
    await page.keyboard.press('Escape')
    await expect.poll(() => dialog.isVisible()).toBe(true)
    answer()
    await dialog.waitFor({ state: 'detached' })
    await page.getByRole('listitem').getByText('안나').waitFor()
    await page.getByRole('button', { name: 'Karl Drais 지우기' }).click()
    await page.getByRole('heading', { name: '저장한 용어 1개' }).waitFor()
  })

  it('imports a CSV file after listing its faulty lines, and exports one', async () => {
    const { page } = await screens.visit('/user/terms', { answers: keeping(ANNA) })
    const csv = 'english,korean,note\nKarl Drais,카를 드라이스,자전거를 만든 사람\nthe people,사람들\nanna,안나\n'
    await page.getByRole('button', { name: 'CSV 가져오기' }).waitFor()
    const file = { name: 'terms.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) }
    await page.locator('input[type=file]').setInputFiles(file)
    const dialog = page.getByRole('dialog', { name: '용어 2개를 찾았어요' })
    await dialog.getByText('3번째 줄 ‘the people’ 너무 흔한 말이라 용어로 쓸 수 없어요.').waitFor()
    const parts = ['새로 저장하는 용어 1개', '바뀌는 용어 1개', '저장하지 않는 줄 1개']
    await expect.poll(() => dialog.getByRole('heading', { level: 3 }).allTextContents()).toEqual(parts)
    await dialog.getByText('anna 애나 → 안나').waitFor()
    await checkScreen(page, 'glossary-import')
    await dialog.getByRole('button', { name: '2개 저장하기' }).click()
    await page.getByRole('heading', { name: '저장한 용어 2개' }).waitFor()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'CSV 다운로드' }).click(),
    ])
    expect(await readFile(await download.path(), 'utf8')).toBe(
      '\ufeffenglish,korean,note\r\nKarl Drais,카를 드라이스,자전거를 만든 사람\r\nanna,안나,\r\n',
    )
  })

  it('shows why the server refused a term and keeps what was typed', async () => {
    const refusing = { ...keeping(), changeGlossary: () => new Refusal('GLOSSARY_FULL') }
    const { page } = await screens.visit('/user/terms', { answers: refusing })
    await page.getByLabel('영어').fill('Anna')
    await page.getByLabel('한국어').fill('애나')
    await page.getByRole('button', { name: '추가하기' }).click()
    await page.getByRole('alert').getByText('용어는 500개까지').waitFor()
    await expect.poll(() => page.getByLabel('영어').inputValue()).toBe('Anna')
  })
})
