import { Duration, RemovalPolicy, SecretValue } from 'aws-cdk-lib'
import {
  AccountRecovery,
  CfnManagedLoginBranding,
  FeaturePlan,
  ManagedLoginVersion,
  OAuthScope,
  ProviderAttribute,
  UserPool,
  UserPoolClient,
  UserPoolClientIdentityProvider,
  UserPoolDomain,
  UserPoolIdentityProviderGoogle,
  UserPoolIdentityProviderOidc,
} from 'aws-cdk-lib/aws-cognito'
import { Construct } from 'constructs'
import type { Config } from './config.ts'
import type { Provider } from './settings.ts'

/**
 * API Gateway checks only an access token's signature, so the token works until it expires, even after a sign-out.
 * Cognito allows no less than 5 minutes.
 */
const ACCESS_TOKEN_LIFE = Duration.minutes(10)
/** How long a used refresh token still works: two tabs may renew at once, and a response may get lost. */
const ROTATION_GRACE = Duration.seconds(30)
/** The user pool. Users sign in with social accounts only; nobody has a password. */
export class AppUsers extends Construct {
  readonly pool: UserPool

  constructor(scope: Construct, id: string) {
    super(scope, id)
    this.pool = new UserPool(this, 'Pool', {
      // The cheaper plan has no managed login page.
      featurePlan: FeaturePlan.ESSENTIALS,
      selfSignUpEnabled: false,
      accountRecovery: AccountRecovery.NONE,
      passwordPolicy: {
        minLength: 16,
        requireLowercase: true,
        requireUppercase: true,
        requireDigits: true,
        requireSymbols: true,
      },
      deletionProtection: true,
      removalPolicy: RemovalPolicy.RETAIN,
    })
  }
}

/**
 * The user pool's hosted page, its social providers and the site's client. A taken name or a missing secret makes their
 * creation fail, so they are in the stack that retains nothing after a rollback.
 */
export class SignIn extends Construct {
  readonly pool: UserPool
  readonly client: UserPoolClient

  constructor(scope: Construct, id: string, props: { pool: UserPool; config: Config; siteUrl: string }) {
    super(scope, id)
    this.pool = props.pool
    new UserPoolDomain(this, 'Domain', {
      userPool: props.pool,
      cognitoDomain: { domainPrefix: props.config.signInDomainPrefix },
      managedLoginVersion: ManagedLoginVersion.NEWER_MANAGED_LOGIN,
    })
    const providers = props.config.providers.map(provider => this.addProvider(provider))
    this.client = new UserPoolClient(this, 'Page', {
      userPool: props.pool,
      generateSecret: false,
      preventUserExistenceErrors: true,
      enableTokenRevocation: true,
      accessTokenValidity: ACCESS_TOKEN_LIFE,
      idTokenValidity: ACCESS_TOKEN_LIFE,
      refreshTokenValidity: Duration.days(30),
      refreshTokenRotationGracePeriod: ROTATION_GRACE,
      // Without a list Cognito allows REFRESH_TOKEN_AUTH, which it refuses beside rotation. This list is deployed by others
      // (docs/decisions/sessions.md), and no user of the pool has the password that the flow needs.
      authFlows: { userSrp: true },
      supportedIdentityProviders: props.config.providers.map(({ name }) => UserPoolClientIdentityProvider.custom(name)),
      oAuth: {
        flows: { authorizationCodeGrant: true },
        scopes: [OAuthScope.OPENID, OAuthScope.EMAIL, OAuthScope.PROFILE],
        callbackUrls: [`${props.siteUrl}/signed-in`],
        logoutUrls: [`${props.siteUrl}/`],
      },
    })
    // The client refers to its providers by name, which CloudFormation does not treat as a dependency.
    this.client.node.addDependency(...providers)
    // Without a branding, the hosted page returns an error.
    new CfnManagedLoginBranding(this, 'Style', {
      userPoolId: props.pool.userPoolId,
      clientId: this.client.userPoolClientId,
      useCognitoProvidedValues: true,
    })
  }

  private addProvider(provider: Provider): UserPoolIdentityProviderGoogle | UserPoolIdentityProviderOidc {
    const secret = SecretValue.secretsManager(provider.secretName)
    if (provider.kind === 'google') {
      return new UserPoolIdentityProviderGoogle(this, provider.name, {
        userPool: this.pool,
        clientId: provider.clientId,
        clientSecretValue: secret,
        scopes: ['openid', 'email', 'profile'],
        attributeMapping: {
          email: ProviderAttribute.GOOGLE_EMAIL,
          emailVerified: ProviderAttribute.GOOGLE_EMAIL_VERIFIED,
          fullname: ProviderAttribute.GOOGLE_NAME,
        },
      })
    }
    return new UserPoolIdentityProviderOidc(this, provider.name, {
      userPool: this.pool,
      name: provider.name,
      issuerUrl: provider.issuer,
      clientId: provider.clientId,
      clientSecret: secret.unsafeUnwrap(),
      scopes: provider.scopes,
      attributeMapping: {
        email: ProviderAttribute.other('email'),
        emailVerified: ProviderAttribute.other('email_verified'),
        fullname: ProviderAttribute.other(provider.name === 'Kakao' ? 'nickname' : 'name'),
      },
    })
  }
}
