import { ALLOWANCES } from '../../../lambdas/contract/limits.ts'
import { rawCall, visitor } from '../../../test/support/visitor.ts'
import type { Chance } from './chance.ts'
import type { Attacked } from './media.ts'
import type { AttackedService } from './service.ts'

const GUESSES = 97
const NOTICES = 120

/** Requests that nobody signs: prices for guests from one address, and forged notices of Toss. */
export async function tryFloods({ cloud }: AttackedService, chance: Chance): Promise<Attacked> {
  const broken: string[] = []
  const price = (id: string, address: string) =>
    rawCall(cloud.siteUrl, 'priceYoutube', { parameters: { id } }, { 'x-forwarded-for': `${address}, 127.0.0.1` })
  const guess = () => `guess-${String(chance.below(99_999)).padStart(5, '0')}`
  const guesses: number[] = []
  // One after another: API Gateway admits five a second from everybody.
  for (let i = 0; i < GUESSES; i += 1) {
    const { status } = await price(guess(), '203.0.113.7')
    guesses.push(status)
    if (status >= 500) broken.push(`a guest was answered ${status}`)
  }
  const passed = guesses.filter(status => status === 404).length
  if (passed > ALLOWANCES.guestAddressQuote.limit) broken.push(`${passed} unknown ids of one address were looked up`)
  await pauseForThrottle()
  const { status: other } = await price('jamak-hello', '203.0.113.8')
  if (other !== 200) broken.push(`after them, a guest at another address was answered ${other}`)
  const person = await visitor(cloud, `floods-${chance.below(1_000_000)}`)
  const { orderId } = await person.api('createPayment', { body: { package: 'tokens-20' } })
  const body = { eventType: 'PAYMENT_STATUS_CHANGED', data: { orderId, paymentKey: 'forged', status: 'DONE' } }
  const notices = await Promise.all(
    Array.from({ length: NOTICES }, () => rawCall(cloud.siteUrl, 'paymentWebhook', { body })),
  )
  const heeded = notices.filter(({ status }) => status === 200).length
  if (heeded > ALLOWANCES.webhook.limit) broken.push(`${heeded} forged notices led to requests to Toss`)
  for (const { status } of notices) if (status >= 500) broken.push(`a forged notice was answered ${status}`)
  const { token } = await person.api('me')
  if (token !== 200) broken.push(`forged notices changed a balance to ${token}`)
  return {
    line: `${GUESSES} unknown links of one guest: ${passed} looked up; ${NOTICES} forged notices: ${heeded} looked up`,
    broken,
  }
}

const pauseForThrottle = () => new Promise(resolve => setTimeout(resolve, 1500))
