import { paginateQuery } from '@aws-sdk/lib-dynamodb'
import { limitReached } from '../../contract/errors.ts'
import {
  DAY_SUBMISSIONS,
  type DayBudget,
  NEW_USER_SECONDS,
  refundedSecondsADay,
  type Standing,
} from '../../contract/limits.ts'
import { movement } from '../../contract/movement.ts'
import { koreanDay, nextKoreanMidnight } from '../../contract/time.ts'
import { log } from '../../runtime/log.ts'
import type { Change, Condition } from '../expression.ts'
import type { Tables } from '../tables.ts'
import type { User } from '../users.ts'

/** The user's share of the daily budget used so far; `at` is an ISO time. */
function usedOn(user: User, at: string): DayBudget {
  const isToday = user.day === koreanDay(Date.parse(at))
  return {
    submissions: isToday ? user.day_submissions : 0,
    refundedSeconds: isToday ? user.day_refunded_seconds : 0,
  }
}

/** Counts something on the user's day within a booking, which is refused if another writer has begun a new day. */
export function countedOnDay(
  user: User,
  added: DayBudget,
  at: string,
): { set: NonNullable<Change['set']>; when: Condition } {
  const used = usedOn(user, at)
  const { day, day_submissions, day_refunded_seconds } = user
  const counters = { day_submissions, day_refunded_seconds }
  return {
    set: {
      day: koreanDay(Date.parse(at)),
      day_submissions: used.submissions + added.submissions,
      day_refunded_seconds: used.refundedSeconds + added.refundedSeconds,
    },
    when: day === undefined ? { absent: ['day'] } : { equals: { day, ...counters } },
  }
}

/**
 * Refuses a submission or a retry once the daily budget is spent. Only then are the user's purchases read, because most
 * days end far below the smallest budget. An alarm reports a user who is stopped by refunded failures.
 * @throws ApiError TOO_MANY_TODAY, TOO_MUCH_REFUNDED; both state when the next day begins.
 */
export async function refuseSpentDay(tables: Tables, user: User, at: string): Promise<void> {
  const used = usedOn(user, at)
  const now = Date.parse(at)
  const isNew = now - Date.parse(user.created_at) < NEW_USER_SECONDS * 1000
  if (!spent(used, isNew ? 'new' : 'unpaid', 0)) return
  const bought = await boughtTokens(tables, user.uid)
  const standing = bought > 0 ? 'paid' : isNew ? 'new' : 'unpaid'
  const code = spent(used, standing, bought)
  if (!code) return
  if (code === 'TOO_MUCH_REFUNDED') log('error', 'refund', 'a user is stopped by refunded failures', { uid: user.uid })
  const reason =
    code === 'TOO_MANY_TODAY'
      ? `하루에 영상과 자막을 합쳐 ${DAY_SUBMISSIONS[standing]}개까지 맡길 수 있어요.`
      : undefined
  throw limitReached(code, { until: nextKoreanMidnight(now), now, reason })
}

function spent(
  { submissions, refundedSeconds }: DayBudget,
  standing: Standing,
  bought: number,
): 'TOO_MANY_TODAY' | 'TOO_MUCH_REFUNDED' | undefined {
  if (refundedSeconds >= refundedSecondsADay(bought)) return 'TOO_MUCH_REFUNDED'
  return submissions >= DAY_SUBMISSIONS[standing] ? 'TOO_MANY_TODAY' : undefined
}

/** Tokens of all purchases and of the operator's grants, less what cancellations took back. */
export async function boughtTokens(tables: Tables, uid: string): Promise<number> {
  let sum = 0
  for (const kind of ['purchase#', 'grant#', 'reversal#']) {
    const pages = paginateQuery(tables, {
      TableName: tables.ledger,
      KeyConditionExpression: '#uid = :uid AND begins_with(#movement, :kind)',
      ExpressionAttributeNames: { '#uid': 'uid', '#movement': 'movement' },
      ExpressionAttributeValues: { ':uid': uid, ':kind': kind },
      ConsistentRead: true,
    })
    for await (const { Items = [] } of pages) for (const item of Items) sum += movement.parse(item).amount
  }
  return sum
}
