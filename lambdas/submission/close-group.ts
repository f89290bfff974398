import { ApiError } from '../contract/errors.ts'
import { submissionGroup } from '../contract/group.ts'
import { ALLOWANCES } from '../contract/limits.ts'
import { isoNow } from '../contract/time.ts'
import { closeGroup as closeRow } from '../records/groups.ts'
import { spendAllowance } from '../records/service-rows.ts'
import { requireAccount } from '../records/users.ts'
import type { SubmissionDeps } from './submission-deps.ts'

/**
 * Records that fewer members of a group were submitted than announced, so that its email does not wait for the others.
 * @throws ApiError NO_USER, TOO_MANY_REQUESTS, or BAD_REQUEST if `id` is no UUID.
 */
export async function closeGroup(
  deps: SubmissionDeps,
  { uid, id, size }: { uid: string; id: string; size: number },
): Promise<Record<string, never>> {
  if (!submissionGroup.shape.id.safeParse(id).success) throw new ApiError('BAD_REQUEST')
  const { tables } = deps
  const at = isoNow(deps)
  await requireAccount(tables, uid)
  await spendAllowance(tables, uid, ALLOWANCES.closeGroup, at)
  await closeRow(tables, uid, id, size, at)
  return {}
}
