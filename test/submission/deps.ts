import { randomUUID } from 'node:crypto'
import { registersOf } from '../../lambdas/contract/archive-entry.ts'
import type { SubmissionDeps, Submitter } from '../../lambdas/submission/submission-deps.ts'
import { YoutubeDataError, type YoutubeVideo } from '../../lambdas/submission/youtube-data.ts'
import { openMachines, type TestMachines } from '../support/machines.ts'
import type { TestMedia } from '../support/media.ts'
import type { TestTables } from '../support/tables.ts'
import { NOW } from '../support/users.ts'

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

export const submitterOf = (uid: string, id: string = randomUUID()): Submitter => ({ uid, id })
