import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contentSecurityPolicy } from '../../lib/website.ts'
import { closeProfiles, sharedBrowser } from '../support/browser.ts'

let browser: Browser
beforeAll(async () => {
  browser = await sharedBrowser()
})
afterAll(() => closeProfiles(browser))

const policy = contentSecurityPolicy({ signInHost: 's.example', tokenHost: 't.example', mediaHost: 'm.example' })

/** Opens a page of a site, in a browser that has no other site than those given. */
async function open(url: string, sites: Record<string, { body: string; headers?: Record<string, string> }>) {
  const context = await browser.newContext()
  await context.route('**/*', route => {
    const site = sites[new URL(route.request().url()).origin]
    return site
      ? route.fulfill({ contentType: 'text/html', body: site.body, headers: site.headers })
      : route.abort('namenotresolved')
  })
  const page = await context.newPage()
  await page.goto(url)
  return page
}

describe('the site’s policy in a browser', () => {
  it('lets no other site frame the page, not even hosts of Toss’s own frames', async () => {
    const framed = async (origin: string, headers: Record<string, string>): Promise<boolean> => {
      const page = await open(`${origin}/`, {
        [origin]: { body: '<iframe src="https://jamak.example/"></iframe>' },
        'https://jamak.example': { body: '<p>subtitles</p>', headers },
      })
      await page.waitForLoadState()
      const texts = await Promise.all(page.frames().map(frame => frame.content()))
      await page.context().close()
      return texts.join().includes('<p>subtitles</p>')
    }
    expect(await framed('https://evil.example', {})).toBe(true)
    for (const origin of ['https://evil.example', 'https://pay.toss.im'])
      expect([origin, await framed(origin, { 'content-security-policy': policy })]).toEqual([origin, false])
  })

  it('blocks inline scripts, eval and foreign scripts, but allows inline styles and WebAssembly', async () => {
    const body =
      '<p style="color: rgb(1, 2, 3)" onclick="ran.push(2)">자막</p><script>window.ran = [1]</script>' +
      '<script src="https://evil.example/x.js"></script><script src="/own.js"></script>'
    const own =
      "window.ran ??= []; try { eval('ran.push(3)') } catch { ran.push('refused') };" +
      'new WebAssembly.Module(Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0)); ran.push("wasm")'
    const page = await open('https://jamak.example/', {
      'https://jamak.example': { body, headers: { 'content-security-policy': policy } },
      'https://evil.example': { body: 'window.ran.push(4)' },
    })
    await page.route('**/own.js', route => route.fulfill({ contentType: 'text/javascript', body: own }))
    await page.reload()
    await page.click('p')
    await expect.poll(() => page.evaluate('window.ran')).toEqual(['refused', 'wasm'])
    await expect.poll(() => page.evaluate('getComputedStyle(document.querySelector("p")).color')).toBe('rgb(1, 2, 3)')
    await page.context().close()
  })
})
