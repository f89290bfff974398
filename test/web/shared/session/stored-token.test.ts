import { describe, expect, it } from 'vitest'
import { storedToken } from '../../../../web/shared/session/stored-token.ts'

const NOW = 1_700_000_000_000
const tokenGoodFor = (seconds: number) => {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  return `${part({ alg: 'RS256' })}.${part({ sub: '자막???>>>', exp: NOW / 1000 + seconds })}.signed`
}
const TOKEN = tokenGoodFor(3600)
const cognito = (person: string) => `CognitoIdentityServiceProvider.client.${person}.accessToken`
const local = (accessToken: unknown) => ({ 'jamak.local-tokens': JSON.stringify({ accessToken }) })

describe('the token in a browser’s storage', () => {
  it('is read as stored by the local session and by Amplify', () => {
    expect(storedToken({ ...local(TOKEN), 'jamak.signed-in': '1' }, NOW)).toBe(TOKEN)
    expect(storedToken({ [cognito('minji')]: TOKEN, [`${cognito('minji')}.idToken`]: 'x' }, NOW)).toBe(TOKEN)
  })

  it('is left to the sign-in library if it is about to expire or there are two', () => {
    expect(storedToken(local(tokenGoodFor(59)), NOW)).toBeUndefined()
    expect(storedToken({ [cognito('minji')]: TOKEN, [cognito('juno')]: TOKEN }, NOW)).toBeUndefined()
    expect(storedToken({ [cognito('minji')]: TOKEN, ...local(TOKEN) }, NOW)).toBeUndefined()
  })

  it.each([
    [{}],
    [{ 'jamak.local-tokens': 'null' }],
    [{ 'jamak.local-tokens': '{' }],
    [local(5)],
    [local('a.b.c')],
    [local('a.%%%.c')],
    [local('none')],
    [{ [cognito('minji')]: '' }],
  ])('is not made of %j', storage => expect(storedToken(storage, NOW)).toBeUndefined())
})
