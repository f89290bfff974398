import { setTimeout as wait } from 'node:timers/promises'
import { type ArchiveEntry, isOpen } from '../../../lambdas/contract/archive-entry.ts'
import { readEntry } from '../../../lambdas/records/archive.ts'
import type { Cloud } from '../../../local/cloud/options.ts'
import type { Visitor } from '../../../test/support/visitor.ts'
import { benchTables } from './bench-cloud.ts'
import { uploadMade } from './made-video.ts'

const LONGEST_MS = 60_000

/** Uploads a synthetic video of `seconds` as a user does, and returns its entry once the subtitle is delivered. */
export async function finishedVideo(cloud: Cloud, person: Visitor, seconds: number): Promise<ArchiveEntry> {
  const entry = await uploadMade(person, seconds)
  for (const until = Date.now() + LONGEST_MS; Date.now() < until; await wait(50)) {
    const found = await readEntry(benchTables(cloud), { uid: person.uid, key: entry.key })
    if (found && !isOpen(found.status) && !found.open_since) return found
  }
  throw new Error(`the video was not finished within ${LONGEST_MS / 1000} s`)
}
