import { GetCommand } from '@aws-sdk/lib-dynamodb'
import * as z from 'zod'
import { ApiError } from '../contract/errors.ts'
import type { Tables } from './tables.ts'
import { update, write } from './transaction.ts'

const SWITCHES = 'service#switches'

/** What the operator has stopped, each with the reason that people read. */
const switches = z.object({
  /** No new submissions. */
  stopped: z.string().optional(),
  /** None from YouTube. */
  youtubeStopped: z.string().optional(),
})
export type Switches = z.infer<typeof switches>

export async function readSwitches(tables: Tables): Promise<Switches> {
  const { Item } = await tables.client.send(
    new GetCommand({ TableName: tables.users, Key: { uid: SWITCHES }, ConsistentRead: true }),
  )
  return switches.parse(Item ?? {})
}

/** Stops with a reason, or starts again where it is `undefined`. */
export async function setSwitch(tables: Tables, name: keyof Switches, reason: string | undefined): Promise<void> {
  const change = reason === undefined ? { remove: [name] } : { set: { [name]: reason } }
  await write(tables, update(tables.users, { uid: SWITCHES }, change))
}

/** @throws ApiError STOPPED or YOUTUBE_OFF with the operator's reason. */
export async function refuseStopped(tables: Tables, type: 'video' | 'youtube'): Promise<void> {
  const { stopped, youtubeStopped } = await readSwitches(tables)
  if (stopped !== undefined) throw new ApiError('STOPPED', { message: stopped || undefined })
  if (type === 'youtube' && youtubeStopped !== undefined)
    throw new ApiError('YOUTUBE_OFF', { message: youtubeStopped || undefined })
}
