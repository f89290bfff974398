import { createHash } from 'node:crypto'
import { ALLOWANCES } from '../contract/limits.ts'
import { scriptKey } from '../contract/media-objects.ts'
import type { RouteResponse } from '../contract/routes.ts'
import type { Script } from '../contract/script.ts'
import { isoNow } from '../contract/time.ts'
import { spendAllowance } from '../records/service-rows.ts'
import { requireUser } from '../records/users.ts'
import { writeJson } from '../runtime/media-bucket.ts'
import type { SubmissionDeps } from './submission-deps.ts'

/**
 * Stores a script and returns its id, which the submission of the video then states. It expires like the video.
 * @throws ApiError NO_USER, SUSPENDED, TOO_MANY_REQUESTS
 */
export async function storeScript(
  deps: SubmissionDeps,
  uid: string,
  script: Script,
): Promise<RouteResponse<'storeScript'>> {
  await requireUser(deps.tables, uid)
  await spendAllowance(deps.tables, uid, ALLOWANCES.script, isoNow(deps))
  const id = createHash('sha256').update(JSON.stringify(script)).digest('base64url').slice(0, 22)
  await writeJson(deps.media, scriptKey(uid, id), script)
  return { id }
}
