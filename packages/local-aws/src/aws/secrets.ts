import { createHash } from 'node:crypto'
import * as z from 'zod'
import { LocalError } from '../machine/terminal.ts'
import type { Assembly } from '../template/index.ts'
import type { Resolver } from '../template/resolve.ts'
import { type AwsRequest, type AwsService, jsonResponse, LOCAL_ACCOUNT, ServiceFault } from './service.ts'
import { readRegion } from './stated-signature.ts'

const getSecretValue = z.object({ SecretId: z.string().max(2048) })

const ARN = /^arn:aws:secretsmanager:[^:]*:[^:]*:secret:(.+)$/

/**
 * ARN of a local secret. AWS appends a hyphen and six random characters to every name; here they derive from the name.
 */
export function secretArn(name: string, region: string): string {
  const suffix = createHash('sha256').update(name).digest('hex').slice(0, 6)
  return `arn:aws:secretsmanager:${region}:${LOCAL_ACCOUNT}:secret:${name}-${suffix}`
}

/** Secrets Manager with fixed values by name: GetSecretValue by name, ARN or ARN without its suffix. */
export function createSecrets(values: Record<string, string>): AwsService {
  /** The whole name is tried before the suffix is removed, because a name may look as if it had a suffix. */
  const findName = (id: string): string | undefined => {
    const stated = ARN.exec(id)?.[1] ?? id
    if (Object.hasOwn(values, stated)) return stated
    if (stated === id) return undefined
    return Object.keys(values).find(name => secretArn(name, '').endsWith(`:${stated}`))
  }

  return {
    accessOf(request) {
      const id = readSecretId(request) ?? ''
      const name = findName(id)
      // AWS has no suffix for a secret that does not exist, so it checks the id as given. A role whose pattern includes
      // the suffix is denied and cannot find out whether the secret exists.
      const resource = name === undefined ? id : secretArn(name, readRegion(request.headers))
      return [{ action: `secretsmanager:${request.operation}`, resource }]
    },

    async handle(request) {
      if (request.operation !== 'GetSecretValue')
        throw new ServiceFault(
          'UnknownOperationException',
          `The local Secrets Manager does not support ${request.operation}.`,
        )
      const id = readSecretId(request)
      if (id === undefined) throw new ServiceFault('ValidationException', 'SecretId is required.')
      const name = findName(id)
      const value = name === undefined ? undefined : values[name]
      if (name === undefined || value === undefined)
        throw new ServiceFault('ResourceNotFoundException', "Secrets Manager can't find the specified secret.")
      return jsonResponse({
        ARN: secretArn(name, readRegion(request.headers)),
        Name: name,
        SecretString: value,
        VersionId: createHash('sha256').update(value).digest('hex').slice(0, 32),
        VersionStages: ['AWSCURRENT'],
      })
    },
  }
}

function readSecretId(request: AwsRequest): string | undefined {
  return getSecretValue.safeParse(JSON.parse(request.body.toString() || '{}')).data?.SecretId
}

const policySchema = z.object({
  PolicyDocument: z.object({
    Statement: z.array(z.object({ Resource: z.union([z.string(), z.array(z.string())]).optional() })),
  }),
})
const ARN_IN_POLICY = /^arn:aws:secretsmanager:[^:]*:[^:]*:secret:([^*?]+)-\?{6}$/

/**
 * Reads the values of the secrets named in the template's policies from variables: SECRET_PAYMENT_KEY is the value of
 * `shop/payment-key`. A secret without a variable is missing, as it is on AWS before an operator creates it.
 */
export function secretValues(
  assembly: Assembly,
  resolver: Resolver,
  variables: Record<string, string | undefined>,
): Record<string, string> {
  const names = assembly
    .ofType('AWS::IAM::Policy')
    .flatMap(resource => resolver.read(resource, policySchema).PolicyDocument.Statement)
    .flatMap(statement => statement.Resource ?? [])
    .flatMap(arn => ARN_IN_POLICY.exec(arn)?.[1] ?? [])
  const values = names.map(name => [name, variables[variableOf(name)]] as const)
  return Object.fromEntries(values.flatMap(([name, value]) => (value ? [[name, value]] : [])))
}

function variableOf(secretName: string): string {
  const last = secretName.split('/').at(-1) ?? ''
  return `SECRET_${last.replace(/\W+/g, '_').toUpperCase()}`
}

const REFERENCE = /\{\{resolve:secretsmanager:([^:}]+):SecretString:([^:}]*)::\}\}/g

/**
 * Replaces CloudFormation's references to secrets, `{{resolve:secretsmanager:name:SecretString:field::}}`, by their
 * values.
 * @throws LocalError if the secret or field does not exist; a deployment would fail as well
 */
export function withSecrets(text: string, values: Record<string, string>): string {
  return text.replace(REFERENCE, (_, name: string, field: string) => {
    const value = values[name]
    const found = value === undefined || field === '' ? value : readField(value, field)
    if (found === undefined)
      throw new LocalError('SECRET_MISSING', `The secret ${name} is missing, or has no ${field}: ${variableOf(name)}.`)
    return found
  })
}

function readField(value: string, field: string): string | undefined {
  return z.record(z.string(), z.string()).safeParse(JSON.parse(value)).data?.[field]
}
