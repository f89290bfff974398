import type { Register } from '../contract/archive-entry.ts'
import { ApiError } from '../contract/errors.ts'
import { offeredRegister } from '../contract/registers.ts'
import type { RouteName } from '../contract/routes.ts'
import type { CreatingRequest } from '../records/requests.ts'
import type { Tables } from '../records/tables.ts'
import type { Machine } from '../runtime/executions.ts'
import type { MediaBucket } from '../runtime/media-bucket.ts'
import type { YoutubeData } from './youtube-data.ts'

/** What the routes of this room work with. */
export interface SubmissionRoom {
  tables: Tables
  media: MediaBucket
  /** The workflow of a video. */
  machine: Machine
  youtube: YoutubeData
  /** Whether the operator allows fetching from YouTube. */
  youtubeFetch: boolean
  /** Registers that the deployment's translator can hold apart. */
  registers: readonly Register[]
  /** Epoch milliseconds. */
  now: () => number
}

/** Who submits, and the page's UUID. */
export interface Submitter {
  uid: string
  id: string
}

export function requestOf(
  room: SubmissionRoom,
  { uid, id }: Submitter,
  route: RouteName,
  body: unknown,
): CreatingRequest {
  return { uid, id, route, body, at: isoNow(room) }
}

/** @throws ApiError BAD_REQUEST where the translator cannot speak so. */
export function requireRegister({ registers }: SubmissionRoom, wanted: Register): Register {
  const offered = offeredRegister(wanted, registers)
  if (!offered) throw new ApiError('BAD_REQUEST')
  return offered
}

export function isoNow({ now }: SubmissionRoom): string {
  return new Date(now()).toISOString()
}
