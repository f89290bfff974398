import * as z from 'zod'
import type { S3Deps } from './call.ts'

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
 * Reads the enabled rules of the `LifecycleConfiguration` property of AWS::S3::Bucket: days until objects and
 * incomplete uploads expire, by prefix.
 * @throws ZodError for transitions, tags and versions, which are not supported
 */
export function lifecycleRules(configuration: unknown): LifecycleRule[] {
  return (lifecycleSchema.parse(configuration)?.Rules ?? []).filter(rule => rule.Status === 'Enabled')
}

/**
 * When an object is deleted: S3 adds the days and rounds up to midnight UTC ("Lifecycle rules: based on an object's
 * age").
 */
export function computeExpiry(since: number, days: number): number {
  return Math.ceil((since + days * DAY_MS) / DAY_MS) * DAY_MS
}

/** Deletes objects and incomplete uploads that have expired at `now` (milliseconds). */
export async function sweep(deps: S3Deps, findRules: (bucket: string) => LifecycleRule[], now: number): Promise<void> {
  const { catalog, content } = deps
  for (const bucket of catalog.buckets()) {
    const rules = findRules(bucket)
    const isPast = (key: string, since: number, daysOf: (rule: LifecycleRule) => number | undefined): boolean =>
      rules.some(rule => {
        const days = daysOf(rule)
        return days !== undefined && key.startsWith(rule.Prefix) && computeExpiry(since, days) <= now
      })
    const expired = [...catalog.from(bucket, '')].filter(object =>
      isPast(object.key, object.modified, rule => rule.ExpirationInDays),
    )
    for (const object of expired) {
      catalog.remove(bucket, object.key)
      await content.remove(object.segments)
    }
    for (const upload of catalog.uploads(bucket)) {
      if (!isPast(upload.key, upload.initiated, rule => rule.AbortIncompleteMultipartUpload?.DaysAfterInitiation))
        continue
      const parts = catalog.parts(upload.id)
      catalog.endUpload(upload.id)
      await content.remove(parts)
    }
  }
}
