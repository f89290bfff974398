import * as z from 'zod'
import { type AwsService, jsonError, jsonResponse } from '../aws/service.ts'
import type { SignIn } from './index.ts'

const userInput = z.object({ UserPoolId: z.string().max(55), Username: z.string().max(128) })

class UserNotFoundError extends Error {
  readonly code = 'UserNotFoundException'
}

/** Administrator calls of a user pool: AdminDeleteUser and AdminUserGlobalSignOut. */
export function createCognitoIdp({ users, pool, signOutEverywhere }: SignIn): AwsService {
  const operations: Record<string, (sub: string) => void> = {
    AdminDeleteUser(sub) {
      signOutEverywhere(sub)
      users.remove(sub)
    },
    AdminUserGlobalSignOut: signOutEverywhere,
  }

  function requireSub(body: Buffer): string {
    const { UserPoolId, Username } = userInput.parse(JSON.parse(body.toString() || '{}'))
    const user = UserPoolId === pool.id ? users.byUsername(Username) : undefined
    if (!user) throw new UserNotFoundError('User does not exist.')
    return user.sub
  }

  return {
    accessOf: request => [{ action: `cognito-idp:${request.operation}`, resource: pool.arn }],
    async handle(request) {
      const operation = operations[request.operation]
      if (!operation)
        return jsonError(400, 'UnknownOperationException', `The local Cognito does not support ${request.operation}.`)
      try {
        operation(requireSub(request.body))
        return jsonResponse({})
      } catch (error) {
        if (error instanceof UserNotFoundError) return jsonError(400, error.code, error.message)
        if (error instanceof z.ZodError) return jsonError(400, 'InvalidParameterException', z.prettifyError(error))
        throw error
      }
    },
  }
}
