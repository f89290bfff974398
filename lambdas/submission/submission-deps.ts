import { SFNClient } from '@aws-sdk/client-sfn'
import * as z from 'zod'
import { type Register, registersOf } from '../contract/archive-entry.ts'
import { ApiError } from '../contract/errors.ts'
import type { EveryRouteName } from '../contract/every-route.ts'
import { isoNow } from '../contract/time.ts'
import { type BaseDeps, baseDeps } from '../records/base-deps.ts'
import type { CreatingRequest } from '../records/requests.ts'
import { readEnvironment } from '../runtime/environment.ts'
import type { Machine } from '../runtime/executions.ts'
import { secretReaderFromEnvironment } from '../runtime/secrets.ts'
import { type YoutubeData, youtubeData } from './youtube-data.ts'

/** Dependencies of the submission routes. */
export interface SubmissionDeps extends BaseDeps {
  /** The workflow of a video. */
  machine: Machine
  youtube: YoutubeData
  /** Whether the operator allows fetching from YouTube. */
  youtubeFetch: boolean
  /** Registers that the deployment's translator can tell apart. */
  registers: readonly Register[]
}

/** The submitting user, and the idempotency key that the page or the program generated. */
export interface Submitter {
  uid: string
  id: string
  /** Id of the program's key. */
  key?: string
}

/** A request body of the page; `/api/v1` adds the maximum tokens that it may cost. */
export type WithCeiling<Body> = Body & { maxTokens?: number | undefined }

export function buildRequest(
  deps: SubmissionDeps,
  { uid, id }: Submitter,
  route: EveryRouteName,
  body: unknown,
): CreatingRequest {
  return { uid, id, route, body, at: isoNow(deps) }
}

/**
 * The part of a submission's body that a repeated request must share. Of the group it has only the id: the page
 * announces another size in the repetition if a member was left out in the meantime.
 */
export function withoutAnnouncement<Body extends { group?: { id: string } | undefined }>({ group, ...rest }: Body) {
  return { ...rest, ...(group && { group: group.id }) }
}

/**
 * The register to translate into.
 * @throws ApiError BAD_REQUEST if the translator does not offer the wanted one.
 */
export function requireRegister({ registers }: SubmissionDeps, wanted: Register): Register {
  if (!registers.includes(wanted)) throw new ApiError('BAD_REQUEST')
  return wanted
}

const youtubeSecret = z.object({ apiKey: z.string() })

export function submissionDepsFromEnvironment(): SubmissionDeps {
  const environment = readEnvironment(
    'STATE_MACHINE_ARN',
    'TRANSLATOR',
    'YOUTUBE_FETCH',
    'YOUTUBE_SECRET',
    'YOUTUBE_API_URL',
  )
  const readSecret = secretReaderFromEnvironment()
  return {
    ...baseDeps(),
    machine: { client: new SFNClient(), arn: environment.STATE_MACHINE_ARN },
    youtube: youtubeData({
      fetch,
      apiUrl: environment.YOUTUBE_API_URL,
      apiKey: async () => youtubeSecret.parse(JSON.parse(await readSecret(environment.YOUTUBE_SECRET))).apiKey,
    }),
    youtubeFetch: environment.YOUTUBE_FETCH === 'on',
    registers: registersOf(environment.TRANSLATOR),
  }
}
