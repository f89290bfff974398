import { SFNClient, StopExecutionCommand } from '@aws-sdk/client-sfn'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { FailureCode } from '../../lambdas/contract/archive-entry.ts'
import type { EntryView } from '../../lambdas/contract/views.ts'
import type { SpeechEngine, Transcription } from '../../local/engines/index.ts'
import { recordedEngines } from '../fixtures/recorded-engines.ts'
import { eventually } from '../support/eventually.ts'
import { closed, media, submit } from '../support/journey.ts'
import { expectNoPersonalData } from '../support/log-privacy.ts'
import { setUpStory } from '../support/running.ts'
import { age, expectBalancedLedger, makeEmailsDue } from '../support/stored-rows.ts'
import { injectTransientErrors } from '../support/transient-errors.ts'
import { type Visitor, visitor } from '../support/visitor.ts'

const engines = recordedEngines('hello')
const NOBODY: Transcription = { words: [], language: 'en-US', languageScore: 0.9, durationMs: 3000 }
let hear: SpeechEngine['transcribe']
const story = await setUpStory({ engines: { ...engines, speech: { transcribe: (...file) => hear(...file) } } })
let hello: Buffer
let person: Visitor
let people = 0

beforeAll(async () => {
  hello = await media('../../../local/sample/hello.mp4')
})
beforeEach(async () => {
  hear = file => engines.speech.transcribe(file)
  people += 1
  person = await visitor(story.cloud, `person-${people}`)
})

async function made(by = person): Promise<EntryView> {
  const { key } = await submit(by.api, hello)
  return closed(by.api, key)
}

async function expectRefunded(entry: EntryView, failure: FailureCode): Promise<void> {
  expect(entry).toMatchObject({ status: 'failed', failure, used_token: 0, refunded: 4 })
  expect((await person.api('me')).token).toBe(200)
}

const emailsOf = ({ name }: Visitor) =>
  story.cloud
    .emails()
    .filter(email => email.to.includes(`${name}@example.com`))
    .map(email => email.subject.split(':')[0])
    .reverse()
const WELCOME = '반가워요, 토큰 200개를 넣어 드렸어요'
const RECEIVED = '영상을 받았어요'
const DONE = '자막이 완성됐어요'
const FAILED = '자막을 만들지 못했어요'

describe('a video survives transient errors', () => {
  it('of the tables and the bucket, before and after a write', async () => {
    const both = await Promise.all(['one', 'two'].map(name => visitor(story.cloud, name)))
    const errors = injectTransientErrors(story.cloud, 7)
    const entries = await Promise.all(both.map(made))
    errors.end()
    expect(errors.count).toBeGreaterThan(10)
    expect(entries).toMatchObject(Array(2).fill({ status: 'done', used_token: 4 }))
  })

  it('of Amazon Transcribe and Amazon Translate, whatever the error', async () => {
    const { transcribe, translate } = story.cloud.services
    for (const error of ['LimitExceededException', 'InternalFailureException', 'ServiceUnavailableException'])
      for (const call of ['StartTranscriptionJob', 'GetTranscriptionJob']) transcribe.failNext(error, 1, call)
    for (const error of ['TooManyRequestsException', 'InternalServerException', 'ServiceUnavailableException'])
      translate.failNext(error)
    expect(await made()).toMatchObject({ status: 'done', certificate: { flags: {} } })
  })

  it('of SES: a throttled email is sent later, once', async () => {
    const throttle = { status: 400, code: 'Throttling', message: 'Maximum sending rate exceeded.' }
    for (let times = 0; times < 4; times += 1) story.cloud.services.ses.failNext(throttle)
    expect((await made()).status).toBe('done')
    await eventually(() => expect(emailsOf(person)).toEqual([WELCOME, RECEIVED, DONE]))
  })
})

describe('a lasting outage', () => {
  it('of Amazon Transcribe ends in a refund', async () => {
    story.cloud.services.transcribe.failNext('InternalFailureException', 18, 'StartTranscriptionJob')
    await expectRefunded(await made(), 'ENGINE_ERROR')
  })

  it.each([
    ['transcribe', 'BadRequestException'],
    ['translate', 'TextSizeLimitExceededException'],
  ] as const)('of Amazon %s that fails with %s ends in an immediate refund', async (service, error) => {
    story.cloud.services[service].failNext(error)
    await expectRefunded(await made(), 'INTERNAL')
  })

  it('of Amazon Translate for one sentence flags that sentence and delivers the rest', async () => {
    story.cloud.services.translate.failNext('InvalidRequestException', 8)
    expect(await made()).toMatchObject({ status: 'done', certificate: { flags: { translation: expect.any(Number) } } })
  })

  it('that hides the end of an execution is noticed by the sweeper, which closes the video', async () => {
    const heard = Promise.withResolvers<Transcription>()
    hear = () => heard.promise
    story.cloud.setRuleEnabled('WorkflowNotEndedWell', false)
    const { uid, key } = await submit(person.api, hello)
    const entry = () => person.api('readEntry', { parameters: { key } })
    await eventually(async () => expect((await entry()).status).toBe('listening'))
    const executionArn = story.cloud.executions().find(({ name }) => name.endsWith(`${uid}-${key}`))?.arn
    await story.cloud.client(SFNClient).send(new StopExecutionCommand({ executionArn }))
    await age(story.cloud, { uid, key }, 1)
    expect((await entry()).status).toBe('listening')
    await story.cloud.runRule('WorkflowEveryFiveMinutes')
    await expectRefunded(await closed(person.api, key), 'ABORTED')
    story.cloud.setRuleEnabled('WorkflowNotEndedWell', true)
    heard.resolve(NOBODY)
  })
})

describe('an outage of SES', () => {
  const REJECTED = { status: 400, code: 'MessageRejected', message: 'Address blocked.' }
  const PAUSED = { status: 400, code: 'AccountSendingPausedException', message: 'Sending is paused.' }

  it('fails no video', async () => {
    for (const error of [REJECTED, PAUSED]) story.cloud.services.ses.failNext(error)
    expect((await made()).status).toBe('done')
    await eventually(() => expect(runningExecutions()).toBe(0))
    expect(emailsOf(person)).toEqual([WELCOME])
  })

  it('keeps the email about a failure owed until it is sent, once, after its pause', async () => {
    hear = async () => NOBODY
    const ses = story.cloud.services.ses
    const { key } = await submit(person.api, hello)
    await eventually(() => expect(emailsOf(person)).toContain(RECEIVED))
    ses.failNext(REJECTED)
    await expectRefunded(await closed(person.api, key), 'NO_SPEECH')
    await eventually(() => expect(runningExecutions()).toBe(0))
    await makeEmailsDue(story.cloud)
    for (let rounds = 0; rounds < 2; rounds += 1) await story.cloud.runRule('WorkflowEmailsEveryFiveMinutes')
    await eventually(() => expect(emailsOf(person)).toEqual([WELCOME, RECEIVED, FAILED]))
  })
})

const runningExecutions = (): number => story.cloud.executions().filter(({ status }) => status === 'RUNNING').length

it('after all stories the ledger balances, no email was sent twice, and the logs contain no personal data', async () => {
  await eventually(() => expect(runningExecutions()).toBe(0))
  await expectBalancedLedger(story.cloud)
  const emails = story.cloud.emails().map(({ to, subject }) => `${to} ${subject}`)
  expect(new Set(emails).size).toBe(emails.length)
  expectNoPersonalData(story.cloud, 'person-', 'talk.mp4', '환영해요')
})
