import * as z from 'zod'
import { S3Error } from './errors.ts'

const policySchema = z.object({
  expiration: z.iso.datetime(),
  conditions: z.array(
    z.union([
      z.tuple([z.literal('content-length-range'), z.coerce.number().int(), z.coerce.number().int()]),
      z.tuple([z.enum(['eq', 'starts-with']), z.string().startsWith('$'), z.string()]),
      z.record(z.string(), z.string()),
    ]),
  ),
})

/** Sizes, in bytes, that a policy lets a file have. */
export interface SizeRange {
  min: number
  max: number
}

interface Rule {
  kind: 'eq' | 'starts-with'
  field: string
  value: string
}

/** Fields a form may carry without the policy naming them. */
const FREE_FIELDS = ['policy', 'x-amz-signature', 'file']

/**
 * Checks the fields of a form (lower-case names, `bucket` added) against its policy (base64 of JSON): not expired,
 * every condition met, no field beyond it. Rules: "POST policy" in the S3 API reference.
 */
export function checkPolicy(encoded: string, fields: Map<string, string>, now: number): SizeRange {
  const policy = parsePolicy(encoded)
  if (Date.parse(policy.expiration) <= now) throw refusal('Policy expired.')
  const range = { min: 0, max: Number.POSITIVE_INFINITY }
  const rules: Rule[] = []
  for (const condition of policy.conditions) {
    if (!Array.isArray(condition))
      rules.push(...Object.entries(condition).map(([field, value]): Rule => ({ kind: 'eq', field, value })))
    else if (condition[0] === 'content-length-range') {
      range.min = Math.max(range.min, condition[1])
      range.max = Math.min(range.max, condition[2])
    } else rules.push({ kind: condition[0], field: condition[1].slice(1), value: condition[2] })
  }
  checkRules(rules, fields)
  return range
}

function parsePolicy(encoded: string): z.output<typeof policySchema> {
  try {
    return policySchema.parse(JSON.parse(Buffer.from(encoded, 'base64').toString()))
  } catch (error) {
    throw new S3Error('InvalidPolicyDocument', 'Invalid Policy: Invalid JSON.', {}, { cause: error })
  }
}

function checkRules(rules: Rule[], fields: Map<string, string>): void {
  for (const { kind, field, value } of rules) {
    const given = fields.get(field.toLowerCase())
    const holds = given !== undefined && (kind === 'eq' ? given === value : given.startsWith(value))
    if (!holds) throw refusal(`Policy Condition failed: ${JSON.stringify([kind, `$${field}`, value])}`)
  }
  const named = new Set(rules.map(rule => rule.field.toLowerCase()))
  const extra = [...fields.keys()].filter(
    field => !named.has(field) && !FREE_FIELDS.includes(field) && !field.startsWith('x-ignore-') && field !== 'bucket',
  )
  if (extra.length > 0) throw refusal(`Extra input fields: ${extra.join(', ')}`)
}

function refusal(reason: string): S3Error {
  return new S3Error('AccessDenied', `Invalid according to Policy: ${reason}`)
}
