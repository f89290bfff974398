import { randomUUID } from 'node:crypto'
import { registersOf } from '../../lambdas/contract/archive-entry.ts'
import type { SubmissionRoom, Submitter } from '../../lambdas/submission/submission-room.ts'
import { YoutubeDataError, type YoutubeVideo } from '../../lambdas/submission/youtube-data.ts'
import { openMachines, type TestMachines } from '../support/machines.ts'
import type { TestMedia } from '../support/media.ts'
import { NOW } from '../support/people.ts'
import type { TestTables } from '../support/tables.ts'

export interface TestRoom {
  room: SubmissionRoom
  machines: TestMachines
  /** What YouTube knows, by id: a video, or why there is none. */
  videos: Map<string, YoutubeVideo | YoutubeDataError>
  /** Ids that YouTube was asked for. */
  asked: string[]
  clock: { now: number }
}

export function openRoom({ tables }: Pick<TestTables, 'tables'>, { media }: Pick<TestMedia, 'media'>): TestRoom {
  const machines = openMachines()
  const videos: TestRoom['videos'] = new Map()
  const asked: string[] = []
  const clock = { now: NOW }
  const room: SubmissionRoom = {
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
  return { room, machines, videos, asked, clock }
}

export const submitterOf = (uid: string, id: string = randomUUID()): Submitter => ({ uid, id })
