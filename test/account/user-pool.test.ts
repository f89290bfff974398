import { CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider'
import { describe, expect, it } from 'vitest'
import { type AwsService, jsonError, jsonResponse } from '#local-aws/aws/service.ts'
import { createUserPool } from '../../lambdas/account/user-pool.ts'
import { sdkSettings } from '../support/sdk-wire.ts'

/** A user pool and its userInfo endpoint that return scripted responses. */
function open(userInfo: () => Response | Promise<Response> = () => Response.json({}), pool = () => jsonResponse({})) {
  const calls: unknown[] = []
  const service: AwsService = {
    accessOf: () => [],
    async handle({ operation, body }) {
      calls.push([operation, JSON.parse(body.toString())])
      return pool()
    },
  }
  const asked: Request[] = []
  const userPool = createUserPool({
    cognito: new CognitoIdentityProviderClient(sdkSettings(service)),
    userPoolId: 'pool-1',
    signInUrl: 'https://sign-in.example',
    fetch: async (input, init) => {
      asked.push(new Request(input, init))
      return userInfo()
    },
  })
  return { userPool, calls, asked }
}
const caller = { uid: 'uid-1', accessToken: 'token-1' }

describe('the identity of a user', () => {
  it('is fetched from the hosted sign-in with their access token', async () => {
    const { userPool, asked } = open(() =>
      Response.json({ sub: 'uid-1', email: 'a@example.com', email_verified: 'true', name: ' 김민지 ' }),
    )
    expect(await userPool.profile(caller)).toEqual({ email: 'a@example.com', name: '김민지' })
    expect(asked[0]?.url).toBe('https://sign-in.example/oauth2/userInfo')
    expect(asked[0]?.headers.get('authorization')).toBe('Bearer token-1')
  })

  it('has a name on one line, without characters that act on a terminal or reverse the text', async () => {
    const name = `Kim\u001b[2J\u0000\n\u202eexe${'x'.repeat(200)}`
    const { userPool } = open(() => Response.json({ sub: 'uid-1', name }))
    const profile = await userPool.profile(caller)
    expect(profile.name).toMatch(/^Kim \[2J exex+$/)
    expect(profile.name).toHaveLength(100)
  })

  it('may lack address and name, and has a nickname with some providers', async () => {
    const answers = [{ sub: 'uid-1' }, { sub: 'uid-1', nickname: '민지', email: 'no address', email_verified: 'true' }]
    const { userPool } = open(() => Response.json(answers.shift()))
    expect(await userPool.profile(caller)).toEqual({ email: undefined, name: undefined })
    expect(await userPool.profile(caller)).toEqual({ email: undefined, name: '민지' })
  })

  it.each(['false', false, undefined, 'nonsense'])(
    'has no address that the provider marks as verified: %j',
    async mark => {
      const { userPool } = open(() =>
        Response.json({ sub: 'uid-1', email: 'victim@example.com', email_verified: mark }),
      )
      expect(await userPool.profile(caller)).toEqual({ email: undefined, name: undefined })
    },
  )

  it('is refused for a token that is invalid or another user’s', async () => {
    const refused = { code: 'UNAUTHORIZED' }
    await expect(open(() => new Response('', { status: 401 })).userPool.profile(caller)).rejects.toMatchObject(refused)
    const other = open(() => Response.json({ sub: 'uid-2', email: 'b@example.com' }))
    await expect(other.userPool.profile(caller)).rejects.toMatchObject(refused)
  })

  it('is unavailable while the sign-in is down', async () => {
    await expect(open(() => new Response('', { status: 503 })).userPool.profile(caller)).rejects.toThrow('503')
  })
})

it('signing out and deleting name the user in the pool', async () => {
  const { userPool, calls } = open()
  await userPool.signOut('google_1')
  await userPool.remove('google_1')
  const Person = { UserPoolId: 'pool-1', Username: 'google_1' }
  expect(calls).toEqual([
    ['AdminUserGlobalSignOut', Person],
    ['AdminDeleteUser', Person],
  ])
})

it('a user who is gone from the pool needs neither, and other errors are thrown', async () => {
  await open(undefined, () => jsonError(400, 'UserNotFoundException', 'gone')).userPool.remove('google_1')
  const away = open(undefined, () => jsonError(400, 'TooManyRequestsException', 'slow down'))
  await expect(away.userPool.signOut('google_1')).rejects.toThrow('slow down')
})
