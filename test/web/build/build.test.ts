import { globSync, readdirSync, readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { DOCUMENTS, SITE_FILES } from '../../../lambdas/contract/pages.ts'
import { builtPage } from '../../support/built-page.ts'
import { eagerScripts, gzipped } from '../../support/page-weight.ts'

describe('the built page', () => {
  let folder: string
  let html = ''

  beforeAll(async () => {
    folder = await builtPage()
    html = await readFile(join(folder, 'index.html'), 'utf8')
  })

  it('has no inline script, style or handler, so it needs no exception in the security policy', () => {
    for (const document of Object.values(DOCUMENTS)) {
      const text = readFileSync(join(folder, document), 'utf8')
      expect(text).not.toMatch(/<script(?![^>]*\bsrc=)[^>]*>/)
      expect(text).not.toMatch(/<style|\sstyle=|\son\w+=/)
    }
  })

  it('shows guests the first screen before any script has run', () => {
    expect(html).toMatch(
      /<h1[^>]*>영어 영상에 한국어 자막을 달아 드려요<\/h1><p[^>]*>번역된 자막을 쉽고 빠르게 확인하세요<\/p>/,
    )
    expect(readFileSync(join(folder, DOCUMENTS.notFound), 'utf8')).toContain('페이지를 찾을 수 없어요</h1>')
    expect(readFileSync(join(folder, DOCUMENTS.page), 'utf8')).toContain('이용약관')
  })

  it.each([
    ['help', '도움말', '또렷하게 말하는 강연과 인터뷰는 잘 번역하지만'],
    ['terms', '이용약관', '토큰은 환불되지 않습니다. 다만 법이 청약철회를 인정하는 경우'],
    ['privacy', '개인정보처리방침', '카드 번호와 계좌 번호는 토스페이먼츠가 직접 받고'],
  ] as const)('shows the text of %s before any script has run, and fetches its script at once', (name, title, text) => {
    const document = readFileSync(join(folder, DOCUMENTS[name]), 'utf8')
    expect(document).toContain(`<title>${title} | Jamak 자막</title>`)
    expect(document).toContain(`<h1 tabindex="-1">${title}</h1>`)
    expect(document).toContain(text)
    const [script = 'none'] = globSync(`assets/${name === 'help' ? 'help-page' : name}-*.js`, { cwd: folder })
    expect(document).toContain(`<link rel="modulepreload" crossorigin href="/${script}" />`)
    expect(document).toMatch(/<link rel="preload" href="\/assets\/jamak-sans-rest-\w+\.woff2" as="font"/)
  })

  it.each([
    ['archive', '내 보관함', '영상은 3일 뒤에 지워지고'],
    ['glossary', '내 용어집', '이름과 용어를 적어 두면'],
    ['tokens', '토큰 충전', ''],
    ['checkout', '결제', ''],
    ['account', '계정', ''],
  ] as const)('shows the heading of %s before any script has run', (name, title, intro) => {
    const document = readFileSync(join(folder, DOCUMENTS[name]), 'utf8')
    expect(document).toContain(`<title>${title} | Jamak 자막</title>`)
    expect(document).toContain(`<h1 tabindex="-1">${title}</h1>`)
    expect(document).toContain(intro)
  })

  it('has no files besides the documents and those known to the distribution', () => {
    const files = readdirSync(folder, { withFileTypes: true }).filter(entry => entry.isFile())
    const known = [...SITE_FILES, ...Object.values(DOCUMENTS).map(path => path.slice(1))]
    expect(known).toEqual(expect.arrayContaining(files.map(({ name }) => name)))
  })

  it('refers only to files that exist, each named by its content', () => {
    const addresses = [...html.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, address = '']) => address)
    expect(addresses.length).toBeGreaterThan(3)
    for (const address of addresses) {
      expect(readFileSync(join(folder, address)).length).toBeGreaterThan(0)
      expect(address).toMatch(/-[a-z0-9]{8}\.(js|css|woff2)$/)
    }
  })

  it('asks Chromium to compile every script ahead', () => {
    const scripts = globSync('assets/*.js', { cwd: folder })
    const later = scripts.filter(
      file => !readFileSync(join(folder, file), 'utf8').startsWith('//# allFunctionsCalledOnLoad\n'),
    )
    expect(scripts.length).toBeGreaterThan(20)
    expect(later).toEqual([])
  })

  it('loads few and small scripts for members, whatever modules they share with parts that load later', () => {
    const [prefetch = ''] = globSync('assets/prefetch-*.js', { cwd: folder })
    const lists = new Map(
      [...readFileSync(join(folder, prefetch), 'utf8').matchAll(/(\w+):\[([^\]]*)\]/g)].map(
        ([, name = '', files = '']) => [name, files.match(/[\w./-]+/g) ?? []],
      ),
    )
    expect(lists.get('scripts')?.length).toBeLessThanOrEqual(3)
    expect(lists.get('editor')?.length).toBeLessThanOrEqual(5)
    const weight = (lists.get('scripts') ?? []).reduce((sum, path) => sum + gzipped(join(folder, path)), 0)
    expect(weight).toBeLessThanOrEqual(103_500)
  })

  it('omits the theme of Amplify UI, whose values are already in the styles', () => {
    const scripts = globSync('assets/*.js', { cwd: folder }).map(file => readFileSync(join(folder, file), 'utf8'))
    expect(scripts.filter(code => code.includes('fieldcontrol.transitionDuration'))).toEqual([])
  })

  it('declares Korean as its language', () => expect(html).toContain('<html lang="ko">'))

  it('serves the characters of its own texts in two small files under a name that Pretendard’s licence allows', () => {
    const files = globSync('assets/jamak-sans-*.woff2', { cwd: folder })
    expect(files).toHaveLength(2)
    for (const file of files) expect(readFileSync(join(folder, file)).length).toBeLessThan(60_000)
    const [app = ''] = globSync('assets/index-*.css', { cwd: folder })
    const styles = readFileSync(join(folder, app), 'utf8')
    expect(styles.match(/@font-face\{font-family:Jamak Sans/g)).toHaveLength(2)
    expect(styles).toContain('font-display:swap')
    expect(html).toMatch(/<link rel="preload" href="\/assets\/jamak-sans-first-\w+\.woff2" as="font"/)
  })

  it('serves all other characters in Pretendard’s own subsets, with the licence', () => {
    expect(globSync('assets/PretendardVariable.subset.*.woff2', { cwd: folder }).length).toBeGreaterThan(80)
    const [letters = ''] = globSync('assets/letters-*.css', { cwd: folder })
    expect(readFileSync(join(folder, letters), 'utf8')).toContain('font-display:swap')
    expect(html).not.toContain(letters)
    expect(readFileSync(join(folder, 'assets/PRETENDARD-LICENSE.txt'), 'utf8')).toContain('SIL OPEN FONT LICENSE')
  })

  it('sends a first visitor at most 105 KB of compressed script', async () => {
    const weight = eagerScripts(folder, html).reduce((sum, path) => sum + gzipped(path), 0)
    expect(weight).toBeLessThanOrEqual(105 * 1024)
  })

  it('loads no script of the members with the price of a guest’s video', () => {
    const [priceCheck = ''] = globSync('assets/price-check-*.js', { cwd: folder })
    const [, ...others] = eagerScripts(folder, `<script src="/${priceCheck}">`)
    expect(eagerScripts(folder, html)).toEqual(expect.arrayContaining(others))
  })
})
