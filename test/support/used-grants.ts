import * as z from 'zod'
import { createPermissions, createPolicies } from '#local-aws/aws/permissions.ts'
import type { Access } from '#local-aws/aws/service.ts'
import { loadAssembly } from '#local-aws/template/index.ts'
import { createResolver } from '#local-aws/template/resolve.ts'

const oneOrMore = z.union([z.string(), z.array(z.string())]).transform(value => [value].flat())
const statement = z.looseObject({ Effect: z.literal('Allow'), Action: oneOrMore, Resource: oneOrMore })
const described = z.looseObject({ Description: z.string().default(''), Role: z.string() })

/** Accesses that the local cloud allowed, by caller. */
export type Accesses = Map<string, Access[]>

/**
 * Grants of a synthesized application's roles that no access used: `who action resource`, one action on
 * one resource each. `who` is one of our functions (`payment/reconcile`) or the logical id of another role.
 */
export async function unusedGrants(assemblyFolder: string, accesses: Accesses): Promise<string[]> {
  const assembly = await loadAssembly(assemblyFolder)
  const resolver = createResolver(assembly)
  const policies = createPolicies(assembly, resolver)
  const owners = new Map<string, { who: string; callers: string[] }>()
  for (const role of assembly.ofType('AWS::IAM::Role'))
    owners.set(resolver.attribute(role, 'Arn'), {
      who: role.logicalId.replace(/[A-F0-9]{8}$/, ''),
      callers: [role.logicalId],
    })
  for (const resource of assembly.ofType('AWS::Lambda::Function')) {
    const { Description, Role } = resolver.read(resource, described)
    const owner = owners.get(Role)
    const [, name] = /^lambdas\/(.+)\.handler\.ts$/.exec(Description) ?? []
    // Functions that CDK adds for the deployment do not run locally.
    if (name === undefined) owners.delete(Role)
    else if (owner) owners.set(Role, { who: name, callers: [...owner.callers, resource.logicalId] })
  }
  return [...owners.values()].flatMap(({ who, callers }) => {
    const asked = callers.flatMap(caller => accesses.get(caller) ?? [])
    return policies.statementsOf(callers[0] ?? '').flatMap(input => {
      const stated = statement.parse(input)
      return stated.Action.flatMap(Action =>
        stated.Resource.filter(Resource => {
          const alone = createPermissions(() => [{ ...stated, Action, Resource }])
          return !asked.some(access => alone.isAllowed(who, access))
        }).map(Resource => `${who} ${Action} ${shortened(Resource)}`),
      )
    })
  })
}

/** Removes partition, region and account, and the hashes of CDK's names. */
function shortened(arn: string): string {
  return arn
    .replace(/^arn:[\w-]+:[\w-]+:[\w-]*:\d*:/, '')
    .replace(/Jamak(Data|App)-?/g, '')
    .replace(/[A-F0-9]{8}(-\w+)?(?=\W|$)/g, '')
}
