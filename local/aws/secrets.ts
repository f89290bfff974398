import { createHash } from 'node:crypto'
import * as z from 'zod'
import { type AwsRequest, type AwsService, jsonAnswer, jsonError, LOCAL_ACCOUNT } from './service.ts'
import { regionOf } from './stated-signature.ts'

const getSecretValue = z.object({ SecretId: z.string(), VersionStage: z.string().optional() })

const ARN = /^arn:aws:secretsmanager:[^:]*:[^:]*:secret:(.+)$/

/** ARN of a local secret. Secrets Manager ends every name with a hyphen and six random characters; ours are derived. */
export function secretArn(name: string, region: string): string {
  const suffix = createHash('sha256').update(name).digest('hex').slice(0, 6)
  return `arn:aws:secretsmanager:${region}:${LOCAL_ACCOUNT}:secret:${name}-${suffix}`
}

/** Secrets Manager over the values of this machine's configuration: GetSecretValue by name, ARN or partial ARN. */
export function createSecrets(values: Record<string, string>): AwsService {
  /** A partial ARN lacks the suffix; a name may itself look as if it had one, so the whole name is tried first. */
  const nameOf = (id: string): string | undefined => {
    const stated = ARN.exec(id)?.[1] ?? id
    if (Object.hasOwn(values, stated)) return stated
    if (stated === id) return undefined
    return Object.keys(values).find(name => secretArn(name, '').endsWith(`:${stated}`))
  }

  return {
    accessOf(request) {
      const region = regionOf(request.headers)
      const id = idOf(request) ?? ''
      const name = nameOf(id) ?? ARN.exec(id)?.[1] ?? id
      return [{ action: `secretsmanager:${request.operation}`, resource: secretArn(name, region) }]
    },

    async handle(request) {
      if (request.operation !== 'GetSecretValue')
        return jsonError(400, 'UnknownOperationException', `Secrets Manager has no ${request.operation} here.`)
      const id = idOf(request)
      if (id === undefined) return jsonError(400, 'ValidationException', 'SecretId is required.')
      const name = nameOf(id)
      const value = name === undefined ? undefined : values[name]
      if (name === undefined || value === undefined)
        return jsonError(400, 'ResourceNotFoundException', "Secrets Manager can't find the specified secret.")
      return jsonAnswer({
        ARN: secretArn(name, regionOf(request.headers)),
        Name: name,
        SecretString: value,
        VersionId: createHash('sha256').update(value).digest('hex').slice(0, 32),
        VersionStages: ['AWSCURRENT'],
      })
    },
  }
}

function idOf(request: AwsRequest): string | undefined {
  return getSecretValue.safeParse(JSON.parse(request.body.toString() || '{}')).data?.SecretId
}
