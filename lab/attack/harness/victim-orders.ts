import * as z from 'zod'

const tableNames = z.object({
  users: z.string(),
  service: z.string(),
  ledger: z.string(),
  archive: z.string(),
  payments: z.string(),
  logs: z.string(),
})

/** How a life ends, once it has lasted `afterMs`: around one of its next mails, or at any time until `atLatestMs`. */
export const doom = z.object({ afterMs: z.number(), mails: z.int(), withinMs: z.number(), atLatestMs: z.number() })
export type Doom = z.infer<typeof doom>

/** What a life of the service is started with. */
export const settings = z.object({
  assembly: z.string(),
  folder: z.string(),
  port: z.int(),
  control: z.string(),
  /** Names of the tables, known after the first life; without them no time passes. */
  tables: tableNames.optional(),
  /** Milliseconds that have passed since the last life. */
  passedMs: z.number(),
  seed: z.int(),
  doom: doom.optional(),
  /** Executions of all functions at once, from which on Lambda throttles. */
  concurrency: z.int().optional(),
  /** The engines throttle every so many calls. */
  throttleEvery: z.int().optional(),
})
export type Settings = z.infer<typeof settings>

const id = z.int()
/** What the parent asks of a life. */
export const order = z.discriminatedUnion('order', [
  z.object({ order: z.literal('rule'), id, name: z.string() }),
  z.object({ order: z.enum(['mails', 'running', 'objects', 'memory', 'rss', 'throttled', 'stop']), id }),
])
export type Order = z.infer<typeof order>

/** The first report of a life. */
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
/** The answer to an order. */
export const reply = z.object({ id, value: z.unknown().optional(), error: z.string().optional() })
export type Report = z.infer<typeof ready> | z.infer<typeof reply>

export const mailList = z.array(z.object({ to: z.array(z.string()), subject: z.string(), text: z.string() }))
export const memory = z.object({ rss: z.number(), heapUsed: z.number() })
