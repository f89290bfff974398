import type { CDPSession, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { editorServer, KEY } from '../support/editor-server.ts'
import { setUpScreens } from '../support/screens.ts'

const screens = await setUpScreens()

const field = (page: Page) => page.getByRole('textbox', { name: /한국어 자막/ })
const openId = (page: Page) => page.locator('[data-open]').getAttribute('data-open')

const CTRL = 2
const ALT = 1
/** What Chrome reports as `keyCode` for a key that an input method handles. */
const HANDLED = 229

interface Press {
  key: string
  code: string
  modifiers: number
}
const CTRL_ENTER: Press = { key: 'Enter', code: 'Enter', modifiers: CTRL }
const F8: Press = { key: 'F8', code: 'F8', modifiers: 0 }
const ALT_DOWN: Press = { key: 'ArrowDown', code: 'ArrowDown', modifiers: ALT }

/** Sends key and composition events to Chrome in the order in which each system or browser reports them. */
function inputMethod(devices: CDPSession) {
  const send = (type: 'rawKeyDown' | 'keyUp', press: Press, windowsVirtualKeyCode: number, timestamp?: number) =>
    devices.send('Input.dispatchKeyEvent', { type, ...press, windowsVirtualKeyCode, timestamp })
  /** Chrome replaces the unfinished syllable with the text and ends the composition. */
  const commit = (text: string) => devices.send('Input.insertText', { text })
  return {
    commit,
    compose: (text: string) =>
      devices.send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length }),
    /** Windows hides the key. */
    async windows(press: Press, text: string) {
      await send('rawKeyDown', { ...press, key: 'Process' }, HANDLED)
      await commit(text)
      await send('keyUp', press, 0)
    },
    /** macOS sends the key a second time after the commit, with the same time. */
    async mac(press: Press, text: string) {
      const at = Date.now() / 1000
      await send('rawKeyDown', press, HANDLED, at)
      await commit(text)
      await send('keyUp', press, HANDLED, at)
      await send('rawKeyDown', press, 0, at)
      await send('keyUp', press, 0)
    },
    /** Safari ends the composition first. */
    async safari(press: Press, text: string) {
      await commit(text)
      await send('rawKeyDown', press, HANDLED)
      await send('keyUp', press, 0)
    },
    /** The input method ignores the key and keeps composing. */
    async ignored(press: Press) {
      await send('rawKeyDown', press, 0)
      await send('keyUp', press, 0)
    },
    /** The input method uses the key itself and keeps composing. */
    async used(press: Press) {
      await send('rawKeyDown', press, HANDLED)
      await send('keyUp', press, HANDLED)
    },
  }
}

/** Opens a sentence for each test to type in. */
async function open() {
  const { page, context } = await screens.visit(`/user/${KEY}`, { answers: editorServer().answers })
  await page.locator('[data-left="2"]').waitFor()
  const keyboard = inputMethod(await context.newCDPSession(page))
  /** Leaves the open sentence as "좋아요", its last syllable unfinished. */
  const compose = async () => {
    await field(page).fill('좋아')
    await field(page).press('End')
    for (const text of ['ㅇ', '요']) await keyboard.compose(text)
    await expect.poll(() => field(page).inputValue()).toBe('좋아요')
  }
  return { page, keyboard, compose }
}

describe('a key that moves on from an unfinished syllable', () => {
  it('keeps the syllable once and moves on once, in the order of each system', async () => {
    const { page, keyboard, compose } = await open()
    for (const order of ['windows', 'mac', 'safari', 'ignored'] as const)
      for (const press of [CTRL_ENTER, F8, ALT_DOWN]) {
        await compose()
        await keyboard[order](press, '요')
        await expect.poll(() => openId(page)).toBe('s3')
        await expect.poll(() => page.evaluate(() => document.activeElement?.className)).toContain('korean-field')
        await expect.poll(() => openId(page)).toBe('s3')
        await expect
          .poll(() => field(page).inputValue())
          .toBe('사실 정말로 아무도 막지 않는다면 여러분은 도대체 무엇을 만들고 싶나요?')
        await page.locator('[data-id=s1]').getByText('좋아요', { exact: true }).waitFor()
        await page.locator('[data-id=s1]').click()
      }
  })

  it('leaves a key to an input method that uses it and keeps composing', async () => {
    const { page, keyboard, compose } = await open()
    await compose()
    await keyboard.used(F8)
    await keyboard.commit('요')
    // Timers run in order, so one started by the commit has run by now.
    await page.evaluate(() => new Promise(resolve => setTimeout(resolve)))
    await expect.poll(() => openId(page)).toBe('s1')
    await expect.poll(() => field(page).inputValue()).toBe('좋아요')
  })
})
