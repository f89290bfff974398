import { SUBTITLES } from '../contract/media-objects.ts'
import type { BaseDeps } from '../records/base-deps.ts'
import { readUser } from '../records/users.ts'
import { log } from '../runtime/log.ts'
import { listFolders, removePrefix } from '../runtime/media-bucket.ts'

const HOUR_MS = 60 * 60 * 1000
/** User ids are UUIDs: each of the first 16 hours of a day looks at those with one first digit. */
const DIGITS = '0123456789abcdef'
/** Interval of the sweeper's schedule; the first round of an hour looks at objects. */
const ROUND_MS = 5 * 60 * 1000
/** Younger objects are skipped. A user's row exists before any object, so this is only for clocks that differ. */
const UNTOUCHED_MS = HOUR_MS
/** Users read concurrently. */
const AT_ONCE = 20

/**
 * Removes subtitles of users who no longer exist, for example files of a save that ended while the account was being
 * closed. Videos and work files expire without help. Each user is looked at once a day.
 */
export async function sweepObjects({ tables, media, now }: BaseDeps): Promise<{ removed: number }> {
  const time = now()
  const digit = DIGITS[new Date(time).getUTCHours()]
  if (digit === undefined || time % HOUR_MS >= ROUND_MS) return { removed: 0 }
  let removed = 0
  const sweepFolder = async (folder: string) => {
    const uid = folder.slice(SUBTITLES.length, -1)
    if (await readUser(tables, uid)) return
    const isOld = ({ at }: { at: Date }) => time - at.getTime() > UNTOUCHED_MS
    const count = await removePrefix(media, folder, isOld)
    if (count > 0) log('warn', 'account', 'objects of a user who no longer exists removed', { uid, objects: count })
    removed += count
  }
  for await (const folders of listFolders(media, `${SUBTITLES}${digit}`))
    for (let first = 0; first < folders.length; first += AT_ONCE)
      await Promise.all(folders.slice(first, first + AT_ONCE).map(sweepFolder))
  return { removed }
}
