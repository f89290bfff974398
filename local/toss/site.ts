import * as z from 'zod'
import type { AwsResponse } from '#local-aws/aws/service.ts'
import { type Asset, browserScript, readAsset } from './assets.ts'
import { agreementFrame, finishWindow, methodsFrame, paymentWindow, returnUrl } from './checkout-pages.ts'
import { paymentObject, paymentRecord } from './payment.ts'
import { parseBody, TossRefusal } from './refusals.ts'
import { paymentRequest, type Rules } from './rules.ts'
import { adminPage, bankPage, receiptPage } from './shop-pages.ts'
import type { TossStore } from './store.ts'

interface SiteOptions {
  rules: Rules
  store: TossStore
  clientKey: string
  publicUrl: string
}

interface SiteCall {
  method: string
  /** Path below the URL at which the stand-in is mounted. */
  path: string
  query: URLSearchParams
  body: string
}

/** The pages of the stand-in: widget script and frames, payment window, bank, receipts and merchant console. */
export function createSite({ rules, store, clientKey, publicUrl }: SiteOptions) {
  const root = new URL(publicUrl).pathname.replace(/\/$/, '')
  const seeOther = (path: string): AwsResponse => ({ status: 303, headers: { location: `${root}${path}` } })

  const begin = (body: string): AwsResponse => {
    const { clientKey: key, ...payment } = parseBody(paymentRequest.extend({ clientKey: z.string().max(100) }), body)
    if (key !== clientKey) throw new TossRefusal('UNAUTHORIZED_KEY')
    return json(200, { paymentKey: rules.begin(payment).paymentKey })
  }

  /** Handles the shopper's choice in the payment window. */
  const decide = (form: URLSearchParams): AwsResponse => {
    const origin = form.get('origin') ?? ''
    const payment = rules.find(form.get('paymentKey') ?? '')
    const { paymentKey, orderId, successUrl, failUrl, totalAmount } = payment
    const choices = form.getAll('choice')
    const turnedDown = choices.includes('cancel')
      ? { code: 'PAY_PROCESS_CANCELED', message: '사용자에 의해 결제가 취소되었습니다.' }
      : choices.includes('decline')
        ? { code: 'REJECT_CARD_COMPANY', message: '결제 승인이 거절되었습니다.' }
        : undefined
    if (turnedDown) {
      const url = failUrl && returnUrl(failUrl, { ...turnedDown, orderId })
      return finishWindow(root, origin, url ? { url } : turnedDown)
    }
    const ownReceipt = paymentRecord.shape.ownReceipt.catch(undefined).parse(form.get('cashReceipt') ?? undefined)
    rules.authenticate(paymentKey, { rejects: choices.includes('reject'), ownReceipt })
    const paid = { paymentType: 'NORMAL', orderId, paymentKey, amount: String(totalAmount) }
    return finishWindow(root, origin, successUrl ? { url: returnUrl(successUrl, paid) } : { paymentKey })
  }

  const get = async (path: string, query: URLSearchParams): Promise<AwsResponse | undefined> => {
    if (path === '/v1/payment-widget') return fileAnswer(await browserScript('widget'))
    if (path === '/widget/diagnostics' || path === '/widget/parameters') return anyShop(json(200, {}))
    if (path === '/widget/methods') return methodsFrame(root, query, clientKey)
    if (path === '/widget/agreement') return agreementFrame(root)
    if (path === '/window')
      return paymentWindow(root, rules.find(query.get('paymentKey') ?? ''), query.get('origin') ?? '')
    if (path === '/receipt') return receiptPage(root, rules.find(query.get('paymentKey') ?? ''))
    if (path === '/bank') return bankPage(root, store.all())
    if (path === '/admin')
      return query.get('format') === 'json'
        ? json(200, { payments: store.all().map(payment => paymentObject(payment, publicUrl)) })
        : adminPage(root, store.all())
    const found = path.startsWith('/assets/') ? await readAsset(path.slice('/assets/'.length)) : undefined
    // An email is shown in a sandboxed frame, whose origin is opaque, and uses the font too.
    return found && (path.endsWith('.woff2') ? anyShop(fileAnswer(found)) : fileAnswer(found))
  }

  const post = (path: string, body: string): AwsResponse | undefined => {
    if (path === '/widget/payments') return begin(body)
    const form = new URLSearchParams(body)
    const paymentKey = form.get('paymentKey') ?? ''
    if (path === '/window') return decide(form)
    if (path === '/bank') {
      rules.deposit(paymentKey)
      return seeOther('/bank')
    }
    if (path === '/admin/cancel') {
      const amount = form.has('amount') ? Number(form.get('amount')) : undefined
      rules.cancel({ paymentKey, reason: '상점 관리자에서 취소', amount, refundAccount: true })
      return seeOther('/admin')
    }
    return undefined
  }

  return async ({ method, path, query, body }: SiteCall): Promise<AwsResponse | undefined> => {
    if (method === 'GET') return get(path, query)
    return method === 'POST' ? post(path, body) : undefined
  }
}

function fileAnswer({ type, content }: Asset): AwsResponse {
  const contentType = typeof content === 'string' ? `${type}; charset=utf-8` : type
  return { status: 200, headers: { 'content-type': contentType, 'cache-control': 'no-cache' }, body: content }
}

/** Lets every page use the response. */
function anyShop(answer: AwsResponse): AwsResponse {
  return { ...answer, headers: { ...answer.headers, 'access-control-allow-origin': '*' } }
}

function json(status: number, value: object): AwsResponse {
  return { status, headers: { 'content-type': 'application/json; charset=utf-8' }, body: JSON.stringify(value) }
}
