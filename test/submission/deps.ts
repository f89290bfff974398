import { randomUUID } from 'node:crypto'
import { beforeEach } from 'vitest'
import { registersOf } from '../../lambdas/contract/archive-entry.ts'
import type { SubmissionDeps, Submitter } from '../../lambdas/submission/submission-deps.ts'
import { YoutubeDataError, type YoutubeVideo } from '../../lambdas/submission/youtube-data.ts'
import { openMachines, type TestMachines } from '../support/machines.ts'
import { setUpMedia, type TestMedia } from '../support/media.ts'
import { setUpTables, type TestTables } from '../support/tables.ts'
import { NOW, newUser } from '../support/users.ts'

export interface TestDeps {
  deps: SubmissionDeps
  machines: TestMachines
  /** What YouTube knows, by id: a video, or why there is none. */
  videos: Map<string, YoutubeVideo | YoutubeDataError>
  /** Ids that YouTube was asked for. */
  asked: string[]
  clock: { now: number }
}

export function openDeps({ tables }: Pick<TestTables, 'tables'>, { media }: Pick<TestMedia, 'media'>): TestDeps {
  const machines = openMachines()
  const videos: TestDeps['videos'] = new Map()
  const asked: string[] = []
  const clock = { now: NOW }
  const deps: SubmissionDeps = {
    tables,
    media,
    machine: machines.machine,
    youtube: {
      async video(id) {
        asked.push(id)
        const known = videos.get(id) ?? new YoutubeDataError('NOT_FOUND', 'no such video')
        if (known instanceof YoutubeDataError) throw known
        return known
      },
    },
    youtubeFetch: true,
    registers: registersOf('amazon-translate'),
    now: () => clock.now,
  }
  return { deps, machines, videos, asked, clock }
}

/** Tables, media and, for each test, new dependencies and a new user. Call it at the top of a file. */
export async function setUpSubmissions(): Promise<TestDeps & { tables: TestTables; media: TestMedia; uid: string }> {
  const [tables, media] = await Promise.all([setUpTables(), setUpMedia()])
  const test = { ...openDeps(tables, media), tables, media, uid: '' }
  beforeEach(async () => {
    Object.assign(test, openDeps(tables, media), { uid: (await newUser(tables.tables)).uid })
  })
  return test
}

export const submitterOf = (uid: string, id: string = randomUUID()): Submitter => ({ uid, id })
