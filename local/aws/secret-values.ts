import * as z from 'zod'
import type { Installation } from '../machine/installation.ts'
import type { Assembly } from '../template/index.ts'
import type { Resolver } from '../template/resolve.ts'

const secretSchema = z.object({ Name: z.string().optional(), SecretString: z.string().optional() })
const NAMED_IN_POLICY = /^arn:aws:secretsmanager:[^:]*:[^:]*:secret:([^*?]+)-(?:\?{6}|\*)$/

/**
 * Values of the secrets that the template creates or that its policies name. `jamak/toss` has the value of the
 * variable SECRET_TOSS; one that CloudFormation would generate is made here once and kept.
 */
export function secretValues(
  assembly: Assembly,
  resolver: Resolver,
  installation: Installation,
  variables: Record<string, string | undefined>,
): Record<string, string> {
  const values: Record<string, string> = {}
  for (const resource of assembly.ofType('AWS::SecretsManager::Secret')) {
    const { Name, SecretString } = resolver.read(resource, secretSchema)
    const name = Name ?? `${resource.stack}-${resource.logicalId}`
    values[name] = variables[variableOf(name)] ?? SecretString ?? installation.generated(name)
  }
  for (const name of namedInPolicies(assembly, resolver)) {
    const value = variables[variableOf(name)]
    if (value) values[name] ??= value
  }
  return values
}

/** `jamak/toss-key` -> `SECRET_TOSS_KEY` */
export function variableOf(secretName: string): string {
  const last = secretName.split('/').at(-1) ?? ''
  return `SECRET_${last.replace(/\W+/g, '_').toUpperCase()}`
}

function namedInPolicies(assembly: Assembly, resolver: Resolver): Set<string> {
  const policy = z.object({
    PolicyDocument: z.object({
      Statement: z.array(z.object({ Resource: z.union([z.string(), z.array(z.string())]).optional() })),
    }),
  })
  const resources = assembly
    .ofType('AWS::IAM::Policy')
    .flatMap(resource => resolver.read(resource, policy).PolicyDocument.Statement)
    .flatMap(statement => statement.Resource ?? [])
  return new Set(resources.flatMap(arn => NAMED_IN_POLICY.exec(arn)?.[1] ?? []))
}
