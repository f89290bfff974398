import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { PHONE } from '../support/browser.ts'
import { setUpScreens } from '../support/screens.ts'

const HELLO = join(import.meta.dirname, '../../local/sample/hello.mp4')

const screens = await setUpScreens()

/** A window of 1280 by 800 px at 400 % zoom. */
const ZOOMED = { width: 320, height: 200 }

/** Runs in the page: labels of the controls that something covers once the keyboard has moved the focus to them. */
function coveredControls(): string[] {
  const within = document.querySelector('dialog[open]') ?? document.querySelector('main') ?? document.body
  const controls = [...within.querySelectorAll<HTMLElement>('a[href], button:enabled, input, select')]
  return controls.flatMap(control => {
    // A control that has the focus already would not be scrolled into view.
    control.blur()
    control.focus()
    const { left, top, width, height } = control.getBoundingClientRect()
    const hit = document.elementFromPoint(left + width / 2, top + Math.min(height, 44) / 2)
    const own = control.closest('label') ?? control
    return hit && own.contains(hit) ? [] : [own.textContent ?? '']
  })
}

async function covered(page: Page): Promise<string[]> {
  await page.evaluate(() => new Promise(resolve => requestAnimationFrame(() => requestAnimationFrame(resolve))))
  return page.evaluate(coveredControls)
}

it('covers no token package that has the focus, at 400 % zoom and on a phone', async () => {
  const { page } = await screens.visit('/addtoken')
  await page.getByText('추천', { exact: true }).waitFor()
  for (const viewport of [ZOOMED, PHONE]) {
    await page.setViewportSize(viewport)
    await expect.poll(() => covered(page)).toEqual([])
  }
})

it('covers no control of the upload confirmation that has the focus, at 400 % zoom and on a phone', async () => {
  const { page } = await screens.visit('/?way=file')
  await page.setInputFiles('input[type=file]', HELLO)
  const popup = page.getByRole('dialog', { name: '업로드 확인' })
  await popup.getByRole('button', { name: '바꾸기' }).click()
  await popup.getByRole('combobox').waitFor()
  for (const viewport of [ZOOMED, PHONE]) {
    await page.setViewportSize(viewport)
    await expect.poll(() => covered(page)).toEqual([])
  }
})

it('covers no sign-in button of a guest at 400 % zoom', async () => {
  const { page } = await screens.visit('/', { member: false })
  await page.getByRole('banner').getByRole('button', { name: '로그인' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '카카오로 계속하기' }).waitFor()
  await page.setViewportSize(ZOOMED)
  await expect.poll(() => covered(page)).toEqual([])
})
