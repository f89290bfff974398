const FAR = Date.parse('2100-01-01T00:00:00Z')

/** Browser storage after a sign-in; the stand-in accepts any token. */
export function memberStorage(): Record<string, string> {
  return {
    'jamak.signed-in': '1',
    'jamak.access-token': `${FAR} ${sampleToken()}`,
    'jamak.local-tokens': JSON.stringify({ accessToken: sampleToken(), refreshToken: 'refresh', expiresAt: FAR }),
  }
}

export function sampleToken(): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  return `${part({ alg: 'RS256' })}.${part({ sub: 'user-1', exp: FAR / 1000, scope: 'openid' })}.c2lnbmVk`
}
