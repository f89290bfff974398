import { isOpen } from '../../contract/archive-entry.ts'
import { tokenCost } from '../../contract/pricing.ts'
import { BusinessError } from '../../runtime/step.ts'
import { logRow } from '../activity-log.ts'
import { type EntryRef, readEntry } from '../archive.ts'
import { OPEN, type Tables } from '../tables.ts'
import { update } from '../transaction.ts'
import { book, readMovement } from './balance.ts'

/** Tokens charged once the true length is known. */
export interface Settled {
  usedToken: number
}

/**
 * Charges an open entry by its probed length: takes or gives back the difference to the hold, once.
 * `at` is an ISO time. A second call answers as the first; `undefined` where the entry is closed or gone.
 * @throws BusinessError INSUFFICIENT_TOKENS where the balance does not cover the difference.
 */
export async function settle(
  tables: Tables,
  { uid, key }: EntryRef,
  { durationSeconds, at }: { durationSeconds: number; at: string },
): Promise<Settled | undefined> {
  return book<Settled | undefined>(tables, uid, async user => {
    const entry = await readEntry(tables, { uid, key })
    if (!entry || !isOpen(entry.status)) return { answer: undefined }
    if (await readMovement(tables, uid, `settle#${key}`)) return { answer: { usedToken: entry.used_token } }
    const usedToken = tokenCost(durationSeconds)
    const amount = entry.used_token - usedToken
    if (user.token + amount < 0)
      throw new BusinessError('INSUFFICIENT_TOKENS', `the probed length costs ${-amount} tokens more than held`)
    const log = { uid, action: 'settle', details: { key, held: entry.used_token, usedToken }, at } as const
    return {
      movements: [{ movement: `settle#${key}`, amount, note: entry.title }],
      at,
      writes: [
        update(
          tables.archive,
          { uid, key },
          { set: { used_token: usedToken, duration_seconds: durationSeconds } },
          { equals: { open: OPEN, used_token: entry.used_token } },
        ),
        logRow(tables, { ...log, before: user.token, after: user.token + amount }),
      ],
      result: { usedToken },
    }
  })
}
