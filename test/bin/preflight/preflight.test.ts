import { describe, expect, it } from 'vitest'
import { createSecrets } from '#local-aws/aws/secrets.ts'
import { createClients } from '../../../bin/preflight/clients.ts'
import { type Finding, findingsTable, runQuestion, verdict } from '../../../bin/preflight/finding.ts'
import { runPreflight } from '../../../bin/preflight/run.ts'
import { secretQuestions } from '../../../bin/preflight/secrets.ts'
import { readConfig } from '../../../lib/config.ts'
import { startCloud } from '../../../packages/local-aws/test/support/endpoint.ts'
import { production } from '../../lib/production.ts'
import { exampleSettings } from '../../support/example-settings.ts'
import { ownHearing } from '../../support/synthesized.ts'
import {
  COMPLETE_ACCOUNT,
  distributions,
  EMPTY_ACCOUNT,
  HALF_READY_ACCOUNT,
  lifecycle,
  modelAnswer,
  noStack,
  quotas,
  resource,
  resources,
  secret,
  stack,
} from './accounts.ts'
import { error, type PlayedAccount, playAws, queryError } from './played-aws.ts'

const SETTINGS = {
  ...production,
  SIGN_IN_DOMAIN_PREFIX: 'jamak-kr',
  DOMAIN_NAME: 'jamak.kr',
  CERTIFICATE_ARN: 'arn:aws:acm:us-east-1:111122223333:certificate/00000000-0000-0000-0000-000000000000',
  TRANSLATOR: 'bedrock',
  BEDROCK_MODEL_ID: 'anthropic.claude-x-v1:0',
  MEANING_CHECK_MODEL: '',
}

interface Preflight {
  account: PlayedAccount
  settings?: Record<string, string>
  /** Hosts that have an address. */
  hosts?: (host: string) => boolean
}

async function preflight({ account, settings = {}, hosts = () => false }: Preflight): Promise<Finding[]> {
  await using played = await playAws(account)
  const config = readConfig({ ...exampleSettings(), ...SETTINGS, ...settings })
  return await runPreflight({
    config,
    clients: played.clients,
    resolves: async host => hosts(host),
    now: () => Date.parse('2026-11-23T00:00:00Z'),
    unusedPrefix: 'jamak-nobody',
  })
}

const printed = (findings: Finding[]) => `${findingsTable(findings)}\n\n${verdict(findings)}\n`
const about = async (what: string, run: Preflight) => (await preflight(run)).find(finding => finding.what === what)

describe('the preflight of HEARING=own', () => {
  const ROWS = ['layer', 'weights', 'concurrent executions', 'memory']
  const bucket = resources(resource('AWS::S3::Bucket', 'jamakdata-media1-x'))
  const deployed = { ...COMPLETE_ACCOUNT, 'ListStackResources JamakData': bucket }
  const WEIGHTS = 'HEAD /jamakdata-media1-x/hearing/engine.json'
  const states = async (account: PlayedAccount, settings: Record<string, string>) => {
    const findings = await preflight({ account, settings })
    return ROWS.map(row => findings.find(({ what }) => what === `Own transcription, ${row}`)?.state)
  }

  it('reports layer, weights and quota as ready, and memory as unknown, which no API returns', async () => {
    expect(await states({ ...deployed, [WEIGHTS]: { body: '' } }, ownHearing())).toEqual(['ok', 'ok', 'ok', 'unknown'])
  })

  it('names the commands that add a missing layer and missing weights; only the layer blocks a deployment', async () => {
    const account = { ...deployed, [WEIGHTS]: { status: 404, body: '' } }
    const settings = { HEARING: 'own', HEARING_LAYER: '/nowhere' }
    expect(await states(account, settings)).toEqual(['missing', 'later', 'ok', 'unknown'])
    expect((await about('Own transcription, layer', { account, settings }))?.next).toBe('npm run models -- --layer')
    expect((await about('Own transcription, weights', { account, settings }))?.next).toContain('--stack JamakData')
    expect(await states(COMPLETE_ACCOUNT, ownHearing())).toEqual(['ok', 'later', 'ok', 'unknown'])
  })

  it('warns that parts will wait if the account runs fewer functions at once than a recording has parts', async () => {
    const few = { 'GET /2016-08-19/account-settings': { body: { AccountLimit: { ConcurrentExecutions: 10 } } } }
    const account = { ...deployed, ...few }
    expect(await about('Own transcription, concurrent executions', { account, settings: ownHearing() })).toMatchObject({
      state: 'later',
    })
  })
})

describe('the preflight', () => {
  it('lists everything that is missing in an empty account, each with the next step', async () => {
    const findings = await preflight({ account: EMPTY_ACCOUNT })
    await expect(printed(findings)).toMatchFileSnapshot('empty-account.txt')
    for (const { state, what, next } of findings) if (state !== 'ok') expect(next, what).toBeDefined()
  })

  it('finds a complete account ready', async () => {
    const findings = await preflight({ account: COMPLETE_ACCOUNT })
    await expect(printed(findings)).toMatchFileSnapshot('complete-account.txt')
    expect(findings.map(({ state }) => state)).not.toContain('missing')
  })

  it('separates in a half-ready account what stops the deployment from what can wait', async () => {
    const findings = await preflight({ account: HALF_READY_ACCOUNT, settings: { FIREWALL: 'on' } })
    await expect(printed(findings)).toMatchFileSnapshot('half-ready-account.txt')
    const missing = findings.filter(({ state }) => state === 'missing').map(({ what }) => what)
    expect(missing).toEqual([
      'CDK bootstrap, us-east-1',
      'Secret jamak/google',
      'Secret jamak/origin',
      'Certificate',
      'SES, sender domain',
      'Stack JamakData',
    ])
  })

  it('stops if AWS refuses the credentials', async () => {
    const expired = queryError(403, 'ExpiredToken', 'The security token included in the request is expired')
    const findings = await preflight({ account: { ...EMPTY_ACCOUNT, GetCallerIdentity: expired } })
    expect(findings).toMatchObject([
      { what: 'Credentials', state: 'missing', found: expect.stringContaining('Expired') },
    ])
    expect(findings[0]?.next).toContain('AWS_PROFILE')
  })

  it('names the permission that a check needs if the caller lacks it', async () => {
    const denied = error(400, 'AccessDeniedException', 'User is not authorized')
    const deniedQuery = queryError(403, 'AccessDenied', 'User is not authorized')
    const refused = Object.keys(COMPLETE_ACCOUNT).map(operation => {
      const isQuery = /(?:Describe|List)Stack/.test(operation)
      return [operation, isQuery ? deniedQuery : denied] as const
    })
    const account = { ...Object.fromEntries(refused), GetCallerIdentity: COMPLETE_ACCOUNT.GetCallerIdentity ?? denied }
    const findings = await preflight({ account: { ...account, DescribeUserPoolDomain: denied } })
    await expect(printed(findings)).toMatchFileSnapshot('no-permissions.txt')
    for (const { what, state } of findings) if (what !== 'Credentials') expect(state, what).toBe('unknown')
  })
})

describe('a secret', () => {
  const google = (value: string) =>
    about('Secret jamak/google', { account: { ...COMPLETE_ACCOUNT, 'GetSecretValue jamak/google': secret(value) } })
  const identity = (value: string) =>
    about('Secret jamak/identity', { account: { ...COMPLETE_ACCOUNT, 'GetSecretValue jamak/identity': secret(value) } })

  it('of a provider is refused with a trailing newline, which Cognito would send along', async () => {
    expect(await google('GOCSPX-example\n')).toMatchObject({
      state: 'missing',
      found: expect.stringContaining('whitespace'),
    })
  })

  it('that the service itself reads may end with a newline', async () => {
    expect(await identity(`${'k'.repeat(44)}\n`)).toMatchObject({ state: 'ok' })
  })

  it('for identities may hold two keys, but not three', async () => {
    const key = 'k'.repeat(44)
    expect(await identity(`${key}\n${key}`)).toMatchObject({ state: 'ok' })
    expect(await identity(`${key}\n${key}\n${key}`)).toMatchObject({ state: 'missing' })
  })

  it('is never printed, whatever is wrong with it', async () => {
    const account = {
      ...COMPLETE_ACCOUNT,
      'GetSecretValue jamak/google': secret('hush\n'),
      'GetSecretValue jamak/identity': secret('hush'),
      'GetSecretValue jamak/toss': secret('hush'),
      'GetSecretValue jamak/youtube': secret('{"apiKey":hush}'),
    }
    const findings = await preflight({ account, settings: { YOUTUBE_FETCH: 'on', YT_DLP_LAYER: 'layer' } })
    expect(findings.filter(({ state }) => state !== 'ok')).toHaveLength(4)
    expect(printed(findings)).not.toContain('hush')
  })

  it('of Toss must be of the same kind as the client key', async () => {
    const account = { ...COMPLETE_ACCOUNT, 'GetSecretValue jamak/toss': secret('test_sk_example') }
    expect(await about('Secret jamak/toss', { account })).toMatchObject({
      state: 'later',
      found: expect.stringContaining('TOSS_CLIENT_KEY'),
    })
  })

  it('scheduled for deletion is distinguished from a missing one', async () => {
    const message = "You can't perform this operation on the secret because it was marked for deletion."
    const account = {
      ...COMPLETE_ACCOUNT,
      'GetSecretValue jamak/kakao': error(400, 'InvalidRequestException', message),
    }
    const found = await about('Secret jamak/kakao', { account })
    expect(found).toMatchObject({ state: 'missing', next: expect.stringContaining('restore-secret') })
  })
})

describe('the secrets of the local cloud', () => {
  it('are read with the same signed calls as on AWS and judged alike', async () => {
    const values = { 'jamak/google': 'GOCSPX-example\n', 'jamak/identity': `${'k'.repeat(44)}\n` }
    const cloud = await startCloud({ services: { secretsmanager: createSecrets(values) } })
    const clients = createClients('ap-northeast-2', cloud.client())
    const questions = secretQuestions(clients, readConfig({ ...exampleSettings(), ...SETTINGS }))
    const findings = (await Promise.all(questions.map(runQuestion))).flat()
    await cloud.close()
    expect(findings.map(({ what, state, found }) => `${what}: ${state}, ${found}`)).toEqual([
      expect.stringContaining('Secret jamak/google: missing, whitespace'),
      'Secret jamak/kakao: missing, none',
      'Secret jamak/identity: ok, present',
      'Secret jamak/toss: later, none',
    ])
    expect(new Set(cloud.accesses.map(({ action }) => action))).toEqual(new Set(['secretsmanager:GetSecretValue']))
  })
})

describe('the sign-in domain', () => {
  const domain = (run: Partial<Preflight>) => about('Sign-in domain', { account: EMPTY_ACCOUNT, ...run })

  it('cannot be changed in one deployment', async () => {
    const settings = { SIGN_IN_DOMAIN_PREFIX: 'jamak-new' }
    const found = await domain({ account: COMPLETE_ACCOUNT, settings })
    expect(found).toMatchObject({
      state: 'missing',
      found: 'SIGN_IN_DOMAIN_PREFIX=jamak-new, but jamak-kr is deployed; one deployment cannot change it',
    })
  })

  it('can be changed after the old one was deleted manually', async () => {
    const account = { ...COMPLETE_ACCOUNT, 'DescribeUserPoolDomain jamak-kr': { body: { DomainDescription: {} } } }
    const found = await domain({ account, settings: { SIGN_IN_DOMAIN_PREFIX: 'jamak-new' } })
    expect(found).toMatchObject({ state: 'ok', found: 'jamak-new, free according to DNS' })
  })

  it('of another pool of the account is refused', async () => {
    const body = { DomainDescription: { UserPoolId: 'ap-northeast-2_old', Domain: 'jamak-kr' } }
    const found = await domain({ account: { ...EMPTY_ACCOUNT, DescribeUserPoolDomain: { body } } })
    expect(found).toMatchObject({ state: 'missing', next: expect.stringContaining('ap-northeast-2_old') })
  })

  it('of another customer is refused if DNS shows it', async () => {
    const found = await domain({ hosts: host => host.startsWith('jamak-kr.auth.ap-northeast-2.') })
    expect(found).toMatchObject({ state: 'missing', next: 'choose another SIGN_IN_DOMAIN_PREFIX' })
  })

  it('is unknown if DNS resolves every name', async () => {
    expect(await domain({ hosts: () => true })).toMatchObject({ state: 'unknown' })
  })
})

describe('what an earlier deployment left', () => {
  const left = (status: string, more?: string) =>
    about('Stack JamakData', {
      account: {
        ...EMPTY_ACCOUNT,
        'DescribeStacks JamakData': stack('JamakData', status, more),
        'ListStackResources JamakData': resources(resource('AWS::S3::Bucket', 'x')),
      },
    })
  const PROTECTED = '<EnableTerminationProtection>true</EnableTerminationProtection>'

  it('blocks the next one if it failed and is protected, with the command that unblocks it', async () => {
    expect(await left('ROLLBACK_COMPLETE', PROTECTED)).toMatchObject({
      state: 'missing',
      next: expect.stringMatching(/update-termination-protection.*JamakData && .*delete-stack/),
    })
  })

  it('does not block the next one if CDK deletes it', async () => {
    expect(await left('ROLLBACK_COMPLETE')).toMatchObject({ state: 'ok' })
  })

  it('blocks the next one while it is in progress', async () => {
    expect(await left('UPDATE_IN_PROGRESS')).toMatchObject({ state: 'missing' })
  })
})

describe('the account', () => {
  it('needs enough concurrency for RESERVED_CONCURRENCY', async () => {
    const found = await about('Lambda, concurrent executions', {
      account: EMPTY_ACCOUNT,
      settings: { RESERVED_CONCURRENCY: '5' },
    })
    expect(found).toMatchObject({ state: 'missing', found: '10; RESERVED_CONCURRENCY=5 needs 125' })
  })

  it('from before AWS’s plans counts as paid', async () => {
    const account = { ...EMPTY_ACCOUNT, GetAccountPlanState: error(400, 'ResourceNotFoundException', 'none') }
    expect(await about('Account plan', { account })).toMatchObject({ state: 'ok' })
  })

  it('needs a recent enough CDK bootstrap', async () => {
    const old = stack(
      'CDKToolkit',
      'CREATE_COMPLETE',
      '<Outputs><member><OutputKey>BootstrapVersion</OutputKey><OutputValue>5</OutputValue></member></Outputs>',
    )
    const account = { ...EMPTY_ACCOUNT, 'DescribeStacks CDKToolkit': old }
    expect(await about('CDK bootstrap', { account })).toMatchObject({
      state: 'missing',
      found: 'version 5, older than 6',
    })
  })

  it('needs Bedrock to retain nothing, if Bedrock is in use', async () => {
    const account = { ...COMPLETE_ACCOUNT, 'GET /data-retention': { body: { mode: 'aws_review' } } }
    expect(await about('Bedrock, data retention', { account })).toMatchObject({ state: 'later', found: 'aws_review' })
    const findings = await preflight({ account, settings: { TRANSLATOR: 'amazon-translate' } })
    expect(findings.map(({ what }) => what)).not.toContain('Bedrock, data retention')
  })

  it('needs an opt-out for the AI services in use only', async () => {
    const PolicyContent = '{"services":{"transcribe":{"opt_out_policy":"optOut"}}}'
    const account = { ...COMPLETE_ACCOUNT, DescribeEffectivePolicy: { body: { EffectivePolicy: { PolicyContent } } } }
    expect(await about('AI services opt-out', { account })).toMatchObject({
      state: 'later',
      found: 'not opted out: translate',
    })
  })
})

describe('the quotas', () => {
  const found = (what: string, change: PlayedAccount = {}, settings = {}) =>
    about(what, { account: { ...COMPLETE_ACCOUNT, ...change }, settings })

  it('of tokens are those of the model and of how it is called', async () => {
    expect(await found('Quota, model tokens')).toMatchObject({
      state: 'ok',
      found: expect.stringMatching(
        /^1,000,000 per minute, 1,440,000,000 per day \(about [\d,]+ minutes of video per day\)$/,
      ),
    })
    const profile = { BEDROCK_MODEL_ID: 'global.anthropic.claude-x-v1:0' }
    expect((await found('Quota, model tokens', {}, profile))?.found).toContain('4,000,000 per minute')
    const narrow = { BEDROCK_MODEL_ID: 'apac.anthropic.claude-x-v1:0' }
    expect((await found('Quota, model tokens', {}, narrow))?.found).toContain('2,000,000 per minute')
  })

  it('of tokens per day that are 0 and not adjustable lead to AWS Support', async () => {
    const none = quotas(['Model invocation max tokens per day for Anthropic Claude X', 0, false])
    expect(await found('Quota, model tokens', { 'ListServiceQuotas bedrock': none })).toMatchObject({
      state: 'later',
      found: expect.stringContaining('0 per day, not adjustable'),
      next: expect.stringContaining('AWS Support'),
    })
  })

  it('of a model that Service Quotas does not list are unknown', async () => {
    expect(await found('Quota, model tokens', { 'ListServiceQuotas bedrock': quotas() })).toMatchObject({
      state: 'unknown',
    })
  })

  it('of several pages are read to the end', async () => {
    const first = { body: { ...Object(quotas().body), NextToken: 'more' } }
    const change = {
      'ListServiceQuotas transcribe': first,
      'ListServiceQuotas transcribe more': quotas(['Number of concurrent batch transcription jobs', 77]),
    }
    expect(await found('Quota, Transcribe', change)).toMatchObject({ state: 'later', found: '77 concurrent jobs' })
  })

  it('of Translate that Service Quotas does not list are unknown, with what AWS says', async () => {
    expect(await found('Quota, Translate', { 'ListServiceQuotas translate': quotas() })).toMatchObject({
      state: 'unknown',
      next: expect.stringContaining('AWS Support'),
    })
  })
})

describe('the sender’s domain', () => {
  const NEW = { ...COMPLETE_ACCOUNT, 'DescribeStacks JamakApp': noStack('JamakApp') }
  const domain = (account: PlayedAccount, settings = {}) => about('SES, sender domain', { account, settings })

  it('with an existing SES identity is refused without advice that would break other email of the domain', async () => {
    const found = await domain(NEW)
    expect(found).toMatchObject({ state: 'missing', next: expect.stringContaining('SES_IDENTITY=existing') })
    expect(found?.next).not.toContain('delete-email-identity')
  })

  it('may use an existing SES identity, which must be verified for email to be sent', async () => {
    expect(await domain(NEW, { SES_IDENTITY: 'existing' })).toMatchObject({ state: 'ok' })
    const unverified = { body: { VerifiedForSendingStatus: false, DkimAttributes: { Status: 'PENDING' } } }
    const account = { ...NEW, 'GET /v2/email/identities/jamak.kr': unverified }
    expect(await domain(account, { SES_IDENTITY: 'existing' })).toMatchObject({ state: 'later' })
  })

  it.each([
    ['ok', {}],
    ['ok', { SuppressionOptions: { SuppressedReasons: ['BOUNCE', 'COMPLAINT'] } }],
    ['later', { SuppressionOptions: { SuppressedReasons: ['BOUNCE'] } }],
    ['missing', { SendingOptions: { SendingEnabled: false } }],
    ['missing', undefined],
  ])('of an existing identity sends through the identity’s configuration set: %s, %j', async (state, set) => {
    const account = {
      ...NEW,
      'GET /v2/email/identities/jamak.kr': { body: { VerifiedForSendingStatus: true, ConfigurationSetName: 'all' } },
      'GET /v2/email/configuration-sets/all': set
        ? { body: { ConfigurationSetName: 'all', ...set } }
        : error(404, 'NotFoundException', 'Configuration set all does not exist.'),
    }
    expect(await domain(account, { SES_IDENTITY: 'existing' })).toMatchObject({
      state,
      found: expect.stringContaining('configuration set all'),
    })
  })

  it('of an existing identity needs an account whose suppression list keeps complaints', async () => {
    const found = await about('SES, production access', { account: NEW, settings: { SES_IDENTITY: 'existing' } })
    expect(found).toMatchObject({ state: 'later', found: 'granted, but complaints are not suppressed' })
  })

  it('needs an identity if it is said to exist', async () => {
    expect(await domain(EMPTY_ACCOUNT, { SES_IDENTITY: 'existing' })).toMatchObject({
      state: 'missing',
      next: expect.stringContaining('SES_IDENTITY=own'),
    })
  })

  it('that the deployment itself created must not be called existing, because CloudFormation would delete it', async () => {
    expect(await domain(COMPLETE_ACCOUNT, { SES_IDENTITY: 'existing' })).toMatchObject({ state: 'missing' })
  })
})

describe('the firewall', () => {
  const on = { FIREWALL: 'on' }
  const BOOTSTRAPPED = stack(
    'CDKToolkit',
    'CREATE_COMPLETE',
    '<Outputs><member><OutputKey>BootstrapVersion</OutputKey><OutputValue>30</OutputValue></member></Outputs>',
  )

  it('needs CDK’s bootstrap in us-east-1 as well', async () => {
    const account = { ...COMPLETE_ACCOUNT, 'us-east-1 DescribeStacks CDKToolkit': noStack('CDKToolkit') }
    expect(await about('CDK bootstrap, us-east-1', { account, settings: on })).toMatchObject({
      state: 'missing',
      next: 'npx cdk bootstrap aws://111122223333/us-east-1',
    })
    expect(await about('CDK bootstrap, us-east-1', { account })).toBeUndefined()
    const ready = { ...account, 'us-east-1 DescribeStacks CDKToolkit': BOOTSTRAPPED }
    expect(await about('CDK bootstrap, us-east-1', { account: ready, settings: on })).toMatchObject({ state: 'ok' })
  })

  it('whose first deployment failed is reported with what to do', async () => {
    const failed = stack('JamakFirewall', 'ROLLBACK_FAILED')
    const account = {
      ...COMPLETE_ACCOUNT,
      'us-east-1 DescribeStacks JamakFirewall': failed,
      'ListStackResources JamakFirewall': resources(),
    }
    expect(await about('Stack JamakFirewall', { account, settings: on })).toMatchObject({
      state: 'missing',
      next: expect.stringContaining('delete-stack --region us-east-1 --stack-name JamakFirewall'),
    })
  })

  it('that was switched off leaves a stack that costs money until it is deleted', async () => {
    const left = {
      ...COMPLETE_ACCOUNT,
      'us-east-1 DescribeStacks JamakFirewall': stack('JamakFirewall', 'CREATE_COMPLETE'),
    }
    const account = { ...left, 'ListStackResources JamakFirewall': resources() }
    expect(await about('Stack JamakFirewall', { account })).toMatchObject({
      state: 'later',
      next: expect.stringContaining('aws cloudformation delete-stack --region us-east-1 --stack-name JamakFirewall'),
    })
    expect(await about('Stack JamakFirewall', { account: COMPLETE_ACCOUNT })).toBeUndefined()
  })
})

describe('the domain', () => {
  it('must not be an alias of another distribution, because the deployment would fail', async () => {
    const account = { ...COMPLETE_ACCOUNT, 'GET /2020-05-31/distribution': distributions(['E999', 'jamak.kr']) }
    expect(await about('Domain', { account })).toMatchObject({
      state: 'missing',
      found: 'jamak.kr is an alias of the distribution E999',
    })
    expect(await about('Domain', { account: COMPLETE_ACCOUNT })).toMatchObject({ state: 'ok' })
    const settings = { DOMAIN_NAME: '', CERTIFICATE_ARN: '' }
    expect(await about('Domain', { account, settings })).toBeUndefined()
  })
})

describe('the certificate', () => {
  const found = (Certificate: object) =>
    about('Certificate', { account: { ...COMPLETE_ACCOUNT, DescribeCertificate: { body: { Certificate } } } })

  it('must be issued, and for the domain', async () => {
    expect(await found({ SubjectAlternativeNames: ['*.kr'], Status: 'ISSUED' })).toMatchObject({ state: 'ok' })
    expect(await found({ SubjectAlternativeNames: ['*.jamak.kr'], Status: 'ISSUED' })).toMatchObject({
      state: 'missing',
    })
    expect(await found({ SubjectAlternativeNames: ['jamak.kr'], Status: 'PENDING_VALIDATION' })).toMatchObject({
      state: 'missing',
      next: expect.stringContaining('CNAME'),
    })
  })
})

const PROFILE = {
  body: {
    status: 'ACTIVE',
    inferenceProfileId: 'x',
    inferenceProfileName: 'x',
    inferenceProfileArn: 'x',
    models: [],
    type: 'SYSTEM_DEFINED',
  },
}

describe('a model of Bedrock', () => {
  it.each([
    ['may not be asked', error(403, 'AccessDeniedException', 'no'), 'missing'],
    ['is unknown here', error(404, 'ResourceNotFoundException', 'no'), 'missing'],
    ['cannot call tools', { body: modelAnswer('end_turn') }, 'missing'],
    ['is busy', error(429, 'ThrottlingException', 'later'), 'later'],
    ['has no tokens left today', error(429, 'ThrottlingException', 'Too many tokens per day'), 'later'],
  ])('is called once, and the table reports it if it %s', async (_, played, state) => {
    const account = { ...COMPLETE_ACCOUNT, 'POST /model/anthropic.claude-x-v1:0/converse': played }
    expect(await about('Bedrock model', { account })).toMatchObject({ state, next: expect.any(String) })
  })

  it('that may choose its tool is told which one to call, and does not stop the deployment if it answers in words', async () => {
    const id = 'global.anthropic.claude-haiku-5-5'
    const account = {
      ...COMPLETE_ACCOUNT,
      [`GET /inference-profiles/${id}`]: PROFILE,
      'GET /foundation-models/anthropic.claude-haiku-5-5': lifecycle({ status: 'ACTIVE' }),
      'GET /foundation-model-availability/anthropic.claude-haiku-5-5':
        COMPLETE_ACCOUNT['GET /foundation-model-availability/anthropic.claude-x-v1:0'] ?? PROFILE,
      [`POST /model/${id}/converse`]: { body: modelAnswer('end_turn') },
    }
    expect(await about('Bedrock model', { account, settings: { BEDROCK_MODEL_ID: id } })).toMatchObject({
      state: 'later',
    })
  })

  it('without tokens for today is not called busy', async () => {
    const played = error(429, 'ThrottlingException', 'Too many tokens per day, please wait before trying again.')
    const account = { ...COMPLETE_ACCOUNT, 'POST /model/anthropic.claude-x-v1:0/converse': played }
    expect(await about('Bedrock model', { account })).toMatchObject({
      found: expect.stringContaining('daily tokens'),
      next: expect.stringContaining('Service Quotas'),
    })
  })

  describe('in its lifecycle', () => {
    const MODEL = 'GET /foundation-models/anthropic.claude-x-v1:0'
    const ASKED = 'POST /model/anthropic.claude-x-v1:0/converse'
    const ending = (endOfLifeTime: string) => lifecycle({ status: 'LEGACY', endOfLifeTime })
    const found = (change: PlayedAccount) => about('Bedrock model', { account: { ...COMPLETE_ACCOUNT, ...change } })

    it('is reported as active', async () => {
      expect(await found({})).toMatchObject({ state: 'ok', found: 'anthropic.claude-x-v1:0, active; it responds' })
    })

    it('that still answers although it is legacy needs a successor before its end', async () => {
      expect(await found({ [MODEL]: ending('2026-12-31T00:00:00Z') })).toMatchObject({
        state: 'later',
        found: 'anthropic.claude-x-v1:0, legacy, ends on 2026-12-31; it responds',
        next: expect.stringContaining('BEDROCK_MODEL_ID'),
      })
    })

    it('is refused if it has ended', async () => {
      expect(await found({ [MODEL]: ending('2026-11-01T00:00:00Z') })).toMatchObject({
        state: 'missing',
        found: 'anthropic.claude-x-v1:0, legacy, ended on 2026-11-01',
      })
    })

    it.each([
      [
        404,
        'ResourceNotFoundException',
        'Access denied. This Model is marked by provider as Legacy and you have not been actively using the model in the last 30 days.',
      ],
      [404, 'ResourceNotFoundException', 'This model version has reached the end of its life.'],
      [400, 'ValidationException', 'The provided model identifier is invalid.'],
    ])('is refused in the words of Bedrock: %s %s %s', async (status, code, message) => {
      expect(await found({ [ASKED]: error(status, code, message) })).toMatchObject({
        state: 'missing',
        found: `anthropic.claude-x-v1:0, active, cannot be called: ${message}`,
      })
    })

    it('is unknown if only its profile runs here, and the model still has to answer', async () => {
      const change = { [MODEL]: error(404, 'ResourceNotFoundException', 'Could not find the model') }
      expect(await found(change)).toMatchObject({
        state: 'ok',
        found: 'anthropic.claude-x-v1:0, lifecycle not reported in ap-northeast-2; it responds',
      })
    })
  })

  it('that checks the meaning is looked at as well', async () => {
    const settings = { MEANING_CHECK_MODEL: 'amazon.nova-y-v1:0' }
    const findings = await preflight({ account: COMPLETE_ACCOUNT, settings })
    expect(findings.find(({ what }) => what === 'Bedrock model, meaning')).toBeDefined()
  })

  it('behind an inference profile needs the profile too', async () => {
    const profile = 'GET /inference-profiles/apac.anthropic.claude-x-v1:0'
    const settings = { BEDROCK_MODEL_ID: 'apac.anthropic.claude-x-v1:0' }
    const asked = 'POST /model/apac.anthropic.claude-x-v1:0/converse'
    const there = { ...COMPLETE_ACCOUNT, [profile]: PROFILE, [asked]: { body: modelAnswer('tool_use') } }
    expect(await about('Bedrock model', { account: there, settings })).toMatchObject({ state: 'ok' })
    const none = { ...COMPLETE_ACCOUNT, [profile]: error(404, 'ResourceNotFoundException', 'none') }
    expect(await about('Bedrock model', { account: none, settings })).toMatchObject({ state: 'missing' })
  })
})
