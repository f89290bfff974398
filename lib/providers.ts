/** A social provider of the hosted sign-in; its client secret stands in Secrets Manager. */
export type Provider =
  | { kind: 'google'; name: 'Google'; clientId: string; secretName: string }
  | { kind: 'oidc'; name: string; issuer: string; clientId: string; secretName: string }

/** The providers that the variables name, in the order of their buttons. */
export function providersOf(variables: Record<string, string | undefined>): Provider[] {
  const value = (name: string) => variables[name]?.trim() ?? ''
  const providers: Provider[] = []
  if (value('GOOGLE_CLIENT_ID')) {
    const clientId = value('GOOGLE_CLIENT_ID')
    providers.push({ kind: 'google', name: 'Google', clientId, secretName: value('GOOGLE_SECRET_NAME') })
  }
  const oidc = [
    { name: 'Kakao', issuer: 'https://kauth.kakao.com', prefix: 'KAKAO' },
    { name: value('OIDC_NAME'), issuer: value('OIDC_ISSUER'), prefix: 'OIDC' },
  ]
  for (const { name, issuer, prefix } of oidc) {
    const clientId = value(`${prefix}_CLIENT_ID`)
    if (clientId) providers.push({ kind: 'oidc', name, issuer, clientId, secretName: value(`${prefix}_SECRET_NAME`) })
  }
  return providers
}
