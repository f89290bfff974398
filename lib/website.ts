import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Duration, RemovalPolicy, SecretValue, Stack } from 'aws-cdk-lib'
import type { HttpApi } from 'aws-cdk-lib/aws-apigatewayv2'
import { Certificate } from 'aws-cdk-lib/aws-certificatemanager'
import {
  AllowedMethods,
  CachePolicy,
  Distribution,
  FunctionCode,
  FunctionEventType,
  FunctionRuntime,
  HeadersFrameOption,
  HeadersReferrerPolicy,
  HttpVersion,
  OriginRequestPolicy,
  PriceClass,
  ResponseHeadersPolicy,
  S3OriginAccessControl,
  SecurityPolicyProtocol,
  Function as ViewerFunction,
  ViewerProtocolPolicy,
} from 'aws-cdk-lib/aws-cloudfront'
import { HttpOrigin, S3BucketOrigin } from 'aws-cdk-lib/aws-cloudfront-origins'
import { BlockPublicAccess, Bucket } from 'aws-cdk-lib/aws-s3'
import { BucketDeployment, CacheControl, Source } from 'aws-cdk-lib/aws-s3-deployment'
import { Construct, type IDependable } from 'constructs'
import { DOCUMENTS } from '../lambdas/contract/pages.ts'
import { ORIGIN_HEADER } from '../lambdas/contract/routes/route.ts'
import type { SiteConfig } from '../lambdas/contract/site-config.ts'
import type { Config } from './config.ts'
import { ADDRESS_TO_DOCUMENT, UNKNOWN_IS_404 } from './page-addresses.ts'

export interface WebsiteProps extends ForeignHosts {
  config: Config
  api: HttpApi
  firewallArn?: string
}

/** Placeholder that the build writes for the site's address, and the files that contain it. */
const ADDRESS_OF_BUILD = 'https://jamak.invalid'
const WITH_ADDRESS = [...Object.values(DOCUMENTS).map(path => path.slice(1)), 'robots.txt', 'sitemap.xml']

/**
 * Errors that CloudFront would store for ten seconds and serve to other users, although caching is disabled and the API
 * sends `no-store`, which CloudFront respects only for other errors.
 */
const KEPT_ERRORS = [500, 502, 503, 504]

/** The site on CloudFront: files from a private bucket, `/api` from the HTTP API, strict headers on every response. */
export class Website extends Construct {
  /** The distribution's own domain name, even with a custom domain. */
  readonly host: string
  readonly url: string
  readonly files: Bucket
  private readonly distribution: Distribution

  constructor(scope: Construct, id: string, props: WebsiteProps) {
    super(scope, id)
    this.files = new Bucket(this, 'Files', {
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      enforceSSL: true,
      removalPolicy: RemovalPolicy.DESTROY,
    })
    const { domain } = props.config
    const headers = securityHeaders(this, props, props.config)
    this.distribution = new Distribution(this, 'Distribution', {
      comment: 'Jamak',
      webAclId: props.firewallArn,
      defaultRootObject: 'index.html',
      httpVersion: HttpVersion.HTTP2_AND_3,
      errorResponses: KEPT_ERRORS.map(httpStatus => ({ httpStatus, ttl: Duration.seconds(0) })),
      priceClass: PriceClass.PRICE_CLASS_200,
      ...(domain && {
        domainNames: [domain.name],
        minimumProtocolVersion: SecurityPolicyProtocol.TLS_V1_2_2021,
        certificate: Certificate.fromCertificateArn(this, 'Certificate', domain.certificateArn),
      }),
      defaultBehavior: {
        origin: S3BucketOrigin.withOriginAccessControl(this.files, {
          originAccessControl: new S3OriginAccessControl(this, 'FilesAccess', {
            originAccessControlName: accountWideName(this, 'files'),
          }),
        }),
        viewerProtocolPolicy: ViewerProtocolPolicy.REDIRECT_TO_HTTPS,
        responseHeadersPolicy: headers,
        functionAssociations: [
          {
            eventType: FunctionEventType.VIEWER_REQUEST,
            function: viewerFunction(this, 'AddressToDocument', ADDRESS_TO_DOCUMENT),
          },
          {
            eventType: FunctionEventType.VIEWER_RESPONSE,
            function: viewerFunction(this, 'UnknownIs404', UNKNOWN_IS_404),
          },
        ],
      },
      additionalBehaviors: {
        '/api/*': {
          origin: new HttpOrigin(`${props.api.apiId}.execute-api.${Stack.of(this).region}.amazonaws.com`, {
            readTimeout: Duration.seconds(30),
            customHeaders: props.config.firewall ? { [ORIGIN_HEADER]: originSecret() } : undefined,
          }),
          viewerProtocolPolicy: ViewerProtocolPolicy.HTTPS_ONLY,
          allowedMethods: AllowedMethods.ALLOW_ALL,
          cachePolicy: CachePolicy.CACHING_DISABLED,
          originRequestPolicy: OriginRequestPolicy.ALL_VIEWER_EXCEPT_HOST_HEADER,
          responseHeadersPolicy: headers,
        },
      },
    })
    this.host = this.distribution.distributionDomainName
    this.url = `https://${domain?.name ?? this.host}`
  }

  /**
   * Uploads the built page and its `config.json`: hashed files are cached for a year, the others revalidated each time.
   * Files are deployed after everything in `others`, because CloudFormation cannot roll back a bucket that has files.
   */
  deploy(page: string, config: SiteConfig, others: IDependable[]): void {
    const common = { destinationBucket: this.files, prune: false }
    const hashed = new BucketDeployment(this, 'HashedFiles', {
      ...common,
      sources: [Source.asset(page, { exclude: ['*', '!assets', '!assets/**'] })],
      cacheControl: [CacheControl.maxAge(Duration.days(365)), CacheControl.immutable()],
    })
    const entry = new BucketDeployment(this, 'Entry', {
      ...common,
      sources: [
        Source.asset(page, { exclude: ['assets', 'assets/**', ...WITH_ADDRESS] }),
        ...WITH_ADDRESS.filter(file => existsSync(join(page, file))).map(file =>
          Source.data(file, readFileSync(join(page, file), 'utf8').replaceAll(ADDRESS_OF_BUILD, this.url)),
        ),
        Source.jsonData('config.json', config),
      ],
      cacheControl: [CacheControl.noCache()],
      distribution: this.distribution,
      distributionPaths: ['/*'],
      // CloudFormation would give up waiting after ten minutes, and could not roll back a bucket that has files.
      waitForDistributionInvalidation: false,
    })
    hashed.node.addDependency(this.distribution, ...others)
    entry.node.addDependency(hashed)
  }
}

function viewerFunction(scope: Construct, id: string, code: string): ViewerFunction {
  return new ViewerFunction(scope, id, { code: FunctionCode.fromInline(code), runtime: FunctionRuntime.JS_2_0 })
}

/** CloudFront's names must be unique within an account; the region distinguishes stages in two regions. */
function accountWideName(scope: Construct, name: string): string {
  const { stackName, region } = Stack.of(scope)
  return `${stackName}-${region}-${name}`
}

/** Read by CloudFormation at a deployment, and only when something else of the distribution changes. */
function originSecret(): string {
  return SecretValue.secretsManager('jamak/origin', { jsonField: 'value' }).unsafeUnwrap()
}

/** Other hosts that the page connects to. */
export interface ForeignHosts {
  /** The hosted sign-in. */
  signInHost: string
  /** Where Amplify refreshes and revokes tokens. */
  tokenHost: string
  mediaHost: string
}

/** Headers of every response. Scripts and fonts come only from the site, except Toss's payment script. */
function securityHeaders(
  scope: Construct,
  hosts: ForeignHosts,
  { hstsSubdomains }: Pick<Config, 'hstsSubdomains'>,
): ResponseHeadersPolicy {
  return new ResponseHeadersPolicy(scope, 'SecurityHeaders', {
    responseHeadersPolicyName: accountWideName(scope, 'security-headers'),
    securityHeadersBehavior: {
      contentSecurityPolicy: { contentSecurityPolicy: contentSecurityPolicy(hosts), override: true },
      contentTypeOptions: { override: true },
      frameOptions: { frameOption: HeadersFrameOption.DENY, override: true },
      referrerPolicy: { referrerPolicy: HeadersReferrerPolicy.STRICT_ORIGIN_WHEN_CROSS_ORIGIN, override: true },
      strictTransportSecurity: {
        accessControlMaxAge: Duration.days(365),
        includeSubdomains: hstsSubdomains,
        override: true,
      },
    },
    customHeadersBehavior: {
      customHeaders: [
        { header: 'Permissions-Policy', value: 'camera=(), microphone=(), geolocation=()', override: true },
        { header: 'Cross-Origin-Opener-Policy', value: 'same-origin-allow-popups', override: true },
      ],
    },
  })
}

/**
 * What the page may load, run and connect to. Toss publishes no policy for its widget; docs/decisions explains the entries
 * for it, and `npm run check-toss` prints what a real payment would need beyond them.
 */
export function contentSecurityPolicy({ signInHost, tokenHost, mediaHost }: ForeignHosts): string {
  const toss = 'https://*.tosspayments.com'
  const directives = {
    'default-src': ["'none'"],
    // WebAssembly, in which sound is converted, counts as a script; JavaScript from text stays refused.
    'script-src': ["'self'", "'wasm-unsafe-eval'", 'https://js.tosspayments.com'],
    'style-src': ["'self'", "'unsafe-inline'"],
    'img-src': ["'self'", 'data:', 'https://i.ytimg.com', `https://${mediaHost}`, toss, 'https://static.toss.im'],
    'font-src': ["'self'"],
    'connect-src': ["'self'", `https://${signInHost}`, `https://${tokenHost}`, `https://${mediaHost}`, toss],
    'media-src': ["'self'", 'blob:', `https://${mediaHost}`],
    'worker-src': ["'self'", 'blob:'],
    // YouTube's player in the review of a subtitle, from its host without cookies.
    'frame-src': [toss, 'https://pay.toss.im', 'https://www.youtube-nocookie.com'],
    'manifest-src': ["'self'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'", `https://${signInHost}`, toss],
    'frame-ancestors': ["'none'"],
    'upgrade-insecure-requests': [],
  }
  return Object.entries(directives)
    .map(([directive, sources]) => [directive, ...sources].join(' '))
    .join('; ')
}
