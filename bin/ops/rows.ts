import * as z from 'zod'

/** A person's row; the table's other rows have reserved prefixes and no customer key. */
export const account = z.object({
  uid: z.string(),
  email: z.string().optional(),
  name: z.string(),
  token: z.int(),
  archive_count: z.int(),
  open_submissions: z.int(),
  customer_key: z.string(),
  suspended: z.string().optional(),
  created_at: z.string(),
})
export type Account = z.infer<typeof account>

/** A row of the activity log. */
export const logRow = z.object({
  uid: z.string(),
  at: z.string(),
  action: z.string(),
  details: z.record(z.string(), z.unknown()),
  before: z.unknown(),
  after: z.unknown(),
  timestamp: z.string(),
})
export type LogRow = z.infer<typeof logRow>
