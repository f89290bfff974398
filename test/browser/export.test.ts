import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { readSubtitle } from '#subtitle-engine'
import { editorServer, KEY } from '../support/editor-server.ts'
import { setUpScreens } from '../support/screens.ts'

const screens = await setUpScreens()

it('the editor exports what the user sees, with an edit of the last moment', async () => {
  const { page } = await screens.visit(`/user/${KEY}`, { answers: editorServer().answers })
  await page.locator('[data-left]').waitFor()
  await page.getByRole('textbox', { name: /한국어 자막/ }).fill('방금 고친 문장이에요.')
  const save = async (format: string) => {
    await page.getByRole('button', { name: '더 보기' }).click()
    await page.getByRole('menuitem', { name: '다른 형식으로 다운로드' }).click()
    await page.getByRole('checkbox', { name: format, exact: true }).check()
    const [saved] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('dialog').getByRole('button', { name: '다운로드' }).click(),
    ])
    return { name: saved.suggestedFilename(), bytes: await readFile(await saved.path()) }
  }
  const text = await save('텍스트만 (TXT)')
  expect(text.name).toMatch(/\.txt$/)
  expect(text.bytes.toString()).toContain('방금 고친 문장이에요')
  for (const [format, encoding] of [
    ['영한 SMI (UTF-8, 요즘 플레이어)', 'utf-8'],
    ['영한 SMI (CP949, 예전 플레이어)', 'cp949'],
  ] as const) {
    const { bytes } = await save(format)
    const [korean, english] = (['ko', 'en'] as const).map(language => readSubtitle(new Uint8Array(bytes), language))
    expect([korean?.encoding, english?.encoding]).toEqual([encoding, encoding])
    expect(JSON.stringify(korean?.cues)).toContain('방금')
    expect(english?.cues.length).toBeGreaterThan(1)
  }
})
