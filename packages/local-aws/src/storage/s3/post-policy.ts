import * as z from 'zod'
import { accessDenied, S3Error } from './errors.ts'

const policySchema = z.object({
  expiration: z.iso.datetime(),
  conditions: z.array(
    z.union([
      z.tuple([z.literal('content-length-range'), z.coerce.number().int(), z.coerce.number().int()]),
      z.tuple([z.literal('eq'), z.string().startsWith('$'), z.string()]),
      z.record(z.string(), z.string()),
    ]),
  ),
})

/** Sizes, in bytes, that a policy allows for the file. */
export interface SizeRange {
  min: number
  max: number
}

/** Fields that a form may carry without a condition. */
const FREE_FIELDS = ['policy', 'x-amz-signature', 'file', 'bucket']

/**
 * Checks the fields of a form (lower-case names, `bucket` added) against its policy (base64 of JSON): it has not
 * expired, every condition holds, and each field has a condition ("POST policy" in the S3 API reference). `now` is in
 * milliseconds.
 * @throws S3Error AccessDenied, or InvalidPolicyDocument, also for a `starts-with` condition, which is not supported
 */
export function checkPolicy(encoded: string, fields: Map<string, string>, now: number): SizeRange {
  const policy = parsePolicy(encoded)
  if (Date.parse(policy.expiration) <= now) throw refusal('Policy expired.')
  const range = { min: 0, max: Number.POSITIVE_INFINITY }
  const wanted: [field: string, value: string][] = []
  for (const condition of policy.conditions) {
    if (!Array.isArray(condition)) wanted.push(...Object.entries(condition))
    else if (condition[0] === 'eq') wanted.push([condition[1].slice(1), condition[2]])
    else {
      range.min = Math.max(range.min, condition[1])
      range.max = Math.min(range.max, condition[2])
    }
  }
  for (const [field, value] of wanted)
    if (fields.get(field.toLowerCase()) !== value)
      throw refusal(`Policy Condition failed: ${JSON.stringify(['eq', `$${field}`, value])}`)
  const named = new Set([...FREE_FIELDS, ...wanted.map(([field]) => field.toLowerCase())])
  const extra = [...fields.keys()].filter(field => !named.has(field))
  if (extra.length > 0) throw refusal(`Extra input fields: ${extra.join(', ')}`)
  return range
}

function parsePolicy(encoded: string): z.output<typeof policySchema> {
  try {
    return policySchema.parse(JSON.parse(Buffer.from(encoded, 'base64').toString()))
  } catch (error) {
    throw new S3Error('InvalidPolicyDocument', 'Invalid Policy: Invalid JSON.', {}, { cause: error })
  }
}

const refusal = (reason: string): S3Error => accessDenied(`Invalid according to Policy: ${reason}`)
