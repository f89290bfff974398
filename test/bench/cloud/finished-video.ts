import { setTimeout as wait } from 'node:timers/promises'
import { type ArchiveEntry, isOpen } from '../../../lambdas/contract/archive-entry.ts'
import { readEntry } from '../../../lambdas/records/archive.ts'
import type { Cloud } from '../../../local/cloud/options.ts'
import type { Visitor } from '../../support/visitor.ts'
import { benchTables } from './bench-cloud.ts'
import { madeVideo } from './made-video.ts'

const LONGEST_MS = 60_000

/** Uploads a made video of so many seconds as a person does, and gives its entry once the subtitle is delivered. */
export async function finishedVideo(cloud: Cloud, person: Visitor, seconds: number): Promise<ArchiveEntry> {
  const bytes = await madeVideo(seconds)
  const { entry, post } = await person.api('submitVideo', {
    body: { filename: 'talk.mp4', size: bytes.length, type: 'video/mp4', durationSeconds: seconds },
  })
  if (!post) throw new Error(`${bytes.length} bytes do not fit a single form`)
  const form = new FormData()
  for (const [name, value] of Object.entries(post.fields)) form.append(name, value)
  form.append('file', new Blob([bytes], { type: 'video/mp4' }), 'talk.mp4')
  const sent = await fetch(post.url, { method: 'POST', body: form })
  if (!sent.ok) throw new Error(`the upload was refused: ${await sent.text()}`)
  for (const until = Date.now() + LONGEST_MS; Date.now() < until; await wait(50)) {
    const found = await readEntry(benchTables(cloud), { uid: person.uid, key: entry.key })
    if (found && !isOpen(found.status) && !found.open_since) return found
  }
  throw new Error(`the video was not finished within ${LONGEST_MS / 1000} s`)
}
