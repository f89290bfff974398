import type { Locator, Page } from 'playwright-core'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Receipt } from '../../lambdas/contract/order.ts'
import { DESKTOP, goWithinPage, PHONE } from '../support/browser.ts'
import { PAYMENT_SCRIPT } from '../support/payment-script.ts'
import { sampleMe, sampleReceipt } from '../support/sample-data.ts'
import { checkScreen, setUpScreens } from '../support/screens.ts'
import { type Answers, Refusal } from '../support/stand-in.ts'

const screens = await setUpScreens()
beforeEach(() => {
  screens.site.config.tossScriptUrl = `${screens.site.foreignOrigin}/payment.js`
  screens.site.foreign = (_, url, response) => {
    if (url.pathname !== '/payment.js') return false
    response.writeHead(200, { 'content-type': 'text/javascript' }).end(PAYMENT_SCRIPT)
    return true
  }
})

const calls = (route: string) => screens.site.calls.filter(each => each.route === route)
const ORDER = '20260312165500-x1y2z3'
const createPayment = () => ({
  orderId: ORDER,
  orderName: '토큰 430개',
  amount: 20_000,
  tokens: 430,
  customerKey: sampleMe.customerKey,
})
/** Whether all of the element is within a viewport of this height. */
async function isWithin(element: Locator, height: number): Promise<boolean> {
  const box = await element.boundingBox()
  return box !== null && box.y >= 0 && box.y + box.height <= height
}
const paid = () => ({ order: sampleReceipt(), token: 630 })
const order = (changes: Partial<Receipt>) => () => ({ order: sampleReceipt(changes), token: 200 })
const SUCCESS = `/success?paymentKey=pay-1&orderId=${ORDER}&amount=20000`

describe('the token screen', () => {
  it('shows the balance and six packages, and enables the pay button after a choice', async () => {
    const { page } = await screens.visit('/addtoken')
    await page.getByRole('main').getByText('200개').first().waitFor()
    const packages = await page.getByRole('radio').all()
    expect(packages).toHaveLength(6)
    const pay = page.getByRole('button', { name: '결제하기' })
    await expect.poll(() => pay.isDisabled()).toBe(true)
    await checkScreen(page, 'tokens')
    await page.getByRole('radio', { name: /토큰 430개/ }).check()
    const sum = page.getByRole('button', { name: '20,000원 결제하기' })
    await checkScreen(page, 'tokens-chosen')
    await sum.click()
    await expect.poll(() => page.url()).toContain('/checkout?package=tokens-430')
  })

  it('leads with the minutes of video, offers tokens at their prices, and recommends one package without selecting it', async () => {
    const { page } = await screens.visit('/addtoken')
    await page.getByText('추천', { exact: true }).waitFor()
    for (const [tokens, price, bonus] of [
      ['20개', '1,000원', ''],
      ['100개', '5,000원', ''],
      ['210개', '10,000원', '(보너스 10개 포함)'],
      ['430개', '20,000원', '(보너스 30개 포함)'],
      ['1,200개', '50,000원', '(보너스 200개 포함)'],
      ['2,500개', '100,000원', '(보너스 500개 포함)'],
    ] as const) {
      const card = page.locator('.package').filter({ hasText: `토큰 ${tokens}` })
      await card.getByText(price, { exact: true }).waitFor()
      await expect.poll(() => card.locator('.bonus').allTextContents()).toEqual(bonus ? [bonus] : [])
    }
    const minutes = await page.locator('.package .price-minutes').allTextContents()
    expect(minutes).toEqual(['영상 2분', '영상 10분', '영상 21분추천', '영상 43분', '영상 2시간', '영상 4시간 10분'])
    const sizes = await page
      .locator('.package .price-minutes, .package .price-tokens')
      .evaluateAll(all => all.slice(0, 2).map(each => Number.parseFloat(getComputedStyle(each).fontSize)))
    expect(sizes[0]).toBeGreaterThan(sizes[1] ?? Number.POSITIVE_INFINITY)
    await expect.poll(() => page.getByRole('radio', { checked: true }).count()).toBe(0)
  })

  it('recommends what lasts for a month at the pace of the user’s videos, and says so', async () => {
    const at = new Date(Date.now() - 86_400_000).toISOString()
    const hold = { uid: 'user-1', movement: 'hold#20260313090000', amount: -400, balance: 100, at }
    const { page } = await screens.visit('/addtoken', { answers: { movements: () => ({ movements: [hold] }) } })
    await page.getByText('최근 한 달 사용량(40분)에는 ‘영상 43분’ 상품이 맞아요.').waitFor()
    await page.locator('.package').filter({ hasText: '추천' }).getByText('토큰 430개').waitFor()
    await checkScreen(page, 'tokens-recommended')
  })

  it('keeps the pay bar in sight on a phone, and can be used by keyboard: arrows choose, Enter pays', async () => {
    const { page } = await screens.visit('/addtoken')
    await page.setViewportSize(PHONE)
    await page.getByRole('radio', { name: /토큰 20개/ }).focus()
    await page.keyboard.press('Space')
    await page.evaluate(() => scrollTo(0, 0))
    const pay = page.getByRole('button', { name: '1,000원 결제하기' })
    await expect.poll(() => isWithin(pay, PHONE.height)).toBe(true)
    await page.getByText('영상 2분 · 토큰 20개').waitFor()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect.poll(() => page.url()).toContain('/checkout?package=tokens-100')
  })
})

describe('the token screen for a user who needs more tokens', () => {
  it('states how many tokens are missing and selects a package for them, or none if the address has no valid amount', async () => {
    const { page } = await screens.visit('/addtoken?need=50')
    const needs = async (text: string, tokens: string, price: string) => {
      await page.locator('.balance-card').getByText(text).waitFor()
      await expect.poll(() => page.getByRole('radio', { name: new RegExp(`토큰 ${tokens}`) }).isChecked()).toBe(true)
      await page.getByRole('button', { name: `${price} 결제하기` }).waitFor()
    }
    await needs('50개', '100개', '5,000원')
    await checkScreen(page, 'tokens-needed')
    await goWithinPage(page, '/addtoken?need=9000')
    await needs('9,000개', '2,500개', '100,000원')
    for (const need of ['', '0', '-1', '1e99', 'NaN', '12.5']) {
      await goWithinPage(page, `/addtoken?need=${need}`)
      await page.getByRole('radio').first().waitFor()
      await expect.poll(() => page.getByRole('button', { name: '결제하기' }).isDisabled()).toBe(true)
    }
  })
})

describe('the checkout screen', () => {
  it('links back to the packages if none was chosen', async () => {
    const { page } = await screens.visit('/checkout')
    const leadsBack = async () => {
      await page.getByRole('heading', { name: '토큰 충전' }).waitFor()
      await expect.poll(() => new URL(page.url()).pathname).toBe('/addtoken')
    }
    await leadsBack()
    await goWithinPage(page, '/checkout?package=tokens-9999')
    await leadsBack()
  })

  it('sets the amount, renders methods and agreement, then enables its button; once the terms are agreed to, the button creates one order on the server, pays it and returns to a receipt', async () => {
    const answers: Answers = { createPayment, confirmPayment: paid }
    const { page } = await screens.visit('/checkout?package=tokens-430', { answers })
    await page.getByText('20,000원').waitFor()
    const proceed = page.getByRole('button', { name: '결제 진행하기' })
    await expect.poll(() => proceed.isEnabled()).toBe(true)
    await expect
      .poll(() => page.evaluate('window.widgetCalls'))
      .toEqual([
        ['PaymentWidget', 'test_ck_sample', 'customer-0001'],
        ['renderPaymentMethods', { value: 20_000, currency: 'KRW', country: 'KR' }, { variantKey: 'DEFAULT' }],
        ['renderAgreement', { variantKey: 'AGREEMENT' }],
      ])
    await checkScreen(page, 'checkout')
    await page.evaluate(() => dispatchEvent(new CustomEvent('agreement', { detail: false })))
    await proceed.click()
    await page.getByText('필수 약관에 동의하면 결제할 수 있어요.').waitFor()
    expect(calls('createPayment')).toEqual([])
    const agreement = page.getByRole('region', { name: '약관 동의' })
    await expect.poll(() => agreement.evaluate(element => getComputedStyle(element).outlineStyle)).toBe('solid')
    await page.setViewportSize({ width: 1280, height: 240 })
    await page.evaluate(() => scrollTo(0, 0))
    await proceed.evaluate(button => button instanceof HTMLElement && button.click())
    await expect.poll(() => isWithin(agreement, 240)).toBe(true)
    await checkScreen(page, 'checkout-unagreed')
    await page.evaluate(() => dispatchEvent(new CustomEvent('agreement', { detail: true })))
    await proceed.click()
    await page.getByRole('heading', { name: '충전을 마쳤어요' }).waitFor()
    expect(calls('createPayment')).toHaveLength(1)
    expect(calls('createPayment')[0]?.body).toEqual({ package: 'tokens-430' })
    expect(calls('createPayment')[0]?.headers['idempotency-key']).toBeDefined()
    expect(calls('confirmPayment')).toHaveLength(1)
    expect(calls('confirmPayment')[0]?.body).toEqual({ paymentKey: 'pay-1', orderId: ORDER, amount: 20_000 })
  })

  it('keeps its button disabled until the widgets are loaded', async () => {
    const before = async (page: Page) => page.addInitScript('window.widgetIsReady = false')
    const { page } = await screens.visit('/checkout?package=tokens-430', { before })
    await page.getByText('결제 수단을 불러오는 중...').waitFor()
    await expect.poll(() => page.getByRole('button', { name: '결제 진행하기' }).isDisabled()).toBe(true)
    await checkScreen(page, 'checkout-loading')
  })

  it('reports widgets that cannot be loaded, and retries on request', async () => {
    const serves = screens.site.foreign
    screens.site.foreign = undefined
    const { page } = await screens.visit('/checkout?package=tokens-430')
    await page.getByRole('heading', { name: '결제 수단을 불러오지 못했어요' }).waitFor()
    await checkScreen(page, 'checkout-failed')
    screens.site.foreign = serves
    await page.getByRole('button', { name: '다시 시도' }).click()
    await expect.poll(() => page.getByRole('button', { name: '결제 진행하기' }).isEnabled()).toBe(true)
  })

  it('asks for a business number if the payment is by bank: filled from the last one, checked first, sent with the order', async () => {
    const taxDocument = {
      kind: 'tax_invoice',
      status: 'issued',
      number: '1248100998',
      company: '주식회사 자막',
    } as const
    const answers: Answers = {
      createPayment,
      confirmPayment: paid,
      listPayments: () => ({ orders: [sampleReceipt({ taxDocument, taxDocumentEmail: 'tax@example.com' })] }),
    }
    const { page } = await screens.visit('/checkout?package=tokens-430', { answers })
    const wanted = page.getByRole('checkbox', { name: '사업자 지출증빙이 필요해요' })
    await expect.poll(() => page.getByRole('button', { name: '결제 진행하기' }).isEnabled()).toBe(true)
    await expect.poll(() => wanted.count()).toBe(0)
    await page.getByRole('radio', { name: '계좌이체' }).check()
    await wanted.check()
    const number = page.getByLabel('사업자등록번호')
    await expect.poll(() => number.inputValue()).toBe('124-81-00998')
    await expect.poll(() => page.getByLabel('세금계산서를 받을 이메일 (선택)').inputValue()).toBe('tax@example.com')
    await checkScreen(page, 'checkout-tax-document')
    await page.getByLabel('증빙 종류').selectOption('현금영수증 (지출증빙)')
    await number.fill('124-81-00999')
    const proceed = page.getByRole('button', { name: '결제 진행하기' })
    await proceed.click()
    await page.getByText('사업자등록번호 10자리를 확인해 주세요.').waitFor()
    expect(calls('createPayment')).toEqual([])
    await number.fill('220-81-62517')
    await proceed.click()
    await page.getByRole('heading', { name: '충전을 마쳤어요' }).waitFor()
    expect(calls('createPayment')[0]?.body).toEqual({
      package: 'tokens-430',
      taxDocument: { kind: 'cash_receipt', number: '2208162517', company: '주식회사 자막' },
    })
  })

  it('keeps the sum and the pay button in sight on a phone and on a desktop', async () => {
    const { page } = await screens.visit('/checkout?package=tokens-430')
    const proceed = page.getByRole('button', { name: '결제 진행하기' })
    await expect.poll(() => proceed.isEnabled()).toBe(true)
    // As tall as Toss's payment methods with an open card form.
    await page
      .locator('#payment-methods')
      .evaluate(element => element instanceof HTMLElement && element.style.setProperty('height', '1200px'))
    for (const viewport of [PHONE, DESKTOP]) {
      await page.setViewportSize(viewport)
      for (const top of [0, 500]) {
        await page.evaluate(to => scrollTo(0, to), top)
        await expect.poll(() => isWithin(proceed, viewport.height)).toBe(true)
        await expect.poll(() => isWithin(page.getByText('20,000원'), viewport.height)).toBe(true)
      }
    }
  })

  it('shows a refusal of the provider, and of our own server, and stays open', async () => {
    const before = async (page: Page) =>
      page.addInitScript(`window.widgetRefuses = { code: 'INVALID_CARD', message: '카드 정보를 다시 확인해주세요.' }`)
    const { page } = await screens.visit('/checkout?package=tokens-430', { answers: { createPayment }, before })
    await page.getByRole('button', { name: '결제 진행하기' }).click()
    await page.getByText('카드 정보를 다시 확인해주세요.').waitFor()
    await expect.poll(() => page.getByRole('button', { name: '결제 진행하기' }).isEnabled()).toBe(true)
    await checkScreen(page, 'checkout-refused')
    screens.site.answers.createPayment = () => new Refusal('PAYMENT_UNAVAILABLE')
    await page.getByRole('button', { name: '결제 진행하기' }).click()
    await page.getByText('결제사와 연결되지 않았어요. 잠시 후 다시 시도해 주세요.').waitFor()
  })
})

describe('the success screen', () => {
  it('shows the receipt, the new balance and the next steps', async () => {
    const { page } = await screens.visit(SUCCESS, {
      answers: { confirmPayment: paid, me: () => ({ ...sampleMe, token: 630 }) },
    })
    for (const text of ['토큰 430개가 들어왔어요.', '20,000원', '카드', '2026.03.12 16:55:40', '630개'])
      await page.getByText(text, { exact: true }).waitFor()
    await expect
      .poll(() => page.getByRole('link', { name: '영수증 보기' }).getAttribute('href'))
      .toContain('tosspayments.com')
    await checkScreen(page, 'success')
    await page.getByRole('link', { name: '자막 만들러 가기' }).click()
    await page.getByRole('tab', { name: 'YouTube 링크' }).waitFor()
  })

  it('waits for a slow confirmation, and then shows the receipt and the new balance', async () => {
    let isPaid = false
    const open = order({ status: 'ready', paidAt: undefined, method: undefined })
    const answers: Answers = {
      confirmPayment: open,
      readPayment: () => (isPaid ? paid() : open()),
      me: () => ({ ...sampleMe, token: isPaid ? 630 : 200 }),
    }
    const { page } = await screens.visit(SUCCESS, { answers, before: page => page.clock.install() })
    await page.getByRole('heading', { name: '결제를 확인하고 있어요...' }).waitFor()
    await page.getByText('결제사의 답을 기다리고 있어요.').waitFor()
    await checkScreen(page, 'success-slow')
    isPaid = true
    await page.clock.runFor(4_000)
    await page.getByRole('heading', { name: '충전을 마쳤어요' }).waitFor()
    await page.getByRole('link', { name: '보유 토큰 630개' }).waitFor()
    expect(calls('confirmPayment')).toHaveLength(1)
  })

  it('shows the bank account while waiting for the deposit, copies its number, and shows the receipt once the deposit has arrived', async () => {
    const account = { bank: '우리은행', number: '1002-123-456789', due: '2026-03-19T14:59:59.000Z' }
    const waiting = order({ status: 'waiting', paidAt: undefined, method: '가상계좌', virtualAccount: account })
    let hasCome = false
    const answers: Answers = {
      confirmPayment: waiting,
      readPayment: () => (hasCome ? paid() : waiting()),
      me: () => ({ ...sampleMe, token: hasCome ? 630 : 200 }),
    }
    const { page, context } = await screens.visit(SUCCESS, {
      answers,
      before: page => page.clock.install(),
    })
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.getByRole('heading', { name: '입금을 기다리고 있어요' }).waitFor()
    await page.getByText('우리은행 1002-123-456789').waitFor()
    await page.getByText('예금주').waitFor()
    await page.getByText('2026.03.19 23:59:59').waitFor()
    await checkScreen(page, 'success-waiting')
    await page.getByRole('button', { name: '계좌번호 복사' }).click()
    await page.getByText('계좌번호를 복사했어요.').waitFor()
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe('1002-123-456789')
    hasCome = true
    await page.clock.runFor(11_000)
    await page.getByRole('heading', { name: '충전을 마쳤어요' }).waitFor()
    expect(calls('confirmPayment')).toHaveLength(1)
  })

  it('says why the server refused, and what to do', async () => {
    const answers: Answers = { confirmPayment: () => new Refusal('PAYMENT_REJECTED') }
    const { page } = await screens.visit(SUCCESS, { answers })
    await page.getByText('결제가 승인되지 않았어요.').waitFor()
    await page.getByRole('heading', { name: '결제하지 못했어요' }).waitFor()
    const [sentence] = await page.getByText('결제 금액은 청구되지 않았어요.').allTextContents()
    expect(sentence?.split('청구되지')).toHaveLength(2)
    await checkScreen(page, 'success-refused')
    for (const [code, text] of [
      ['AMOUNT_MISMATCH', '결제 금액이 주문과 달라요.'],
      ['PAYMENT_EXPIRED', '결제 시간이 지났어요.'],
      ['NO_ORDER', '주문을 찾을 수 없어요.'],
    ] as const) {
      screens.site.answers.confirmPayment = () => new Refusal(code)
      await goWithinPage(page, SUCCESS.replace(ORDER, `order-${code.toLowerCase()}`))
      await page.getByText(text).waitFor()
      await page.getByRole('link', { name: '다시 결제하기' }).waitFor()
    }
  })

  it.each([
    ['refunded', 20_000, '환불을 마쳤어요', '20,000원을 환불했어요. 카드사에 따라 돌려받기까지 며칠 걸릴 수 있어요.'],
    ['canceled before it was paid', undefined, '취소된 결제예요', '결제되지 않았어요. 언제든지 다시 할 수 있어요.'],
  ])('says whether money was returned for an order that was %s', async (_, canceledAmount, title, text) => {
    const answers: Answers = { confirmPayment: order({ status: 'canceled', canceledAmount }) }
    const { page } = await screens.visit(SUCCESS, { answers })
    await page.getByRole('heading', { name: title }).waitFor()
    await page.getByText(text).waitFor()
  })

  it('explains a refused card by the code that the order keeps, and passes a question on', async () => {
    const failure = { code: 'REJECT_CARD_PAYMENT', message: '한도초과 혹은 잔액부족으로 결제에 실패했습니다.' }
    const answers: Answers = {
      confirmPayment: () => new Refusal('PAYMENT_REJECTED'),
      readPayment: order({ status: 'failed', paidAt: undefined, receiptUrl: undefined, failure }),
      inquire: () => ({}),
    }
    const { page } = await screens.visit(SUCCESS, { answers })
    await page.getByRole('heading', { name: '결제하지 못했어요' }).waitFor()
    await page
      .getByText('카드 한도나 잔액을 확인하거나 다른 카드로 다시 시도해 주세요. 결제 금액은 청구되지 않았어요.')
      .waitFor()
    await page.getByText(ORDER, { exact: true }).waitFor()
    await expect.poll(() => page.getByRole('link', { name: '다른 상품 고르기' }).getAttribute('href')).toBe('/addtoken')
    await checkScreen(page, 'success-refused-card')
    await page.getByRole('button', { name: '문의하기' }).click()
    const question = page.getByRole('dialog').getByRole('textbox')
    await expect.poll(() => question.inputValue()).toBe('오류 코드: REJECT_CARD_PAYMENT\n')
    await question.fill('')
    await page.getByRole('dialog').getByRole('button', { name: '보내기' }).click()
    await page.getByText('내용을 적어 주세요.').waitFor()
    await question.fill('카드가 왜 안 되나요?')
    await page.getByRole('dialog').getByRole('button', { name: '보내기' }).click()
    await expect
      .poll(() => calls('inquire').map(({ body }) => body))
      .toEqual([{ text: '카드가 왜 안 되나요?', orderId: ORDER }])
  })

  it('offers to check again, and not to pay twice, while the outcome is unknown', async () => {
    let isDown = true
    const answers: Answers = {
      confirmPayment: () => (isDown ? new Refusal('PAYMENT_UNAVAILABLE') : paid()),
      readPayment: order({ status: 'ready', paidAt: undefined, method: undefined }),
    }
    const { page } = await screens.visit(SUCCESS, { answers })
    await page.getByText('결제는 이미 끝났을 수 있어요. 다시 결제하지 말고 먼저 확인해 주세요.').waitFor()
    await expect.poll(() => page.getByRole('link', { name: '다시 결제하기' }).count()).toBe(0)
    for (const fact of ['20,000원', '토큰 430개']) await page.getByText(fact, { exact: true }).waitFor()
    await checkScreen(page, 'success-undecided')
    isDown = false
    await page.getByRole('button', { name: '다시 확인하기' }).click()
    await page.getByRole('heading', { name: '충전을 마쳤어요' }).waitFor()
  })

  it('confirms nothing without the provider’s parameters', async () => {
    const { page } = await screens.visit('/success?orderId=x')
    await page.getByText('결제됐는지 이 화면에서는 알 수 없어요. 결제했다면 결제 내역에 있어요.').waitFor()
    expect(calls('confirmPayment')).toEqual([])
    await expect.poll(() => page.locator('.receipt').getByRole('link').allTextContents()).toEqual(['결제 내역 보기'])
    await checkScreen(page, 'success-without-data')
  })
})

describe('the failure screen', () => {
  it('says what happened and leads back to the same package, and is harmless if opened directly', async () => {
    const answers: Answers = {
      failPayment: () => ({}),
      readPayment: order({ status: 'failed', paidAt: undefined, method: undefined }),
    }
    const { page } = await screens.visit('/fail', { answers })
    await page.getByRole('link', { name: '다시 결제하기' }).waitFor()
    expect(calls('failPayment')).toEqual([])
    for (const [code, heading, text, name] of [
      ['PAY_PROCESS_CANCELED', '결제를 중단했어요', '결제되지 않았어요.', 'fail-canceled'],
      ['REJECT_CARD_COMPANY', '결제하지 못했어요', '카드사가 승인하지 않았어요.', 'fail-rejected'],
      ['NOT_AVAILABLE_BANK', '결제하지 못했어요', '은행 서비스 시간이 아니에요.', 'fail-unknown'],
    ] as const) {
      const query = new URLSearchParams({ code, message: '은행 서비스 시간이 아니에요.', orderId: ORDER })
      await goWithinPage(page, `/fail?${query}`)
      await page.getByRole('heading', { name: heading }).waitFor()
      await page.getByText(text).waitFor()
      await expect.poll(() => calls('failPayment').at(-1)?.body).toEqual({ orderId: ORDER, code })
      const again = page.getByRole('link', { name: '다시 결제하기' })
      await expect.poll(() => again.getAttribute('href')).toBe('/checkout?package=tokens-430')
      await checkScreen(page, name)
    }
  })
})
