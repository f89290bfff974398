import * as z from 'zod'
import type { Storage } from './context.ts'

const DAY_MS = 24 * 60 * 60 * 1000

const ruleSchema = z.strictObject({
  Id: z.string().optional(),
  Status: z.enum(['Enabled', 'Disabled']),
  Prefix: z.string().default(''),
  ExpirationInDays: z.coerce.number().int().positive().optional(),
  AbortIncompleteMultipartUpload: z
    .strictObject({ DaysAfterInitiation: z.coerce.number().int().positive() })
    .optional(),
})
const lifecycleSchema = z.looseObject({ Rules: z.array(ruleSchema) }).optional()

type LifecycleRule = z.output<typeof ruleSchema>

/**
 * Rules of a `LifecycleConfiguration` property of AWS::S3::Bucket: expiry in days and the end of incomplete uploads, by
 * prefix. Anything else (transitions, tags, versions) is refused: it would be believed and not done.
 */
export function lifecycleRules(configuration: unknown): LifecycleRule[] {
  return (lifecycleSchema.parse(configuration)?.Rules ?? []).filter(rule => rule.Status === 'Enabled')
}

/** S3 adds the days and rounds up to the next midnight UTC ("Lifecycle rules: based on an object's age"). */
export function expiryOf(since: number, days: number): number {
  return Math.ceil((since + days * DAY_MS) / DAY_MS) * DAY_MS
}

/** Deletes what the rules of each bucket say has had its time at `now`. */
export async function sweep(
  storage: Storage,
  rulesOf: (bucket: string) => LifecycleRule[],
  now: number,
): Promise<void> {
  const { catalog, content } = storage
  for (const bucket of catalog.buckets()) {
    const rules = rulesOf(bucket)
    const isOver = (key: string, since: number, daysOf: (rule: LifecycleRule) => number | undefined): boolean =>
      rules.some(rule => {
        const days = daysOf(rule)
        return days !== undefined && key.startsWith(rule.Prefix) && expiryOf(since, days) <= now
      })
    const expired = [...catalog.from(bucket, '')].filter(object =>
      isOver(object.key, object.modified, rule => rule.ExpirationInDays),
    )
    for (const object of expired) {
      catalog.remove(bucket, object.key)
      await content.remove(object.segments)
    }
    for (const upload of catalog.uploads(bucket)) {
      if (!isOver(upload.key, upload.initiated, rule => rule.AbortIncompleteMultipartUpload?.DaysAfterInitiation))
        continue
      const parts = catalog.parts(upload.id)
      catalog.endUpload(upload.id)
      await content.remove(parts)
    }
  }
}
