import type { Order } from '../contract/order.ts'
import { dateAndTime } from '../contract/time.ts'
import { orderName } from '../records/ledger/index.ts'
import { emailLayout, type Facts, FOR_OPERATOR, footerWithHelp, type Message } from '../runtime/email.ts'

/** Section of the page that lists the orders. */
export const HISTORY_PATH = '/account#receipts-title'

const won = (amount: number): string => `${amount.toLocaleString('ko-KR')}원`
const count = (tokens: number): string => `${tokens.toLocaleString('ko-KR')}개`

function moment(iso: string): string {
  const { date, time } = dateAndTime(iso)
  return `${date} ${time}`
}

/** Tokens credited. */
export function buildPaidMessage(order: Order, { balance, siteUrl }: { balance: number; siteUrl: string }): Message {
  const { order_id, amount, tokens, method, paid_at, receipt_url } = order
  const facts: Facts = [
    ['상품', orderName(order)],
    ['결제 금액', won(amount)],
    ...(method === undefined ? [] : [['결제 수단', method] as const]),
    ...(paid_at === undefined ? [] : [['결제 시간', moment(paid_at)] as const]),
    ['주문 번호', order_id],
    ...(receipt_url === undefined ? [] : [['영수증', '영수증 보기', receipt_url] as const]),
  ]
  return {
    subject: `토큰 ${count(tokens)}를 충전했어요`,
    ...emailLayout({
      title: `토큰 ${count(tokens)}를 충전했어요`,
      lines: [
        `지금 보유 토큰은 ${count(balance)}예요.`,
        facts,
        '하나도 쓰지 않은 토큰은 산 날부터 7일 안에 환불받을 수 있어요.',
      ],
      button: { text: '영상 올리러 가기', url: siteUrl },
      footer: footerWithHelp(siteUrl),
    }),
  }
}

/** Virtual account to pay into, with its deadline. */
export function buildWaitingMessage(order: Order, siteUrl: string): Message {
  const { amount, order_id, virtual_account: account } = order
  const facts: Facts = [
    ...(account ? [['입금할 계좌', `${account.bank} ${account.number}`] as const] : []),
    ['입금할 금액', won(amount)],
    ...(account ? [['입금 기한', moment(account.due)] as const] : []),
    ['주문 번호', order_id],
  ]
  return {
    subject: `${orderName(order)} 입금을 기다리고 있어요`,
    ...emailLayout({
      title: '아래 계좌로 입금해 주세요',
      lines: [facts, '입금을 확인하면 바로 토큰을 충전하고 이메일로 알려 드려요.'],
      button: { text: '결제 내역 보기', url: `${siteUrl}${HISTORY_PATH}` },
      footer: footerWithHelp(siteUrl),
    }),
  }
}

const SLOW_CARDS = '카드사에 따라 돌려받기까지 며칠 걸릴 수 있어요.'

/** Payment cancelled, in part or in full. */
export function buildCanceledMessage(order: Order, { taken, siteUrl }: { taken: number; siteUrl: string }): Message {
  const canceled = order.canceled_amount ?? order.amount
  const what = canceled >= order.amount ? '결제를 취소했어요' : '결제를 일부 취소했어요'
  return {
    subject: `${orderName(order)} ${what}`,
    ...emailLayout({
      title: what,
      lines: [
        canceled >= order.amount
          ? `${won(canceled)}을 취소했어요. ${SLOW_CARDS}`
          : `결제한 ${won(order.amount)} 가운데 ${won(canceled)}을 취소했어요. ${SLOW_CARDS}`,
        ...(taken > 0 ? [`취소한 만큼 토큰 ${count(taken)}를 회수했어요.`] : []),
        [['주문 번호', order.order_id]],
      ],
      button: { text: '결제 내역 보기', url: `${siteUrl}${HISTORY_PATH}` },
      footer: footerWithHelp(siteUrl),
    }),
  }
}

/** To the operator: a payment was cancelled whose tokens were spent, or are held by videos in progress. */
export function buildUnrecoveredMessage(
  { order_id, uid, unrecovered_tokens = 0, canceled_amount = 0 }: Order,
  openVideos: number,
): Message {
  return {
    subject: `[결제 취소] 회수하지 못한 토큰 ${count(unrecovered_tokens)}`,
    ...emailLayout({
      title:
        openVideos > 0 ? '취소된 결제의 토큰이 만들고 있는 영상에 묶여 있어요' : '취소된 결제의 토큰이 이미 쓰였어요',
      lines: [
        `취소된 금액은 모두 ${won(canceled_amount)}, 회수하지 못한 토큰은 ${count(unrecovered_tokens)}예요.`,
        openVideos > 0
          ? `지금 만들고 있는 영상이 ${count(openVideos)} 있어요. 돌아오는 토큰은 먼저 회수하고 다시 알려 드려요.`
          : '돌아올 토큰이 없어요. 만들고 있는 영상이 없어요.',
        [
          ['주문 번호', order_id],
          ['회원 번호', uid],
          ['살펴보기', `npm run ops -- user ${uid}`],
        ],
      ],
      footer: FOR_OPERATOR,
    }),
  }
}

const CAUSES: Record<string, string> = {
  refund: '실패했거나 지운 영상에서 돌아온 토큰이에요.',
  settle: '맡긴 것보다 짧은 영상에서 돌아온 토큰이에요.',
}

/**
 * To the operator: tokens that a cancellation could not take were returned to the user and have now been taken. `cause`
 * is the movement that returned them.
 */
export function buildRecoveredMessage(
  { order_id, uid, unrecovered_tokens = 0 }: Order,
  { taken, cause }: { taken: number; cause: string },
): Message {
  const [kind = ''] = cause.split('#')
  return {
    subject: `[결제 취소] 다시 회수한 토큰 ${count(taken)}`,
    ...emailLayout({
      title: '취소된 결제의 토큰을 회수했어요',
      lines: [
        `${CAUSES[kind] ?? '돌아온 토큰이에요.'} 회수한 토큰은 ${count(taken)}, 아직 회수하지 못한 토큰은 ${count(unrecovered_tokens)}예요.`,
        [
          ['주문 번호', order_id],
          ['회원 번호', uid],
          ['살펴보기', `npm run ops -- user ${uid}`],
        ],
      ],
      footer: FOR_OPERATOR,
    }),
  }
}

/** To the operator: the payment of a user who has left could not be returned automatically. */
export function buildUncreditedMessage({ order_id, uid, amount }: Order): Message {
  return {
    subject: `[결제 확인] 탈퇴한 회원이 낸 ${won(amount)}`,
    ...emailLayout({
      title: '탈퇴한 회원의 결제를 돌려주지 못했어요',
      lines: [
        `${won(amount)}을 상점 관리자에서 직접 취소해 주세요.`,
        [
          ['주문 번호', order_id],
          ['회원 번호', uid],
        ],
      ],
      footer: FOR_OPERATOR,
    }),
  }
}

/** To the operator: the payment of an order has another amount, so the order was ended without a credit. */
export function buildDifferingMessage({ order_id, uid, amount, payment_key, failure }: Order): Message {
  return {
    subject: `[결제 확인] 주문과 다른 금액: ${order_id}`,
    ...emailLayout({
      title: '주문과 결제의 금액이 달라요',
      lines: [
        `주문한 금액은 ${won(amount)}이에요. ${failure?.message ?? ''}`,
        '상점 관리자에서 이 결제를 취소해 주세요. 토큰을 대신 드리려면 npm run ops -- grant를 쓰세요.',
        [
          ['결제 키', payment_key ?? '없음'],
          ['주문 번호', order_id],
          ['회원 번호', uid],
        ],
      ],
      footer: FOR_OPERATOR,
    }),
  }
}
