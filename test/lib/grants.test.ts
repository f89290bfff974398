import { Template } from 'aws-cdk-lib/assertions'
import { beforeAll, describe, expect, it } from 'vitest'
import { FUNCTIONS } from '../../lambdas/contract/functions.ts'
import { WORK } from '../../lambdas/contract/media-objects.ts'
import { fullApp, sampleApp } from '../support/synthesized.ts'
import { type Grant, grantsOf } from './grants.ts'

/** Functions with a grant whose action and resource match. */
const whoMay = (grants: Grant[], action: RegExp, resource = /./) => [
  ...new Set(grants.filter(grant => action.test(grant.action) && resource.test(grant.resource)).map(({ who }) => who)),
]

describe('the rights of the functions', () => {
  let grants: Grant[]

  beforeAll(() => {
    grants = grantsOf(Template.fromStack(fullApp().site))
  })

  it('are listed for each of them', () => {
    const names = Object.values(FUNCTIONS).map(file => file.replace('.handler.ts', ''))
    expect(new Set(grants.map(({ who }) => who))).toEqual(new Set(names))
  })

  it('no function can update or delete a movement of the ledger, and seven may write one', () => {
    expect(whoMay(grants, /^dynamodb:(Update|Delete|BatchWrite)/, /Ledger/)).toEqual([])
    expect(whoMay(grants, /^dynamodb:PutItem/, /Ledger/).sort()).toEqual([
      'account/account',
      'archive/archive',
      'closing/refund',
      'payment/payment',
      'payment/reconcile',
      'source/settle',
      'submission/submission',
    ])
  })

  it('a movement can be written only within a transaction', () => {
    const puts = grants.filter(({ action, resource }) => action === 'dynamodb:PutItem' && resource.includes('Ledger'))
    for (const { who, condition } of puts)
      expect({ who, condition }).toEqual({
        who,
        condition: '{"ForAnyValue:StringEquals":{"dynamodb:EnclosingOperation":["TransactWriteItems"]}}',
      })
  })

  it('only payment creates and lists orders, functions that refund also change them, and nobody deletes them', () => {
    const payment = ['payment/payment', 'payment/reconcile']
    const givers = ['archive/archive', 'closing/refund', 'source/settle', 'submission/submission']
    // Leaving lets the user's orders expire.
    const leaving = 'account/account'
    expect(whoMay(grants, /^dynamodb:(?!GetItem|UpdateItem)/, /Payments/).sort()).toEqual([leaving, ...payment])
    const changing = [leaving, ...givers, ...payment].sort()
    expect(whoMay(grants, /^dynamodb:UpdateItem/, /Payments/).sort()).toEqual(changing)
    // An email about an order is composed from its row.
    const readers = [...givers, ...payment, 'email/send-owed'].sort()
    expect(whoMay(grants, /^dynamodb:GetItem/, /Payments/).sort()).toEqual(readers)
    expect(whoMay(grants, /^dynamodb:PutItem/, /Payments/)).toEqual(['payment/payment'])
    expect(whoMay(grants, /^dynamodb:Delete/, /Payments/)).toEqual([])
  })

  it('no function scans a table, and every index query is granted by name', () => {
    expect(whoMay(grants, /^dynamodb:(Scan|Batch|\*)/)).toEqual([])
    expect(whoMay(grants, /^dynamodb:/, /\/index\/\*/)).toEqual([])
    expect(grants.filter(({ resource }) => resource.includes('/index/')).map(({ who }) => who)).toHaveLength(8)
  })

  it('only account deletes users and ends their sessions', () => {
    expect(whoMay(grants, /^dynamodb:DeleteItem/, /Users/)).toEqual(['account/account'])
    expect(whoMay(grants, /^cognito-idp:/)).toEqual(['account/account'])
  })

  it("only account creates users, and functions that change a balance only update a user's row", () => {
    expect(whoMay(grants, /^dynamodb:PutItem/, /Users/)).toEqual(['account/account'])
    // Functions that start workflows count their user's turns.
    expect(whoMay(grants, /^dynamodb:UpdateItem/, /Users/).sort()).toEqual([
      'account/account',
      'archive/archive',
      'closing/refund',
      'closing/sweep',
      'delivery/write-subtitle',
      'payment/payment',
      'payment/reconcile',
      'source/settle',
      'submission/start-workflow',
      'submission/submission',
    ])
  })

  it('rows of the service table are written and read by the functions that need them, and deleted only by account and archive', () => {
    const functions = ['account/account', 'archive/archive', 'payment/payment', 'submission/submission']
    // One step records durations, another the token of the step that waits.
    const keeping = ['delivery/write-subtitle', 'transcription/check-transcription']
    // A group's row says which member of a series starts first, and whether the group's email was sent.
    const groups = ['closing/sweep', 'email/notify', 'email/send-owed', 'submission/start-workflow']
    // Requests to a model are counted, and use the user's terms.
    // Holds, settlements and refunds count towards a key's monthly limit.
    const charging = ['closing/refund', 'source/settle']
    const writers = whoMay(grants, /^dynamodb:(?!GetItem)/, /Service/).sort()
    expect(writers).toEqual([...functions, ...groups, ...keeping, ...charging, 'translation/ask-again'].sort())
    // A user's terms are sent with their video.
    const readers = whoMay(grants, /^dynamodb:GetItem/, /Service/)
    const steps = [
      'delivery/write-subtitle',
      'transcription/read-transcript',
      'translation/ask-again',
      'translation/write-brief',
    ]
    // A webhook's address and secret are in the row of its key.
    const telling = 'delivery/send-webhooks'
    const resuming = 'transcription/resume-transcription'
    expect(readers.sort()).toEqual([...functions, ...groups, ...steps, ...charging, resuming, telling].sort())
    expect(whoMay(grants, /^dynamodb:DeleteItem/, /Service/)).toEqual(['account/account', 'archive/archive'])
  })

  it('emails have the configured sender, and only functions that notify users send them', () => {
    const senders = grants.filter(({ action }) => action.startsWith('ses:'))
    expect([...new Set(senders.map(({ who }) => who))].sort()).toEqual([
      'account/account',
      'email/notify',
      'email/send-owed',
      'payment/payment',
      'payment/reconcile',
    ])
    // Without the second, an identity with a default configuration set would send nothing.
    for (const part of [':identity/*', ':configuration-set/*'])
      expect(senders.filter(({ resource }) => resource.includes(part))).toHaveLength(5)
    for (const { condition } of senders)
      expect(condition).toBe('{"StringEquals":{"ses:FromAddress":"no-reply@jamak.example"}}')
  })

  it('each function reads only its own secret', () => {
    const readers = grants.filter(({ action }) => action.startsWith('secretsmanager:'))
    expect(readers.map(({ who, resource }) => `${who} ${/secret:([^"]+)-\?{6}/.exec(resource)?.[1]}`).sort()).toEqual([
      'account/account jamak/identity',
      'payment/payment jamak/toss',
      'payment/reconcile jamak/toss',
      'submission/submission jamak/youtube',
    ])
  })

  it('only delivery and the owner’s review write subtitles, and only submission signs uploads', () => {
    const writers = whoMay(grants, /^s3:PutObject/, /\/srts\/\*(?!\.)/)
    expect(writers.sort()).toEqual(['archive/archive', 'delivery/write-subtitle'])
    expect(whoMay(grants, /^s3:PutObject/, /\/videos\/\*/)).toEqual(['submission/submission'])
  })

  it('the function that calls a language model for users writes and removes only its texts for YouTube', () => {
    const changes = grants.filter(
      ({ who, action }) => who === 'translation/ask-again' && /^s3:(?:Put|Delete)/.test(action),
    )
    expect(changes.map(({ action, resource }) => `${action} ${/srts.*json/.exec(resource)}`).sort()).toEqual([
      's3:DeleteObject srts/*.youtube.json',
      's3:PutObject srts/*.youtube.json',
    ])
  })

  it('only the sweeper may describe executions, by their ARNs', () => {
    const described = grants.filter(({ action }) => action === 'states:DescribeExecution')
    expect(described.map(({ who }) => who)).toEqual(['closing/sweep'])
    expect(described[0]?.resource).toContain(':execution:')
  })

  it('only submission may stop executions, by their ARNs', () => {
    const stopped = grants.filter(({ action }) => action === 'states:StopExecution')
    expect(stopped.map(({ who }) => who)).toEqual(['submission/submission'])
    expect(stopped[0]?.resource).toContain(':execution:')
  })

  it('functions that start Amazon Transcribe jobs may read their media and write their results', () => {
    const starters = whoMay(grants, /^transcribe:StartTranscriptionJob/)
    expect(starters).toEqual(['transcription/start-transcription', 'transcription/check-transcription'])
    for (const action of [/^s3:GetObject/, /^s3:PutObject/, /^iam:PassRole/])
      for (const who of starters) expect(whoMay(grants, action, /work|TranscribeRole/)).toContain(who)
    for (const who of starters) expect(whoMay(grants, /^s3:PutObject/, /write_access_check_file/)).toContain(who)
    const readers = grants.filter(({ action }) => action === 'transcribe:GetTranscriptionJob')
    expect(readers.map(({ resource }) => resource.includes(':transcription-job/*'))).toEqual([true])
  })

  it('Amazon Transcribe itself may write its check at the root of the bucket, beside the results', () => {
    const written = statementsOfTranscribe().filter(({ Action }) => JSON.stringify(Action).includes('s3:PutObject'))
    expect(JSON.stringify(written)).toContain('/.write_access_check_file.temp')
    expect(JSON.stringify(written)).toContain(`${WORK}*`)
  })

  it('Amazon Transcribe itself reads only paid-for sound', () => {
    const reading = statementsOfTranscribe().filter(({ Action }) => JSON.stringify(Action).includes('s3:GetObject'))
    expect(reading).toHaveLength(1)
    expect(JSON.stringify(reading[0]?.Resource)).toContain(`${WORK}*/sound.mp4`)
  })

  it('each function writes only to its own log group', () => {
    const logs = grants.filter(({ action }) => action === 'logs:PutLogEvents')
    expect(logs).toHaveLength(Object.keys(FUNCTIONS).length)
    expect(new Set(logs.map(({ resource }) => resource)).size).toBe(logs.length)
    expect(whoMay(grants, /^logs:CreateLogGroup/)).toEqual([])
  })
})

describe('a proxy for fetching from YouTube', () => {
  it('is a secret that only the fetching function may read', () => {
    const { site } = sampleApp({ YOUTUBE_PROXY_SECRET_NAME: 'jamak/youtube-proxy' })
    const readers = grantsOf(Template.fromStack(site)).filter(({ resource }) =>
      resource.includes('jamak/youtube-proxy'),
    )
    expect(readers.map(({ who, action }) => `${who} ${action}`)).toEqual([
      'source/fetch-source secretsmanager:GetSecretValue',
    ])
  })
})

describe('with a model of Bedrock', () => {
  const CHECKER = 'translation/check-meaning'
  const resourcesWith = (model: string, checking?: string) => {
    const settings = {
      TRANSLATOR: 'bedrock',
      BEDROCK_MODEL_ID: model,
      ...(checking !== undefined && { MEANING_CHECK_MODEL: checking }),
    }
    return grantsOf(Template.fromStack(sampleApp(settings).site))
      .filter(({ action }) => action.startsWith('bedrock:'))
      .map(({ who, resource }) => `${who} ${resource.replace(/^.*bedrock:/, '')}`)
  }

  const askers = ['translation/write-brief', 'translation/translate-batch', 'translation/ask-again']

  it('only that model may be called, by the brief, the translation and the review', () => {
    const resources = resourcesWith('anthropic.claude-x')
    const own = resources.filter(each => !each.startsWith(CHECKER))
    expect(own.map(each => each.split(' ')[0])).toEqual(askers)
    for (const each of own) expect(each).toContain('ap-northeast-2::foundation-model/anthropic.claude-x')
  })

  it('only the check of the meaning may call its model, and it may call no other', () => {
    const resources = resourcesWith('apac.anthropic.claude-x')
    const [own, others] = [true, false].map(isOwn => resources.filter(each => each.startsWith(CHECKER) === isOwn))
    expect(own).toHaveLength(2)
    for (const each of own ?? []) expect(each).toContain('amazon.nova-lite')
    for (const each of others ?? []) expect(each).not.toContain('amazon.nova-lite')
    expect(resourcesWith('apac.anthropic.claude-x', '').filter(each => each.startsWith(CHECKER))).toEqual([])
  })

  it('an inference profile includes the model behind it', () => {
    const resources = resourcesWith('apac.anthropic.claude-x')
    for (const asker of askers) {
      const [profile, model] = resources.filter(each => each.startsWith(asker))
      expect(profile).toContain(':inference-profile/apac.anthropic.claude-x')
      expect(model).toContain('*::foundation-model/anthropic.claude-x')
    }
  })
})

/** Policy statements of the role that Amazon Transcribe assumes. */
function statementsOfTranscribe(): { Action: unknown; Resource: unknown }[] {
  return Object.values(Template.fromStack(sampleApp().site).findResources('AWS::IAM::Policy'))
    .filter(policy => JSON.stringify(policy.Properties.Roles).includes('TranscribeRole'))
    .flatMap(policy => policy.Properties.PolicyDocument.Statement)
}
