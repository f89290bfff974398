import * as z from 'zod'
import { type AwsService, jsonAnswer, jsonError } from '../aws/service.ts'
import type { SignIn } from './index.ts'
import { identitiesOf, type Person, usernameOf } from './people.ts'
import { attributesOf } from './provider.ts'

const userInput = z.object({ UserPoolId: z.string(), Username: z.string() })
const listInput = z.object({ UserPoolId: z.string(), Filter: z.string().optional(), Limit: z.number().optional() })

/** The administrator's calls of a user pool, on Cognito's wire. */
export function createCognitoIdp(signIn: SignIn): AwsService {
  const { people, pool } = signIn

  const attributes = (person: Person) =>
    Object.entries({
      sub: person.sub,
      ...attributesOf(person, pool),
      identities: JSON.stringify(identitiesOf(person)),
    }).map(([Name, value]) => ({ Name, Value: String(value) }))
  const described = (person: Person) => ({
    Username: usernameOf(person),
    Enabled: true,
    UserStatus: 'EXTERNAL_PROVIDER',
    UserCreateDate: person.created / 1000,
    UserLastModifiedDate: person.created / 1000,
  })

  const operations: Record<string, (body: unknown) => unknown> = {
    AdminGetUser(body) {
      const person = userOf(body)
      return { ...described(person), UserAttributes: attributes(person) }
    },
    AdminDeleteUser(body) {
      const { sub } = userOf(body)
      signIn.signOutEverywhere(sub)
      people.remove(sub)
      return {}
    },
    AdminUserGlobalSignOut(body) {
      signIn.signOutEverywhere(userOf(body).sub)
      return {}
    },
    ListUsers(body) {
      const { Filter, Limit } = listInput.parse(body)
      const matches = Filter === undefined ? () => true : filterOf(Filter)
      const users = people.list().map(person => ({ ...described(person), Attributes: attributes(person) }))
      return { Users: users.filter(matches).slice(0, Limit ?? 60) }
    },
  }

  function userOf(body: unknown): Person {
    const { UserPoolId, Username } = userInput.parse(body)
    const person = UserPoolId === pool.id ? people.byUsername(Username) : undefined
    if (!person) throw new UserNotFoundError('User does not exist.')
    return person
  }

  return {
    accessOf: request => [{ action: `cognito-idp:${request.operation}`, resource: pool.arn }],
    async handle(request) {
      const operation = operations[request.operation]
      if (!operation) return jsonError(400, 'UnknownOperationException', `${request.operation} is not served locally.`)
      try {
        return jsonAnswer(operation(JSON.parse(request.body.toString() || '{}')))
      } catch (error) {
        if (error instanceof UserNotFoundError) return jsonError(400, 'UserNotFoundException', error.message)
        if (error instanceof z.ZodError) return jsonError(400, 'InvalidParameterException', z.prettifyError(error))
        throw error
      }
    },
  }
}

class UserNotFoundError extends Error {}

type Listed = { Username: string; Attributes: { Name: string; Value: string }[] }

/** `email = "a@b.c"`, `sub ^= "12"`: Cognito takes one comparison. */
function filterOf(filter: string): (user: Listed) => boolean {
  const parsed = /^"?([\w:]+)"?\s*(\^?=)\s*"(.*)"$/.exec(filter.trim())
  if (!parsed) throw new z.ZodError([{ code: 'custom', path: ['Filter'], message: 'One comparison', input: filter }])
  const [, name, operator, wanted = ''] = parsed
  return user => {
    const value = name === 'username' ? user.Username : user.Attributes.find(one => one.Name === name)?.Value
    return operator === '=' ? value === wanted : (value?.startsWith(wanted) ?? false)
  }
}
