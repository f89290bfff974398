import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DOCUMENTS } from '../../../lambdas/contract/pages.ts'
import { type DevelopedPage, servePage } from '../../../web/build/serve.ts'

describe('the page served from its sources', () => {
  const folder = mkdtempSync(join(tmpdir(), 'jamak-sources-'))
  let page: DevelopedPage
  let server: Server
  let origin = ''

  beforeAll(async () => {
    page = await servePage(folder)
    server = createServer(async (req, res) => {
      if (!(await page.handle(req, res))) res.writeHead(418).end()
    })
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
    const address = server.address()
    if (typeof address === 'object' && address) origin = `http://127.0.0.1:${address.port}`
    await page.open(server)
  })
  afterAll(async () => {
    await page.close()
    server.closeAllConnections()
    await new Promise(resolve => server.close(resolve))
    rmSync(folder, { recursive: true })
  })

  it('has nothing inline, so the deployed security policy holds while it is developed', () => {
    expect(String(page.document())).not.toMatch(/<script(?![^>]*\bsrc=)[^>]*>|<style|\son\w+=/)
  })

  it('serves every script and stylesheet that its document names', async () => {
    const named = [...String(page.document()).matchAll(/(?:src|href)="(\/[^"]+)"/g)].map(([, address = '']) => address)
    const served = named.filter(address => !address.startsWith('/config.json'))
    expect(served).toEqual(expect.arrayContaining(['/main.tsx', '/prefetch.ts', '/app.css']))
    for (const address of served) expect((await fetch(origin + address)).status, address).toBe(200)
    expect(await (await fetch(`${origin}/main.tsx`)).text()).toContain('jsxDEV')
  })

  it('reloads a changed text without the modules that import it, unless its file also exports functions', async () => {
    const accepts = async (path: string) => (await (await fetch(origin + path)).text()).includes('hot.accept(')
    expect([await accepts('/shared/texts.ts'), await accepts('/editor/texts.ts')]).toEqual([true, false])
  })

  it('leaves the addresses of the API and of the page’s screens to the distribution', async () => {
    for (const address of ['/', '/user', '/recut', '/help', '/account', '/api/me', '/config.json', '/sample/sky.mp4'])
      expect((await fetch(origin + address)).status, address).toBe(418)
  })

  it('writes the files that the distribution knows: the documents, the sample and the icons', () => {
    for (const path of [...Object.values(DOCUMENTS), '/sample/sky.srt', '/favicon.ico', '/robots.txt'])
      expect(readFileSync(join(folder, path)).length, path).toBeGreaterThan(0)
  })
})
