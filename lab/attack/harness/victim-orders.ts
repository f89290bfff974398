import * as z from 'zod'
import { mapTables } from '../../../lambdas/contract/tables.ts'

const tableNames = z.object(mapTables(() => z.string()))

/** How a process ends after `afterMs`: around one of its next emails, or at a random time before `atLatestMs`. */
const doom = z.object({ afterMs: z.number(), emails: z.int(), withinMs: z.number(), atLatestMs: z.number() })
export type Doom = z.infer<typeof doom>

/** Settings of a process of the service. */
export const settings = z.object({
  assembly: z.string(),
  folder: z.string(),
  port: z.int(),
  control: z.string(),
  /** Names of the tables, known after the first start; without them no time passes. */
  tables: tableNames.optional(),
  /** Milliseconds to pass since the last process. */
  passedMs: z.number(),
  seed: z.int(),
  doom: doom.optional(),
})
export type Settings = z.infer<typeof settings>

const id = z.int()
/** Requests from the parent to the service's process. */
export const order = z.discriminatedUnion('order', [
  z.object({ order: z.literal('rule'), id, name: z.string() }),
  z.object({ order: z.enum(['emails', 'running', 'objects', 'stop']), id }),
])
export type Order = z.infer<typeof order>

/** The first report of a process. */
export const ready = z.object({
  siteUrl: z.string(),
  awsUrl: z.string(),
  clientSettings: z.object({
    endpoint: z.string(),
    region: z.string(),
    credentials: z.object({ accessKeyId: z.string(), secretAccessKey: z.string() }),
    forcePathStyle: z.boolean(),
  }),
  tables: tableNames,
})
/** The reply to a request. */
export const reply = z.object({ id, value: z.unknown().optional(), error: z.string().optional() })
export type Report = z.infer<typeof ready> | z.infer<typeof reply>

export const emailList = z.array(z.object({ to: z.array(z.string()), subject: z.string(), text: z.string() }))
