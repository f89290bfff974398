const FAR = Date.parse('2100-01-01T00:00:00Z')

/**
 * Browser storage after a sign-in; the stand-in accepts any token. The editor of the sample entry was left at its first
 * sentence: on a first visit it would open the first sentence to check.
 */
export function memberStorage(): Record<string, string> {
  return {
    'jamak.signed-in': '1',
    'jamak.editor-place.20260314140926': 's1',
    'jamak.access-token': `${FAR} ${sampleToken()}`,
    'jamak.local-tokens': JSON.stringify({ accessToken: sampleToken(), refreshToken: 'refresh', expiresAt: FAR }),
  }
}

export function sampleToken(): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  return `${part({ alg: 'RS256' })}.${part({ sub: 'user-1', exp: FAR / 1000, scope: 'openid' })}.c2lnbmVk`
}
