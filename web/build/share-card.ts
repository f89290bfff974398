import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import sparticuz from '@sparticuz/chromium'
import { chromium } from 'playwright-core'

// Renders share-card.svg to the PNG that messengers preview, as they do not show SVG. Run it by hand after a change.
const card = await readFile(join(import.meta.dirname, 'share-card.svg'), 'utf8')
const font = await readFile(
  join(import.meta.dirname, '../../node_modules/pretendard/dist/web/variable/woff2/PretendardVariable.woff2'),
)
const style = `@font-face { font-family: 'Pretendard Variable'; font-weight: 45 920;
  src: url(data:font/woff2;base64,${font.toString('base64')}) } body { margin: 0 } svg { display: block }`
const browser = await chromium.launch({ executablePath: await sparticuz.executablePath(), args: ['--no-sandbox'] })
const page = await browser.newPage({ viewport: { width: 1200, height: 630 } })
await page.setContent(`<style>${style}</style>${card}`)
await page.evaluate(async () => {
  await document.fonts.ready
})
await page.screenshot({ path: join(import.meta.dirname, '../public/share-card.png') })
await browser.close()
