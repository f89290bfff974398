import { Template } from 'aws-cdk-lib/assertions'
import { describe, expect, it } from 'vitest'
import { sampleApp } from '../support/synthesized.ts'
import { resourcesOf } from './resources.ts'

describe('signing in', () => {
  const app = sampleApp({
    OIDC_NAME: 'Example',
    OIDC_ISSUER: 'https://login.example',
    OIDC_CLIENT_ID: 'example',
    OIDC_SECRET_NAME: 'jamak/oidc',
  })
  const data = Template.fromStack(app.data)
  const site = Template.fromStack(app.site)
  const [client] = resourcesOf(site, 'AWS::Cognito::UserPoolClient')

  it('has a styled page, because Cognito’s managed login shows nothing without a style', () => {
    data.hasResourceProperties('AWS::Cognito::UserPool', { UserPoolTier: 'ESSENTIALS' })
    site.hasResourceProperties('AWS::Cognito::UserPoolDomain', { ManagedLoginVersion: 2 })
    site.hasResourceProperties('AWS::Cognito::ManagedLoginBranding', {
      ClientId: { Ref: client?.id },
      UseCognitoProvidedValues: true,
    })
  })

  it('works through the hosted page alone: the one flow of the client needs a password, which nobody has', () => {
    expect(client?.Properties.ExplicitAuthFlows).toEqual(['ALLOW_USER_SRP_AUTH'])
    data.hasResourceProperties('AWS::Cognito::UserPool', { AdminCreateUserConfig: { AllowAdminCreateUserOnly: true } })
    expect(client?.Properties.SupportedIdentityProviders).not.toContain('COGNITO')
    expect(JSON.stringify(data.toJSON())).not.toContain('LambdaConfig')
    expect(client?.Properties.GenerateSecret).toBe(false)
    expect(client?.Properties.EnableTokenRevocation).toBe(true)
  })

  it('lasts ten minutes without a renewal, and each renewal replaces the refresh token', () => {
    expect(client?.Properties).toMatchObject({
      AccessTokenValidity: 10,
      IdTokenValidity: 10,
      TokenValidityUnits: { AccessToken: 'minutes', IdToken: 'minutes', RefreshToken: 'minutes' },
      RefreshTokenRotation: { Feature: 'ENABLED', RetryGracePeriodSeconds: 30 },
    })
    expect(client?.Properties.ExplicitAuthFlows).not.toContain('ALLOW_REFRESH_TOKEN_AUTH')
  })

  it.each([
    ['off', 'openid profile_nickname'],
    ['on', 'openid profile_nickname account_email'],
  ])('with KAKAO_EMAIL=%s asks Kakao for %s', (KAKAO_EMAIL, authorize_scopes) => {
    Template.fromStack(sampleApp({ KAKAO_EMAIL }).site).hasResourceProperties(
      'AWS::Cognito::UserPoolIdentityProvider',
      {
        ProviderName: 'Kakao',
        ProviderDetails: { authorize_scopes },
      },
    )
  })

  it('gives access tokens the scopes that the API and userInfo require', () => {
    expect(client?.Properties.AllowedOAuthScopes).toEqual(['openid', 'email', 'profile'])
  })

  it('copies from every provider whether the address is verified', () => {
    const providers = resourcesOf(site, 'AWS::Cognito::UserPoolIdentityProvider')
    expect(providers.map(({ Properties }) => Properties.ProviderName)).toEqual(['Google', 'Kakao', 'Example'])
    for (const { Properties } of providers)
      expect(Properties.AttributeMapping).toMatchObject({ email: 'email', email_verified: 'email_verified' })
  })

  it('asks any OpenID Connect provider for name and address', () => {
    site.hasResourceProperties('AWS::Cognito::UserPoolIdentityProvider', {
      ProviderName: 'Example',
      ProviderType: 'OIDC',
      ProviderDetails: {
        oidc_issuer: 'https://login.example',
        authorize_scopes: 'openid email profile',
        client_secret: '{{resolve:secretsmanager:jamak/oidc:SecretString:::}}',
      },
    })
    expect(client?.Properties.SupportedIdentityProviders).toEqual(['Google', 'Kakao', 'Example'])
  })
})
