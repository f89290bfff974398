import * as z from 'zod'
import type { HostRewriter } from '../template/hosts.ts'
import type { Assembly } from '../template/index.ts'
import type { Resolver } from '../template/resolve.ts'

/** A social provider of the pool. */
export interface PoolProvider {
  name: string
  /** Attributes that the pool maps from the provider's claims. */
  attributes: string[]
  /** Scopes that the pool requests from the provider. */
  scopes: string[]
}

/** The user pool of the template, with its client and providers. */
export interface UserPool {
  id: string
  arn: string
  clientId: string
  /** Local addresses. */
  callbackUrls: string[]
  logoutUrls: string[]
  scopes: string[]
  /** Values that `identity_provider` may have, including `COGNITO` only if the client lists it. */
  supportedProviders: string[]
  /** Social providers in the client's order. */
  providers: PoolProvider[]
  /** Seconds. */
  accessTokenLife: number
  idTokenLife: number
  refreshTokenLife: number
  /** Seconds for which a refresh token still works after it was replaced; absent without rotation. */
  rotationGrace?: number
}

const clientSchema = z.object({
  UserPoolId: z.string(),
  CallbackURLs: z.array(z.string()).default([]),
  LogoutURLs: z.array(z.string()).default([]),
  AllowedOAuthScopes: z.array(z.string()).default(['openid']),
  SupportedIdentityProviders: z.array(z.string()).default([]),
  ExplicitAuthFlows: z
    .array(z.string())
    .default(['ALLOW_REFRESH_TOKEN_AUTH', 'ALLOW_USER_SRP_AUTH', 'ALLOW_CUSTOM_AUTH']),
  RefreshTokenRotation: z
    .object({ Feature: z.enum(['ENABLED', 'DISABLED']), RetryGracePeriodSeconds: z.int().min(0).max(60).default(0) })
    .default({ Feature: 'DISABLED', RetryGracePeriodSeconds: 0 }),
  AccessTokenValidity: z.number().default(0),
  IdTokenValidity: z.number().default(0),
  RefreshTokenValidity: z.number().default(0),
  TokenValidityUnits: z
    .object({ AccessToken: z.string().optional(), IdToken: z.string().optional(), RefreshToken: z.string().optional() })
    .default({}),
})
const providerSchema = z.object({
  ProviderName: z.string(),
  ProviderDetails: z.looseObject({ authorize_scopes: z.string() }),
  AttributeMapping: z.record(z.string(), z.string()).default({}),
})

const UNIT_SECONDS: Record<string, number> = { seconds: 1, minutes: 60, hours: 3600, days: 86_400 }
const HOUR_SECONDS = 3600
/** Cognito's default lifetime of a refresh token. */
const MONTH_SECONDS = 30 * 86_400

/** Reads the user pool and its client. Returns undefined if the template has none. */
export function readUserPool(assembly: Assembly, resolver: Resolver, hosts: HostRewriter): UserPool | undefined {
  const [client, ...others] = assembly.ofType('AWS::Cognito::UserPoolClient')
  if (!client) return undefined
  if (others.length > 0) throw new Error('Only one user pool client is supported, but the template has several.')
  const settings = resolver.read(client, clientSchema)
  const pool = assembly.ofType('AWS::Cognito::UserPool').find(one => resolver.ref(one) === settings.UserPoolId)
  if (!pool) throw new Error(`The client ${client.logicalId} belongs to no user pool of the template.`)
  const mappings = assembly
    .ofType('AWS::Cognito::UserPoolIdentityProvider')
    .map(resource => resolver.read(resource, providerSchema))
  const rotates = settings.RefreshTokenRotation.Feature === 'ENABLED'
  // Documented as incompatible; the text of Cognito's refusal is not.
  if (rotates && settings.ExplicitAuthFlows.includes('ALLOW_REFRESH_TOKEN_AUTH'))
    throw new Error(
      `The client ${client.logicalId} rotates refresh tokens, so it must not allow ALLOW_REFRESH_TOKEN_AUTH.`,
    )
  const units = settings.TokenValidityUnits
  const toSeconds = (validity: number, unit: string | undefined, usual: number) =>
    validity > 0 ? validity * (UNIT_SECONDS[unit ?? 'hours'] ?? HOUR_SECONDS) : usual
  return {
    id: settings.UserPoolId,
    arn: resolver.attribute(pool, 'Arn'),
    clientId: resolver.ref(client),
    callbackUrls: hosts.value(settings.CallbackURLs),
    logoutUrls: hosts.value(settings.LogoutURLs),
    scopes: settings.AllowedOAuthScopes,
    supportedProviders: settings.SupportedIdentityProviders,
    providers: settings.SupportedIdentityProviders.filter(name => name !== 'COGNITO').map(name => {
      const provider = mappings.find(one => one.ProviderName === name)
      // Cognito's message is "The provider does not exist for User Pool", and the deployment fails.
      if (!provider)
        throw new Error(`The client ${client.logicalId} supports ${name}, which the user pool does not have.`)
      return {
        name,
        attributes: Object.keys(provider.AttributeMapping),
        scopes: provider.ProviderDetails.authorize_scopes.split(' '),
      }
    }),
    accessTokenLife: toSeconds(settings.AccessTokenValidity, units.AccessToken, HOUR_SECONDS),
    idTokenLife: toSeconds(settings.IdTokenValidity, units.IdToken, HOUR_SECONDS),
    refreshTokenLife: toSeconds(settings.RefreshTokenValidity, units.RefreshToken ?? 'days', MONTH_SECONDS),
    rotationGrace: rotates ? settings.RefreshTokenRotation.RetryGracePeriodSeconds : undefined,
  }
}
