import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Order, orderStatus } from '../../lambdas/contract/order.ts'
import { CANCELS_AT_ONCE, type Decision, decide, type News } from '../../lambdas/payment/decision.ts'
import type { TossPayment } from '../../lambdas/payment/toss/toss-payment.ts'
import { isCredited, type OrderState, reversalName, tokensOfAmount } from '../../lambdas/records/ledger/index.ts'
import { changedOrder } from '../../lambdas/records/payments.ts'
import { AT } from '../support/users.ts'

const ORDER: Order = {
  order_id: 'order-1',
  uid: 'kim',
  package: 'tokens-430',
  tokens: 430,
  amount: 20_000,
  status: 'ready',
  created_at: AT,
  version: 0,
}

const PAYMENT: TossPayment = {
  paymentKey: 'key-1',
  orderId: 'order-1',
  status: 'DONE',
  totalAmount: 20_000,
  currency: 'KRW',
  method: '카드',
  approvedAt: '2026-03-14T14:09:26+09:00',
  receipt: { url: 'https://toss.example/receipt' },
}

const PAID = { status: 'paid', paid_at: AT, payment_key: 'key-1' } as const
const ACCOUNT = { accountNumber: '123', bankCode: '20', dueDate: '2026-03-21T14:09:26' }

const cancel = (transactionKey: string, cancelAmount: number, second = 0) => ({
  transactionKey,
  cancelAmount,
  canceledAt: `2026-03-15T10:00:${String(second).padStart(2, '0')}+09:00`,
  cancelStatus: 'DONE' as const,
})

const stateOf = (order: Partial<Order> = {}, changes: Partial<OrderState> = {}): OrderState => ({
  order: { ...ORDER, ...order },
  balance: 200,
  reversed: new Set(),
  ...changes,
})
const toss = (changes: Partial<TossPayment> = {}): News => ({ from: 'toss', payment: { ...PAYMENT, ...changes } })
const refusal: News = { from: 'refusal', end: 'failed', failure: { code: 'X', message: '결제하지 못했어요.' } }
const decided = (order: Partial<Order>, news: News, changes: Partial<OrderState> = {}) =>
  decide(stateOf(order, changes), news, AT)

/** The state after a decision was applied. */
function after(state: OrderState, { step }: Decision): OrderState {
  if (!step) return state
  const reversed = new Set(state.reversed)
  let { balance } = state
  for (const move of step.moves) {
    if (move.kind === 'reversal') reversed.add(move.transactionKey)
    balance = (balance ?? 0) + (move.kind === 'purchase' ? state.order.tokens : 0 - move.taken)
  }
  return { order: changedOrder(state.order, step.change, AT), balance, reversed }
}

/** Applies news until no step is left, as `advanceOrder` does; returns the state and the steps taken. */
function carriedOut(from: OrderState, news: News): { state: OrderState; steps: Decision[] } {
  const steps: Decision[] = []
  let state = from
  for (let decision = decide(state, news, AT); ; decision = decide(state, news, AT)) {
    steps.push(decision)
    state = after(state, decision)
    if (decision.next !== 'decide-again') return { state, steps }
  }
}

/** Expected status by the order's status and the status that Toss reports for the order's own payment. */
const TABLE: Record<TossPayment['status'], Record<Order['status'], Order['status'] | 'same'>> = {
  READY: { ready: 'same', waiting: 'same', paid: 'same', failed: 'same', expired: 'same', canceled: 'same' },
  IN_PROGRESS: { ready: 'same', waiting: 'same', paid: 'same', failed: 'same', expired: 'same', canceled: 'same' },
  WAITING_FOR_DEPOSIT: {
    ready: 'waiting',
    waiting: 'same',
    paid: 'same',
    failed: 'waiting',
    expired: 'waiting',
    canceled: 'waiting',
  },
  DONE: { ready: 'paid', waiting: 'paid', paid: 'same', failed: 'paid', expired: 'paid', canceled: 'paid' },
  PARTIAL_CANCELED: { ready: 'paid', waiting: 'paid', paid: 'same', failed: 'paid', expired: 'paid', canceled: 'paid' },
  CANCELED: {
    ready: 'canceled',
    waiting: 'canceled',
    paid: 'same',
    failed: 'same',
    expired: 'same',
    canceled: 'same',
  },
  ABORTED: { ready: 'failed', waiting: 'failed', paid: 'same', failed: 'same', expired: 'same', canceled: 'same' },
  EXPIRED: { ready: 'expired', waiting: 'expired', paid: 'same', failed: 'same', expired: 'same', canceled: 'same' },
}

const CASES = Object.entries(TABLE).flatMap(([says, row]) =>
  orderStatus.options.map(status => ({ says: says as TossPayment['status'], status, becomes: row[status] })),
)

describe('an order', () => {
  it.each(CASES)('that is $status becomes $becomes when Toss reports $says', ({ says, status, becomes }) => {
    const order = status === 'paid' ? PAID : { status }
    const { step } = decided(order, toss({ status: says, virtualAccount: ACCOUNT }))
    expect(step?.change.status ?? 'same').toBe(becomes)
    expect(step?.moves ?? []).toEqual(becomes === 'paid' ? [{ kind: 'purchase' }] : [])
  })

  it.each(orderStatus.options)('that is %s is ended by a refusal only if it is ready', status => {
    const { step } = decided(status === 'paid' ? PAID : { status }, refusal)
    expect(step?.change).toEqual(
      status === 'ready' ? { status: 'failed', failure: { code: 'X', message: '결제하지 못했어요.' } } : undefined,
    )
  })

  it('stays unchanged, with an alarm, if Toss returns the payment of another order', () => {
    for (const status of orderStatus.options)
      expect(decided({ status }, toss({ orderId: 'order-2' }))).toEqual({ alarm: expect.any(String) })
  })

  it.each([{ totalAmount: 1000 }, { currency: 'USD' }])(
    'is ended without a credit, once, by a payment that takes another amount: %j',
    changes => {
      for (const { says, status } of CASES) {
        const { state, steps } = carriedOut(
          stateOf(status === 'paid' ? PAID : { status }),
          toss({ ...changes, status: says, virtualAccount: ACCOUNT }),
        )
        expect(state.balance).toBe(200)
        expect(decide(state, toss({ ...changes, status: says, virtualAccount: ACCOUNT }), AT).step).toBeUndefined()
        const takes = says === 'DONE' || says === 'PARTIAL_CANCELED' || says === 'WAITING_FOR_DEPOSIT'
        const isEmailed = steps.some(({ step }) => step?.emails.includes('differing'))
        expect([says, status, isEmailed]).toEqual([says, status, takes && status !== 'paid'])
      }
    },
  )

  it('whose deposit arrives although its amount differs notifies the operator again', () => {
    const awaited = carriedOut(
      stateOf(),
      toss({ totalAmount: 1000, status: 'WAITING_FOR_DEPOSIT', virtualAccount: ACCOUNT }),
    )
    const paid = decide(awaited.state, toss({ totalAmount: 1000 }), AT)
    expect(paid.step).toMatchObject({ change: { status: 'failed' }, emails: ['differing'] })
  })

  it('that has a payment is credited by another completed one, and changed by nothing else', () => {
    const waiting = { status: 'waiting', payment_key: 'key-0' } as const
    for (const { says } of CASES.filter(({ status }) => status === 'waiting')) {
      const { step } = decided(waiting, toss({ status: says, virtualAccount: ACCOUNT }))
      expect(step?.change.status, says).toBe(says === 'DONE' ? 'paid' : undefined)
      expect(decided({ ...PAID, payment_key: 'key-0' }, toss({ status: says })), says).toEqual({})
    }
  })
})

describe('a credit', () => {
  it("keeps Toss's method, receipt and time, and owes the email about it", () => {
    const { step } = decided({ status: 'failed', failure: { code: 'X', message: 'x' } }, toss())
    expect(step?.emails).toEqual(['paid'])
    expect(step?.change).toEqual({
      status: 'paid',
      payment_key: 'key-1',
      method: '카드',
      receipt_url: 'https://toss.example/receipt',
      paid_at: '2026-03-14T05:09:26.000Z',
      failure: undefined,
      canceled_amount: undefined,
    })
  })

  it('has the time of our clock if Toss states none', () => {
    expect(decided({}, toss({ approvedAt: null })).step?.change.paid_at).toBe(AT)
  })

  it('and the cancellations since then are booked in one step', () => {
    const news = toss({ status: 'PARTIAL_CANCELED', cancels: [cancel('a', 5_000)] })
    expect(decided({}, news, { balance: 0 }).step).toMatchObject({
      change: { status: 'paid', canceled_amount: 5_000, unrecovered_tokens: 0 },
      emails: ['paid', 'canceled#a'],
      moves: [
        { kind: 'purchase' },
        { kind: 'reversal', transactionKey: 'a', amount: 5_000, taken: 107, unrecovered: 0 },
      ],
    })
  })
})

describe('a cancellation', () => {
  it('takes the remaining tokens, and owes the operator an email about the rest', () => {
    const { step } = decided(PAID, toss({ status: 'CANCELED', cancels: [cancel('a', 20_000)] }), { balance: 30 })
    expect(step).toEqual({
      change: {
        status: 'canceled',
        canceled_amount: 20_000,
        unrecovered_tokens: 400,
      },
      emails: ['canceled#a', 'unrecovered#a'],
      moves: [{ kind: 'reversal', transactionKey: 'a', amount: 20_000, taken: 30, unrecovered: 400 }],
    })
  })

  it('that Toss has not completed takes nothing yet', () => {
    const pending = { ...cancel('a', 5_000), cancelStatus: 'IN_PROGRESS' as const }
    expect(decided(PAID, toss({ status: 'PARTIAL_CANCELED', cancels: [pending] }))).toEqual({})
  })

  it('of a user who has left stores the amount and moves no tokens', () => {
    const cancels = [cancel('a', 5_000), cancel('b', 15_000, 1)]
    const gone = { balance: undefined }
    expect(decided(PAID, toss({ status: 'CANCELED', cancels }), gone)).toEqual({
      step: { change: { status: 'canceled', canceled_amount: 20_000 }, moves: [], emails: [] },
    })
    const canceled = { ...PAID, status: 'canceled', canceled_amount: 20_000 } as const
    expect(decided(canceled, toss({ status: 'CANCELED', cancels }), gone)).toEqual({})
  })
})

describe('a payment of a user who has left', () => {
  const gone = { balance: undefined }

  it('is returned, whatever the status of the order', () => {
    for (const status of ['ready', 'waiting', 'failed', 'expired', 'canceled'] as const)
      expect(decided({ status }, toss(), gone)).toEqual({ next: 'return-money' })
  })

  it('that was returned cancels the order', () => {
    expect(decided({}, { from: 'return', paymentKey: 'key-1', isReturned: true }, gone).step).toMatchObject({
      change: { status: 'canceled', canceled_amount: 20_000, failure: { code: 'NO_USER' } },
      emails: [],
    })
  })

  it('that could not be returned is reported to the operator once, even if the order had failed before', () => {
    const news: News = { from: 'return', paymentKey: 'key-1', isReturned: false }
    for (const status of ['ready', 'failed'] as const) {
      const state = stateOf({ status }, gone)
      const decision = decide(state, news, AT)
      expect(decision.step).toMatchObject({ change: { status: 'failed' }, emails: ['uncredited'] })
      expect(decide(after(state, decision), news, AT)).toEqual({})
    }
  })
})

it('a credited deposit that Toss reports as awaited again raises an alarm and changes nothing', () => {
  const decision = decided(PAID, toss({ status: 'WAITING_FOR_DEPOSIT', virtualAccount: ACCOUNT }))
  expect(decision).toEqual({ alarm: expect.stringContaining('waits again') })
})

describe('for any sequence of reports from Toss', () => {
  const news = fc
    .record({
      status: fc.constantFrom<TossPayment['status']>(...CASES.map(({ says }) => says)),
      paymentKey: fc.constantFrom('key-1', 'key-2'),
      parts: fc.array(fc.integer({ min: 1, max: 9_000 }), { maxLength: 45 }),
    })
    .map(({ status, paymentKey, parts }): News => {
      let left = ORDER.amount
      const cancels = parts.flatMap((part, index) => {
        const amount = Math.min(part, left)
        left -= amount
        return amount > 0 ? [cancel(`${paymentKey}-${index}`, amount, index)] : []
      })
      const canceled = status === 'CANCELED' || status === 'PARTIAL_CANCELED' ? cancels : []
      return toss({ status, paymentKey, cancels: canceled, virtualAccount: ACCOUNT })
    })
  const events = fc.array(
    fc.oneof(
      news,
      fc.constant(refusal),
      fc.boolean().map((isReturned): News => ({ from: 'return', paymentKey: 'key-1', isReturned })),
    ),
    { maxLength: 8 },
  )

  it('tokens are credited once and taken back at most once, and the balance is never negative', () => {
    fc.assert(
      fc.property(events, fc.nat(500), (all, balance) => {
        let state = stateOf({}, { balance })
        const moves: string[] = []
        for (const each of all) {
          const wasCredited = isCredited(state.order)
          const { state: next, steps } = carriedOut(state, each)
          for (const { step } of steps) {
            expect(step?.moves.length ?? 0).toBeLessThanOrEqual(CANCELS_AT_ONCE + 1)
            for (const move of step?.moves ?? [])
              moves.push(move.kind === 'purchase' ? 'purchase' : reversalName(ORDER.order_id, move.transactionKey))
          }
          state = next
          expect(state.balance).toBeGreaterThanOrEqual(0)
          // A credit is never undone, and only Toss's DONE or PARTIAL_CANCELED makes one.
          if (wasCredited) expect(isCredited(state.order)).toBe(true)
          else if (isCredited(state.order))
            expect(each).toMatchObject({ from: 'toss', payment: { status: expect.stringMatching(/^(DONE|PARTIAL)/) } })
        }
        expect(new Set(moves).size).toBe(moves.length)
        const { order } = state
        if (isCredited(order)) {
          const due = tokensOfAmount(order, order.canceled_amount ?? 0)
          expect((state.balance ?? 0) + due - (order.unrecovered_tokens ?? 0)).toBe(balance + order.tokens)
        } else expect(state.balance).toBe(balance)
      }),
    )
  })

  it('a report that was already applied changes nothing', () => {
    fc.assert(
      fc.property(events, news, fc.option(fc.nat(500), { nil: undefined }), (all, last, balance) => {
        let state = stateOf({}, { balance })
        for (const each of [...all, last]) state = carriedOut(state, each).state
        const again = decide(state, last, AT)
        expect(again.step).toBeUndefined()
        expect(again.next ?? 'return-money').toBe('return-money')
      }),
    )
  })
})
