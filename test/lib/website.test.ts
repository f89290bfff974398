import { runInNewContext } from 'node:vm'
import { Template } from 'aws-cdk-lib/assertions'
import * as fc from 'fast-check'
import { matchPath } from 'react-router'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { chooseDocument, DOCUMENTS, HEADED_PAGES, PAGES, SITE_FILES } from '../../lambdas/contract/pages.ts'
import { sampleApp } from '../support/synthesized.ts'
import { resourcesOf } from './resources.ts'

/** Ids of CloudFront's managed policies. */
const CACHING_DISABLED = '4135ea2d-6df8-44a3-9df3-4b5a84be39ad'
const ALL_VIEWER_EXCEPT_HOST_HEADER = 'b689b0a8-53d0-40ab-baf2-68738e2966ac'

describe('the site', () => {
  const site = Template.fromStack(sampleApp().site)
  const [distribution] = resourcesOf(site, 'AWS::CloudFront::Distribution')

  it('forwards API calls with everything but the host header, and caches no response', () => {
    expect(distribution?.Properties.DistributionConfig).toMatchObject({
      CacheBehaviors: [
        {
          PathPattern: '/api/*',
          CachePolicyId: CACHING_DISABLED,
          OriginRequestPolicyId: ALL_VIEWER_EXCEPT_HOST_HEADER,
          ViewerProtocolPolicy: 'https-only',
        },
      ],
    })
  })

  it('never gives one user’s error response of the API to another user, and never replaces it with the page', () => {
    expect(distribution?.Properties.DistributionConfig).toMatchObject({
      // CloudFront respects `no-store` for the other errors that it would store.
      CustomErrorResponses: [500, 502, 503, 504].map(ErrorCode => ({ ErrorCode, ErrorCachingMinTTL: 0 })),
    })
  })

  it('serves files from a bucket that only this distribution can read', () => {
    site.hasResourceProperties('AWS::S3::Bucket', {
      PublicAccessBlockConfiguration: { BlockPublicPolicy: true, RestrictPublicBuckets: true },
    })
    const [policy] = resourcesOf(site, 'AWS::S3::BucketPolicy')
    expect(policy?.Properties.PolicyDocument).toMatchObject({
      Statement: expect.arrayContaining([
        expect.objectContaining({
          Action: 's3:GetObject',
          Principal: { Service: 'cloudfront.amazonaws.com' },
          Condition: { StringEquals: { 'AWS:SourceArn': expect.anything() } },
        }),
      ]),
    })
    expect(resourcesOf(site, 'AWS::CloudFront::OriginAccessControl')).toHaveLength(1)
  })

  it('keeps the files of earlier builds, because an open page may still request them', () => {
    const deployments = resourcesOf(site, 'Custom::CDKBucketDeployment')
    expect(deployments.map(({ Properties }) => Properties.Prune)).toEqual([false, false])
  })

  it('deploys hashed files before the page that names them', () => {
    const deployments = resourcesOf(site, 'Custom::CDKBucketDeployment')
    const hashed = deployments.find(({ id }) => id.includes('HashedFiles'))
    const entry = deployments.find(({ id }) => id.includes('Entry'))
    expect(entry?.DependsOn).toContain(hashed?.id)
    expect(hashed?.Properties.SystemMetadata).toEqual({ 'cache-control': 'max-age=31536000, immutable' })
    expect(entry?.Properties.SystemMetadata).toEqual({ 'cache-control': 'no-cache' })
  })

  it('lets the page refresh its tokens at the user pool’s own address', () => {
    const [headers] = resourcesOf(site, 'AWS::CloudFront::ResponseHeadersPolicy')
    const text = JSON.stringify(headers?.Properties)
    expect(text).toMatch(/connect-src 'self'[^;]* https:\/\/cognito-idp\.ap-northeast-2\.amazonaws\.com /)
  })

  it('prints the remaining manual steps as stack outputs', () => {
    const outputs = Object.keys(site.findOutputs('*'))
    for (const name of ['SiteUrl', 'Distribution', 'ProviderRedirectUri', 'EmailDkim1', 'EmailDkim2', 'EmailDkim3'])
      expect(outputs).toContain(name)
  })
})

describe('the functions at the edge', () => {
  const site = Template.fromStack(sampleApp().site)
  const [distribution] = resourcesOf(site, 'AWS::CloudFront::Distribution')
  const codes = resourcesOf(site, 'AWS::CloudFront::Function').map(({ id, Properties }) => ({
    id,
    code: z.string().parse(Properties.FunctionCode),
  }))
  const run = (name: string, event: object): unknown => {
    const { code = '' } = codes.find(({ id }) => id.includes(name)) ?? {}
    return JSON.parse(runInNewContext(`${code}; JSON.stringify(handler(${JSON.stringify(event)}))`))
  }
  const documentAt = (uri: string) =>
    z.object({ uri: z.string() }).parse(run('AddressToDocument', { request: { uri } })).uri
  const statusAt = (uri: string) =>
    z
      .object({ statusCode: z.number() })
      .parse(run('UnknownIs404', { request: { uri }, response: { statusCode: 200, headers: {} } })).statusCode

  it('run on requests and responses of the page, never on those of the API', () => {
    expect(distribution?.Properties.DistributionConfig).toMatchObject({
      DefaultCacheBehavior: {
        FunctionAssociations: [{ EventType: 'viewer-request' }, { EventType: 'viewer-response' }],
      },
      CacheBehaviors: [expect.not.objectContaining({ FunctionAssociations: expect.anything() })],
    })
    for (const { code } of codes) expect(Buffer.byteLength(code)).toBeLessThan(10_000)
  })

  /** Addresses with a document of their own. */
  const OWN = new Map([
    ['/', '/index.html'],
    ['/help', '/help.html'],
    ['/terms', '/terms.html'],
    ['/privacy', '/privacy.html'],
    ['/user', '/archive.html'],
    ['/user/terms', '/glossary.html'],
  ])

  it('return status 200 for every address of the page', () => {
    for (const page of Object.values(PAGES)) {
      const uri = page.replace(':key', '20260314140926')
      const headed = HEADED_PAGES.find(each => PAGES[each] === page)
      const document = OWN.get(uri) ?? (headed ? DOCUMENTS[headed] : '/page.html')
      expect([uri, documentAt(uri), statusAt(uri)]).toEqual([uri, document, 200])
      expect(statusAt(documentAt(uri))).toBe(200)
    }
  })

  it('return a page’s own document in any letter case of its address', () => {
    for (const uri of ['/terms/', '/TERMS', '/Terms//'])
      expect([uri, documentAt(uri), statusAt(uri)]).toEqual([uri, '/terms.html', 200])
    for (const uri of ['/user/Terms', '/USER/terms/'])
      expect([uri, documentAt(uri), statusAt(uri)]).toEqual([uri, '/glossary.html', 200])
  })

  it('return every file of the build at its own address with status 200', () => {
    for (const uri of [...SITE_FILES.map(name => `/${name}`), '/assets/main-ABCDEFGH.js', '/sample/sky.mp4'])
      expect([documentAt(uri), statusAt(uri)]).toEqual([uri, 200])
  })

  it('return the not-found screen with status 404 for any other address', () => {
    for (const uri of [
      '/nowhere',
      '/user/a/b',
      '/users',
      '/wp-login.php',
      '/page.html',
      '/terms.html',
      '/terms/1',
      '/assets',
      '/.env',
      '//',
      '/%00',
    ])
      expect([uri, documentAt(uri)]).toEqual([uri, '/not-found.html'])
    for (const uri of ['/nowhere', '/user/a/b', '/wp-login.php', '/not-found.html'])
      expect([uri, statusAt(uri)]).toEqual([uri, 404])
  })

  it('choose the document that the contract chooses, for any path, and know every path of the router', () => {
    const segment = fc.oneof(
      fc.constantFrom(
        'user',
        'USER',
        'terms',
        'help',
        'HELP',
        'privacy',
        'account',
        'assets',
        'sample',
        'config.json',
        '',
        'index.html',
      ),
      fc.stringMatching(/^[\w.-]{1,8}$/),
    )
    const path = fc.array(segment, { maxLength: 4 }).map(segments => `/${segments.join('/')}`)
    fc.assert(
      fc.property(path, uri => {
        expect(documentAt(uri)).toBe(chooseDocument(uri) ?? uri)
        const isKnown = Object.values(PAGES).some(page => matchPath(page, uri))
        const isDocument = Object.values(DOCUMENTS).some(known => known === chooseDocument(uri))
        expect(isDocument && chooseDocument(uri) !== DOCUMENTS.notFound).toBe(isKnown && !/^\/\/+$/.test(uri))
      }),
    )
  })
})

describe('a custom domain', () => {
  const arn = 'arn:aws:acm:us-east-1:123456789012:certificate/00000000-0000-0000-0000-000000000000'
  const site = Template.fromStack(sampleApp({ DOMAIN_NAME: 'jamak.example', CERTIFICATE_ARN: arn }).site)

  it('is set on the distribution, with TLS 1.2 as the minimum', () => {
    site.hasResourceProperties('AWS::CloudFront::Distribution', {
      DistributionConfig: {
        Aliases: ['jamak.example'],
        ViewerCertificate: { AcmCertificateArn: arn, MinimumProtocolVersion: 'TLSv1.2_2021' },
      },
    })
  })

  it('is used by the hosted sign-in and in emails', () => {
    site.hasResourceProperties('AWS::Cognito::UserPoolClient', {
      CallbackURLs: ['https://jamak.example/signed-in'],
      LogoutURLs: ['https://jamak.example/'],
    })
    for (const { Properties, id } of resourcesOf(site, 'AWS::Lambda::Function'))
      if (/^(Api|Workflow)/.test(id))
        expect(Properties.Environment).toMatchObject({ Variables: { SITE_URL: 'https://jamak.example' } })
  })
})
