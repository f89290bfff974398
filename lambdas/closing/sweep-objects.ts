import { SUBTITLES } from '../contract/media-objects.ts'
import { listEntries } from '../records/archive.ts'
import type { BaseDeps } from '../records/base-deps.ts'
import { log } from '../runtime/log.ts'
import { listFolders, removePrefix } from '../runtime/media-bucket.ts'
import { inParallel } from '../runtime/parallel.ts'

const HOUR_MS = 60 * 60 * 1000
/** User ids are UUIDs: each of the first 16 hours of a day checks those with one first digit. */
const DIGITS = '0123456789abcdef'
/** Interval of the sweeper's schedule; the first round of an hour checks objects. */
const ROUND_MS = 5 * 60 * 1000
/** Younger objects are skipped. An entry is written before its objects, so this only allows for clocks that differ. */
const UNTOUCHED_MS = HOUR_MS
/** Users checked concurrently. */
const AT_ONCE = 20
/** Length of an entry's key, with which the name of each of its objects begins. */
const KEY_LENGTH = 14

/**
 * Removes objects without an entry, for example files of a save that ended while its entry or account was being deleted.
 * Videos and work files expire on their own. Each user is checked once a day.
 */
export async function sweepObjects({ tables, media, now }: BaseDeps): Promise<{ removed: number }> {
  const time = now()
  const digit = DIGITS[new Date(time).getUTCHours()]
  if (digit === undefined || time % HOUR_MS >= ROUND_MS) return { removed: 0 }
  let removed = 0
  const sweepFolder = async (folder: string) => {
    const uid = folder.slice(SUBTITLES.length, -1)
    const entries = new Set<string>()
    for await (const { key } of listEntries(tables, uid)) entries.add(key)
    const count = await removePrefix(media, folder, ({ key, at }) => {
      const isNamed = entries.has(key.slice(folder.length, folder.length + KEY_LENGTH))
      return !isNamed && time - at.getTime() > UNTOUCHED_MS
    })
    if (count > 0) log('warn', 'account', 'objects without an entry removed', { uid, objects: count })
    removed += count
  }
  for await (const folders of listFolders(media, `${SUBTITLES}${digit}`))
    await inParallel(folders, AT_ONCE, sweepFolder)
  return { removed }
}
