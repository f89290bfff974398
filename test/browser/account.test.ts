import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { PHONE } from '../support/browser.ts'
import { sampleArchive, sampleMe, sampleMovements, sampleProject, sampleReceipt } from '../support/sample-data.ts'
import { checkScreen, setUpScreens } from '../support/screens.ts'
import { type Answers, Refusal } from '../support/stand-in.ts'

const screens = await setUpScreens()

const calls = (route: string) => screens.site.calls.filter(each => each.route === route)
const virtualAccount = { bank: '우리은행', number: '1002-123-456789', due: '2026-03-19T14:59:59.000Z' }
const pending = { paidAt: undefined, receiptUrl: undefined }
const answers: Answers = {
  me: () => ({ ...sampleMe, token: 446 }),
  movements: ({ query }) =>
    query.cursor
      ? { movements: sampleMovements.slice(4) }
      : { movements: sampleMovements.slice(0, 4), cursor: 'second' },
  listPayments: () => ({
    orders: [
      sampleReceipt(),
      sampleReceipt({
        orderId: 'order-waiting',
        status: 'waiting',
        method: '가상계좌',
        tokens: 100,
        amount: 5_000,
        virtualAccount,
        ...pending,
      }),
      sampleReceipt({ orderId: 'order-refunded', status: 'canceled', canceledAmount: 20_000 }),
      sampleReceipt({ orderId: 'order-never-paid', status: 'canceled', ...pending }),
      sampleReceipt({
        orderId: 'order-stopped',
        status: 'failed',
        receiptUrl: undefined,
        failure: { code: 'PAY_PROCESS_CANCELED', message: '결제를 취소했어요.' },
      }),
    ],
  }),
}

const wonOf = (movement: string) => (movement.startsWith('purchase#') ? { won: 20_000 } : {})
const inMonth = (at: string, month: string) => `${month.slice(0, 4)}-${month.slice(4)}${at.slice('2026-03'.length)}`
const monthIndex = (element: Element) => (element instanceof HTMLSelectElement ? element.selectedIndex : -1)

const openSection = (page: Page, name: string) => page.getByRole('tab', { name }).click()

describe('the account screen', () => {
  it('shows the profile, the token history and the receipts', async () => {
    const { page } = await screens.visit('/account', { answers })
    await page.getByText('minji@example.com').waitFor()
    await checkScreen(page, 'account-profile')
    await openSection(page, '토큰 내역')
    const history = page.getByRole('table', { name: '토큰 내역' })
    await history.getByText('환급').waitFor()
    await expect.poll(() => history.getByText('−184').count()).toBe(1)
    await page.getByRole('button', { name: '더 보기' }).click()
    await history.getByText('가입 선물').waitFor()
    await expect.poll(() => page.getByRole('button', { name: '더 보기' }).count()).toBe(0)
    await checkScreen(page, 'account')
    await openSection(page, '결제 내역')
    const receipts = page.getByRole('table', { name: '결제 내역' })
    await receipts.getByText('입금 대기').waitFor()
    await receipts.getByText('우리은행 1002-123-456789').waitFor()
    await receipts.getByText('환불 완료').waitFor()
    await expect.poll(() => receipts.getByText('결제 중단').count()).toBe(2)
    await expect.poll(() => receipts.getByText('결제 실패').count()).toBe(0)
    await expect.poll(() => receipts.getByRole('link', { name: '영수증' }).count()).toBe(2)
    await checkScreen(page, 'account-receipts')
  })

  it('takes the request for a tax document of a bank payment, and shows a printable statement of a month', async () => {
    const bank = { method: '계좌이체', receiptUrl: undefined, taxDocumentEmail: 'tax@example.com' }
    const refused = { kind: 'cash_receipt', status: 'refused', number: '9990000001', reason: '없는 번호예요.' } as const
    const issued = { kind: 'tax_invoice', status: 'issued', number: '1248100998', company: '주식회사 자막' } as const
    let isAsked = false
    const orders = () => [
      sampleReceipt({
        ...bank,
        orderId: 'order-1',
        taxDocument: isAsked ? { ...refused, status: 'requested' } : refused,
      }),
      sampleReceipt({ ...bank, orderId: 'order-2', taxDocument: issued }),
      sampleReceipt(),
    ]
    const { page } = await screens.visit('/account#receipts', {
      answers: {
        listPayments: () => ({ orders: orders() }),
        requestTaxDocument() {
          isAsked = true
          return { order: sampleReceipt() }
        },
        movements: ({ query }) => ({
          movements: query.month?.endsWith('01')
            ? []
            : sampleMovements.map(one => ({
                ...one,
                ...wonOf(one.movement),
                at: inMonth(one.at, query.month ?? '202603'),
              })),
        }),
      },
    })
    await page.getByText('없는 번호예요.').waitFor()
    await page.getByText('세금계산서 발행 완료').waitFor()
    await page.getByText('받는 이메일: tax@example.com').waitFor()
    await checkScreen(page, 'account-tax-documents')
    await page.getByRole('button', { name: '토큰 430개 고쳐서 다시 신청' }).click()
    const dialog = page.getByRole('dialog', { name: '증빙 신청' })
    await dialog.getByText('없는 번호예요.').waitFor()
    await dialog.getByLabel('사업자등록번호').and(page.locator(':focus')).waitFor()
    await checkScreen(page, 'account-tax-document-dialog')
    await dialog.getByLabel('사업자등록번호').fill('220-81-62517')
    await dialog.getByText('없는 번호예요.').waitFor({ state: 'detached' })
    await dialog.getByRole('button', { name: '증빙 신청' }).click()
    await page.getByText('현금영수증 발급 예정').waitFor()
    expect(calls('requestTaxDocument')).toMatchObject([
      { parameters: { orderId: 'order-1' }, body: { kind: 'cash_receipt', number: '2208162517' } },
    ])
    await page.getByRole('button', { name: '이용 내역서 (PDF)' }).click()
    const sheet = page.getByRole('dialog', { name: '이용 내역서' })
    const month = sheet.getByLabel('기간')
    const january = await month
      .locator('option', { hasText: /년 1월$/ })
      .first()
      .textContent()
    await month.selectOption(january)
    await sheet.getByText('이 달에는 이용한 내역이 없어요.').waitFor()
    await month.selectOption({ index: (await month.evaluate(monthIndex)) === 0 ? 1 : 0 })
    for (const amount of ['18,182원', '1,818원']) await sheet.getByText(amount, { exact: true }).waitFor()
    await sheet.getByText('999-00-00001').waitFor()
    await checkScreen(page, 'account-statement')
  })

  it('shows new users sentences instead of empty tables, and promises an answer by email only to a user with an address', async () => {
    const { email: _, ...nameless } = sampleMe
    const none: Answers = {
      me: () => nameless,
      movements: () => ({ movements: [] }),
      listPayments: () => ({ orders: [] }),
    }
    const { page } = await screens.visit('/account', { answers: none })
    await page.getByText('등록한 이메일이 없어서 적어 주신 곳으로 답해 드려요.').waitFor()
    await expect.poll(() => page.getByText('이메일로 답해 드려요').count()).toBe(0)
    await openSection(page, '토큰 내역')
    await page.getByText('아직 토큰을 쓰지 않았어요.').waitFor()
    await openSection(page, '결제 내역')
    await page.getByText('아직 결제한 적이 없어요').waitFor()
    await checkScreen(page, 'account-new')
  })

  it('changes the email address with an emailed code', async () => {
    const changing: Answers = {
      ...answers,
      requestEmailCode: () => ({}),
      confirmEmailCode: () => ({ ...sampleMe, email: 'new@example.com' }),
    }
    const { page } = await screens.visit('/account', { answers: changing })
    await page.getByRole('button', { name: '이메일 바꾸기' }).click()
    await page.getByLabel('이메일').fill('new@example.com')
    await page.getByRole('button', { name: '인증번호 받기' }).click()
    await page.getByRole('button', { name: '다른 이메일 쓰기' }).click()
    await expect.poll(() => page.getByLabel('이메일').inputValue()).toBe('new@example.com')
    await page.getByRole('button', { name: '인증번호 받기' }).click()
    await page.getByRole('button', { name: '인증번호 다시 받기' }).click()
    await page.getByText('new@example.com 주소로 인증번호를 다시 보냈어요.').first().waitFor()
    expect(calls('requestEmailCode')).toHaveLength(3)
    await checkScreen(page, 'email-code')
    await page.getByLabel('인증번호 6자리').fill('123456')
    await page.getByRole('button', { name: '확인', exact: true }).click()
    await page.getByText('new@example.com', { exact: true }).waitFor()
    expect(calls('confirmEmailCode')[0]?.body).toEqual({ email: 'new@example.com', code: '123456' })
  })

  it('still shows the other sections if one cannot be loaded', async () => {
    const broken: Answers = { ...answers, movements: () => new Refusal('TOO_MANY_REQUESTS') }
    const { page } = await screens.visit('/account', { answers: broken })
    await openSection(page, '토큰 내역')
    await page.getByText('요청이 너무 많아요. 잠시 후 다시 시도해 주세요.').waitFor()
    await openSection(page, '결제 내역')
    await page.getByRole('table', { name: '결제 내역' }).waitFor()
  })

  it('is at most two phone screens long in every section, and an arrow key moves on from the section chosen last, however soon it is pressed', async () => {
    const { page } = await screens.visit('/account', { answers, viewport: PHONE })
    await page.getByText('minji@example.com').waitFor()
    const tabs = page.getByRole('tab')
    for (const name of await tabs.allTextContents()) {
      await openSection(page, name)
      await expect
        .poll(() => page.locator('#content').evaluate(main => main.scrollHeight))
        .toBeLessThan(2 * PHONE.height)
    }
    await tabs.first().click()
    // The key is pressed before the router renders the section of the clicked tab.
    await tabs.last().evaluate(async tab => {
      tab.dispatchEvent(new MouseEvent('click', { bubbles: true }))
      await null
      tab.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowLeft', bubbles: true }))
    })
    await expect.poll(() => new URL(page.url()).hash).toBe('#receipts')
    await page.reload()
    await page.getByRole('table', { name: '결제 내역' }).waitFor()
  })
})

describe('the link in an email about a payment', () => {
  it('opens the receipts below the history', async () => {
    const { page } = await screens.visit('/account#receipts-title', { answers })
    const heading = page.getByRole('heading', { name: '결제 내역' })
    await expect.poll(() => heading.evaluate(each => each === document.activeElement)).toBe(true)
    await expect.poll(() => heading.evaluate(each => each.getBoundingClientRect().top)).toBeLessThan(800)
  })
})

describe('deleting the account', () => {
  it('states what is lost, requires a checkbox (Enter on it deletes nothing), changes nothing if the server refuses, and ends on the home page', async () => {
    screens.site.foreign = (_, url, response) => {
      if (url.pathname !== '/logout') return false
      response.writeHead(302, { location: url.searchParams.get('logout_uri') ?? '' }).end()
      return true
    }
    const { page } = await screens.visit('/account', {
      answers: { ...answers, leave: () => new Refusal('STILL_OPEN') },
    })
    await openSection(page, '설정')
    await page.getByRole('button', { name: '탈퇴하기' }).click()
    const popup = page.getByRole('dialog', { name: '정말 탈퇴할까요?' })
    await popup.getByText('보관함의 자막과 남은 토큰 446개가 모두 사라져요. 되돌릴 수 없어요.').waitFor()
    const button = popup.getByRole('button', { name: '탈퇴하기' })
    await expect.poll(() => button.isDisabled()).toBe(true)
    await checkScreen(page, 'leave')
    await popup.getByRole('checkbox').check()
    await popup.getByRole('checkbox').press('Enter')
    await expect.poll(() => button.isEnabled()).toBe(true)
    expect(calls('leave')).toEqual([])
    await button.click()
    await popup.getByText('자막을 만드는 중이에요. 끝난 뒤에 다시 시도해 주세요.').waitFor()
    screens.site.answers.leave = () => ({})
    await button.click()
    await page.waitForURL(address => address.pathname === '/')
    await page.getByRole('banner').getByRole('button', { name: '로그인' }).waitFor()
    await page.getByText('탈퇴했어요. 영상과 자막, 개인정보를 지웠고, 결제 기록은 법에 따라 5년 보관해요.').waitFor()
    await checkScreen(page, 'left')
    expect(calls('leave')).toHaveLength(2)
  })
})

describe('signing out of all devices', () => {
  it('ends every session on the server and then this browser’s', async () => {
    const asked: string[] = []
    screens.site.foreign = async (_, url, response) => {
      asked.push(url.pathname)
      const location = url.searchParams.get('logout_uri')
      response.writeHead(location ? 302 : 200, location ? { location } : {}).end()
      return true
    }
    const { page } = await screens.visit('/account', { answers: { ...answers, closeAllSessions: () => ({}) } })
    await openSection(page, '설정')
    await page.getByRole('button', { name: '모든 기기에서 로그아웃' }).click()
    await page.waitForURL(address => address.pathname === '/')
    await page.getByRole('banner').getByRole('button', { name: '로그인' }).waitFor()
    expect(calls('closeAllSessions')).toHaveLength(1)
    await expect.poll(() => page.evaluate(() => Object.keys(localStorage))).toEqual([])
    expect(asked).toContain('/oauth2/revoke')
  })
})

describe('the header for members', () => {
  it('links to archive and tokens, on phones only to the archive', async () => {
    const { page } = await screens.visit('/account', { answers })
    const links = page.getByRole('navigation', { name: '바로 가기' })
    await page.setViewportSize({ width: 767, height: 800 })
    await page.getByRole('link', { name: '보유 토큰 446개' }).waitFor()
    await expect.poll(() => links.getByRole('link', { name: '토큰' }).count()).toBe(0)
    await links.getByRole('link', { name: '보관함' }).click()
    await page.getByRole('heading', { name: '내 보관함' }).waitFor()
    await page.setViewportSize({ width: 768, height: 800 })
    await links.getByRole('link', { name: '토큰' }).click()
    await page.getByRole('heading', { name: '토큰 충전' }).waitFor()
    await expect.poll(() => links.getByRole('link', { name: '토큰' }).getAttribute('aria-current')).toBe('page')
    await links.getByRole('link', { name: '보관함' }).click()
    await page.getByRole('heading', { name: '내 보관함' }).waitFor()
  })

  it('shows the balance and the avatar’s menu, linked to pages that focus their heading and set the tab’s title, and stays on a text page', async () => {
    const { page } = await screens.visit('/account', { answers })
    await page.getByRole('button', { name: '민지 내 메뉴' }).click()
    await expect
      .poll(() => page.getByRole('menuitem').allTextContents())
      .toEqual(['내 보관함', '내 용어집', '토큰 충전', '계정', '로그아웃'])
    await checkScreen(page, 'menu')
    await page.getByRole('menuitem', { name: '토큰 충전' }).click()
    await page.getByRole('heading', { name: '토큰 충전' }).waitFor()
    await page.getByRole('link', { name: 'Jamak 자막' }).click()
    await page.getByRole('tab', { name: 'YouTube 링크' }).waitFor()
    await page.getByRole('link', { name: '보유 토큰 446개' }).click()
    await page.getByRole('heading', { name: '토큰 충전' }).waitFor()
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('토큰 충전')
    await expect.poll(() => page.title()).toBe('토큰 충전 | Jamak 자막')
    await page.getByRole('contentinfo').getByRole('link', { name: '이용약관' }).click()
    await page.getByText('올린 영상은 3일 동안 보관한 뒤 자동으로 지웁니다.').waitFor()
    await page.locator('.balance').waitFor()
  })
})

describe('every screen', () => {
  it('asks an unknown user to sign in again, in the specification’s words', async () => {
    const { page } = await screens.visit('/account', { answers: { me: () => new Refusal('NO_USER') } })
    await page.getByRole('heading', { name: '사용자 정보를 찾을 수 없어요' }).waitFor()
    await page.getByText('다시 로그인해 주세요.').waitFor()
    await page.getByRole('main').getByRole('button', { name: 'Google로 계속하기' }).waitFor()
    await checkScreen(page, 'no-user')
  })

  it('shows a suspended user the reason, and an address for questions', async () => {
    const me = () => new Refusal('SUSPENDED', '이용이 제한된 계정이에요. 사유: 같은 사람이 계정을 여러 개 만들었어요.')
    const { page } = await screens.visit('/', { answers: { me } })
    await page.getByRole('heading', { name: '이용이 제한된 계정이에요' }).waitFor()
    await page.getByText('사유: 같은 사람이 계정을 여러 개 만들었어요.').waitFor()
    await expect.poll(() => page.getByRole('main').getByRole('link').getAttribute('href')).toMatch(/^mailto:.+@/)
    await checkScreen(page, 'suspended')
  })

  it('becomes the sign-in prompt when the session has ended', async () => {
    screens.site.foreign = (_, url, response) => {
      if (url.pathname !== '/oauth2/token') return false
      response.writeHead(400).end('{}')
      return true
    }
    const { page } = await screens.visit('/account', { answers: { me: () => new Refusal('UNAUTHORIZED') } })
    await page.getByRole('heading', { name: '로그인이 만료됐어요' }).waitFor()
    await checkScreen(page, 'session-ended')
  })

  it('reports a lost network until it is back', async () => {
    const { page, context } = await screens.visit('/account', { answers })
    await page.getByText('minji@example.com').waitFor()
    await context.setOffline(true)
    await page.getByText('인터넷 연결이 끊겼어요. 다시 연결되면 이어서 쓸 수 있어요.').waitFor()
    await checkScreen(page, 'offline')
    for (const width of [1280, 360]) {
      await page.setViewportSize({ width, height: 500 })
      const tops = () =>
        page.evaluate(() => {
          scrollTo(0, document.documentElement.scrollHeight)
          return ['.header', '.banner'].map(each => document.querySelector(each)?.getBoundingClientRect().top)
        })
      await expect.poll(tops).toEqual([0, width === 360 ? 57 : 65])
    }
    await context.setOffline(false)
    await page.getByText('인터넷 연결이 끊겼어요.').waitFor({ state: 'detached' })
  })

  it('offers to reload if the deployment’s settings are missing', async () => {
    const { page, context } = await screens.visit('/terms', {
      member: false,
      before: page => page.route('**/config.json', route => route.fulfill({ status: 404, body: '' })),
    })
    await page.getByRole('alert').getByRole('button', { name: '새로고침' }).waitFor()
    await context.close()
  })
})

describe('a member’s screen', () => {
  const done = sampleArchive()[2] ?? 'never'
  const first: Answers = {
    ...answers,
    listArchive: () => ({ entries: done === 'never' ? [] : [done], page: 1, pages: 1, total: 1 }),
    readEntry: () => done,
    readProject: () => sampleProject(),
    readGlossary: () => ({ terms: [] }),
  }

  it.each([
    ['/', ['listArchive', 'me']],
    ['/addtoken', ['me', 'movements']],
  ])('at %s uses every prefetched response and requests none of them again', async (path, routes) => {
    const { page } = await screens.visit(path, { answers: first })
    await page.locator('.balance, .editor-head').filter({ visible: true }).first().waitFor()
    await expect.poll(() => page.evaluate(() => globalThis.prefetchedResponses?.size)).toBe(0)
    const asked = screens.site.calls.map(({ route }) => route)
    expect(routes.map(route => [route, asked.filter(each => each === route).length])).toEqual(
      routes.map(route => [route, 1]),
    )
  })

  it.each([
    ['/user', 'table', ['listArchive', 'me']],
    ['/user/terms', '.glossary', ['me', 'readGlossary']],
    ['/user/20260314140926', '.sentence', ['me', 'readEntry', 'readProject']],
    ['/account', '.account-page [role=tablist]', ['listPayments', 'me', 'movements']],
  ])(
    'at %s is complete in its first render if its data arrived before its scripts, and requests none again',
    async (path, complete, prefetched) => {
      const { page } = await screens.visit(path, {
        answers: { ...first, readGlossary: () => ({ terms: [{ english: 'sky', korean: '하늘' }] }) },
        async before(page) {
          await page.addInitScript(recordFirstRender)
          await page.route('**/assets/member-*.js', async route => {
            await page.waitForFunction(() =>
              [...(globalThis.prefetchedResponses?.values() ?? [])].every(({ isHere }) => isHere),
            )
            await route.continue()
          })
        },
      })
      await page.locator(complete).first().waitFor()
      await expect
        .poll(() => page.evaluate(() => Reflect.get(globalThis, 'firstRender')))
        .toEqual({ loading: [], balances: 1 })
      await page.waitForLoadState('networkidle')
      const routes = screens.site.calls.map(({ route }) => route)
      expect(routes).toEqual(expect.arrayContaining(prefetched))
      expect(routes.filter((route, i) => routes.indexOf(route) < i)).toEqual([])
      await expect.poll(() => page.evaluate(() => globalThis.prefetchedResponses?.size)).toBe(0)
      // The library that renews tokens is not needed for it.
      await expect.poll(() => page.locator('link[href*="session-"]').count()).toBe(0)
    },
  )

  it('shows the frame and the heading before its script has loaded, and leaves the heading in place', async () => {
    let script = Promise.withResolvers<void>()
    script.resolve()
    const { page } = await screens.visit('/help', {
      answers: first,
      async before(page) {
        await page.route('**/assets/member-*.js', async route => {
          await script.promise
          await route.continue()
        })
        await page.addInitScript(() =>
          // Fires before the page's script runs, unlike DOMContentLoaded.
          document.addEventListener(
            'readystatechange',
            () => document.querySelector('.site')?.setAttribute('data-sent', ''),
            { once: true },
          ),
        )
      },
    })
    for (const [path, name] of [
      ['/user', '내 보관함'],
      ['/user/terms', '내 용어집'],
      ['/addtoken', '토큰 충전'],
      ['/account', '계정'],
    ] as const)
      for (const width of [1280, 360]) {
        script = Promise.withResolvers<void>()
        await page.setViewportSize({ width, height: 800 })
        // Returns once the page's own script has run.
        await page.goto(`${screens.site.origin}${path}`)
        const heading = page.getByRole('heading', { level: 1, name })
        await heading.waitFor()
        await expect.poll(() => page.locator('[data-prerendered="frame"]').count()).toBe(1)
        await expect.poll(() => page.locator('[data-sent]').getByText('이용약관').isVisible()).toBe(true)
        await page.evaluate(() => document.fonts.ready)
        const early = await heading.boundingBox()
        script.resolve()
        await page.locator('.balance').filter({ visible: true }).first().waitFor()
        await expect.poll(() => page.locator('[data-prerendered], [data-sent]').count()).toBe(0)
        await expect.poll(() => heading.boundingBox()).toEqual({ ...early, width: expect.any(Number) })
      }
  })

  it('shows guests no heading of a member’s page', async () => {
    const { page } = await screens.visit('/user', {
      answers: first,
      member: false,
      before: page => page.route('**/assets/main-*.js', route => route.abort()),
    })
    await page.locator('.loading').waitFor()
    await expect.poll(() => page.getByText('내 보관함').isVisible()).toBe(false)
  })

  it('offers to load its script again if that failed', async () => {
    const { page } = await screens.visit('/user', {
      answers: first,
      before: page => page.route('**/assets/member-*.js', route => route.abort()),
    })
    await page.getByRole('button', { name: '다시 시도' }).waitFor()
  })
})

/** Runs in the page: records the visible loading indicators and the balances of the first render of a member's page. */
function recordFirstRender(): void {
  new MutationObserver((_, observer) => {
    if (!document.querySelector('.avatar')) return
    observer.disconnect()
    const loading = [...document.querySelectorAll('.loading')]
      .filter(each => each.checkVisibility())
      .map(({ parentElement }) => parentElement?.outerHTML)
    Object.assign(globalThis, { firstRender: { loading, balances: document.querySelectorAll('.balance').length } })
  }).observe(document, { childList: true, subtree: true })
}
