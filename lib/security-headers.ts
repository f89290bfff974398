import { Duration } from 'aws-cdk-lib'
import { HeadersFrameOption, HeadersReferrerPolicy, ResponseHeadersPolicy } from 'aws-cdk-lib/aws-cloudfront'
import type { Construct } from 'constructs'

/** Hosts that the page talks to besides its own. */
export interface ForeignHosts {
  /** The hosted sign-in. */
  signInHost: string
  /** Where Amplify renews and revokes tokens. */
  tokenHost: string
  mediaHost: string
}

/** Headers on every answer of the distribution; scripts, styles and fonts come from the site alone, and from Toss. */
export function securityHeaders(scope: Construct, hosts: ForeignHosts): ResponseHeadersPolicy {
  return new ResponseHeadersPolicy(scope, 'SecurityHeaders', {
    securityHeadersBehavior: {
      contentSecurityPolicy: { contentSecurityPolicy: contentSecurityPolicy(hosts), override: true },
      contentTypeOptions: { override: true },
      frameOptions: { frameOption: HeadersFrameOption.DENY, override: true },
      referrerPolicy: { referrerPolicy: HeadersReferrerPolicy.STRICT_ORIGIN_WHEN_CROSS_ORIGIN, override: true },
      strictTransportSecurity: { accessControlMaxAge: Duration.days(365), includeSubdomains: true, override: true },
    },
    customHeadersBehavior: {
      customHeaders: [
        { header: 'Permissions-Policy', value: 'camera=(), microphone=(), geolocation=()', override: true },
        { header: 'Cross-Origin-Opener-Policy', value: 'same-origin-allow-popups', override: true },
      ],
    },
  })
}

function contentSecurityPolicy({ signInHost, tokenHost, mediaHost }: ForeignHosts): string {
  const toss = 'https://*.tosspayments.com'
  const directives = {
    'default-src': ["'none'"],
    'script-src': ["'self'", 'https://js.tosspayments.com'],
    'style-src': ["'self'"],
    'img-src': ["'self'", 'data:', 'https://i.ytimg.com', toss],
    'font-src': ["'self'"],
    'connect-src': ["'self'", `https://${signInHost}`, `https://${tokenHost}`, `https://${mediaHost}`, toss],
    'media-src': ["'self'", 'blob:'],
    'worker-src': ["'self'", 'blob:'],
    'frame-src': [toss],
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
