import { randomUUID } from 'node:crypto'
import { AbortMultipartUploadCommand, S3Client } from '@aws-sdk/client-s3'
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest'
import { jsonError } from '#local-aws/aws/service.ts'
import { videoKey } from '../../lambdas/contract/media-objects.ts'
import { nameOf } from '../../lambdas/contract/title.ts'
import type { EntryView } from '../../lambdas/contract/views.ts'
import { EngineError, type SpeechEngine } from '../../local/engines/index.ts'
import { recordedEngines } from '../fixtures/recorded-engines.ts'
import { type Shopper, shopperAt } from '../local/toss/shopper.ts'
import { businessFigures } from '../support/business-figures.ts'
import { eventually } from '../support/eventually.ts'
import { exampleSettings } from '../support/example-settings.ts'
import { announce, closed, media, sendForm, submit } from '../support/journey.ts'
import { smallJpeg } from '../support/jpeg.ts'
import { paddedVideo } from '../support/padded-video.ts'
import { beginParts, completeParts, type PartsUpload, sendParts } from '../support/parts.ts'
import { type Running, running as startStory } from '../support/running.ts'
import { age, alterRow, expectBalancedLedger, makeEmailsDue, rowsOf } from '../support/stored-rows.ts'
import { type Accesses, unusedGrants } from '../support/used-grants.ts'
import { rawCall, type Visitor, visitor } from '../support/visitor.ts'
import { ODD_VIDEOS } from '../support/youtube-samples.ts'

const MB = 1024 ** 2
const engines = recordedEngines('hello')
const accesses: Accesses = new Map()
let hear: SpeechEngine['transcribe']
/** Milliseconds of sound that Amazon Transcribe processed. */
let heardMs = 0
let story: Running
let shopper: Shopper
let hello: Buffer
let large: Buffer

beforeAll(async () => {
  hear = recorded
  story = await startStory({
    assembly: inject('fetchingAssembly'),
    youtubeSamples: ODD_VIDEOS,
    engines: { ...engines, speech: { transcribe: (...given) => hear(...given) } },
    onAccess: (caller, access) => accesses.set(caller, [...(accesses.get(caller) ?? []), access]),
  })
  shopper = shopperAt(`${story.cloud.awsUrl}/toss`, exampleSettings().TOSS_CLIENT_KEY ?? '')
  hello = await media('../../../local/sample/hello.mp4')
  large = await paddedVideo(33 * MB)
})
afterAll(() => story.stop())

const recorded: SpeechEngine['transcribe'] = async (...given) => {
  const recognition = await engines.speech.transcribe(...given)
  heardMs += recognition.durationMs
  return recognition
}
const breaks: SpeechEngine['transcribe'] = async () => {
  throw new EngineError('ENGINE_FAILED', 'the engine broke')
}
const of = ({ key }: { key: string }) => ({ parameters: { key } })
const join = (name: string): Promise<Visitor> => visitor(story.cloud, name)
const codeFor = (address: string) =>
  eventually(() => {
    const email = story.cloud.emails().find(({ to }) => to.includes(address))
    return /\b(\d{6})\b/.exec(email?.text ?? '')?.[1] ?? expect.fail(`no code for ${address}`)
  })
const REJECTED = { status: 400, code: 'MessageRejected', message: 'Address blocked.' }
const VIDEO = { filename: 'a.mp4', size: 1000, type: 'video/mp4', durationSeconds: 60 }
const running = () => story.cloud.executions().filter(({ status }) => status === 'RUNNING')
const emailsTo = (address: string) =>
  story.cloud
    .emails()
    .filter(({ to }) => to.includes(address))
    .map(({ subject }) => subject)

/** Aborts a multipart upload at S3, as the bucket's lifecycle does after a day. */
async function abort({ uid }: Visitor, { entry, uploadId }: PartsUpload): Promise<void> {
  const Bucket = story.cloud.physicalName('Media')
  const Key = videoKey(uid, entry.title)
  await story.cloud.client(S3Client).send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId: uploadId }))
}

/** Confirms a payment at Toss only, as if the function were killed before booking the response. */
async function confirmAtToss(payment: { orderId: string; amount: number; paymentKey: string }): Promise<void> {
  const authorization = `Basic ${Buffer.from(`${exampleSettings().SECRET_TOSS}:`).toString('base64')}`
  const answer = await fetch(`${story.cloud.awsUrl}/toss/v1/payments/confirm`, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json' },
    body: JSON.stringify(payment),
  })
  expect(answer.status, await answer.text()).toBe(200)
}

/** Makes the tables refuse one function's calls. */
function keepFromTables(logicalIdPrefix: string): { end(): void } {
  const { dynamoDb } = story.cloud.services
  const ask = dynamoDb.handle
  dynamoDb.handle = async request =>
    request.caller.startsWith(logicalIdPrefix)
      ? jsonError(400, 'ValidationException', 'as the test asked')
      : ask(request)
  return { end: () => void Object.assign(dynamoDb, { handle: ask }) }
}

const quiet = () => vi.spyOn(console, 'error').mockImplementation(() => undefined)

/** Buys a package; the payment is not confirmed by the page. */
async function paid({ api }: Visitor, id: 'tokens-430', method?: string) {
  const { orderId, amount, orderName } = await api('createPayment', { body: { package: id } })
  const paymentKey = await shopper.begin({ orderId, amount, orderName, method })
  await shopper.choose(paymentKey, 'approve')
  return { orderId, amount, paymentKey }
}

const balance = async ({ api }: Visitor) => (await api('me')).token

describe('a day on the whole service', () => {
  it('with users who sign in, look around, change their address and send inquiries', async () => {
    story.cloud.services.ses.failNext(REJECTED)
    const person = await join('asker')
    await person.api('requestEmailCode', { body: { email: 'new@example.com' } })
    const code = await codeFor('new@example.com')
    await person.api('confirmEmailCode', { body: { email: 'new@example.com', code } })
    const terms = [{ english: 'Jamak', korean: '자막' }]
    expect(await person.api('changeGlossary', { body: { put: terms } })).toEqual({ terms })
    expect(await person.api('readGlossary')).toEqual({ terms })
    const { entry } = await announce(person.api, hello)
    await person.api('inquire', { body: { text: '자막을 고칠 수 있나요?', key: entry.key } })
    await person.api('deleteEntry', of(entry))
    await alterRow(story.cloud, 'Users', { uid: person.uid }, { day_submissions: 30 })
    await makeEmailsDue(story.cloud)
    expect(await person.call('submitVideo', { body: VIDEO })).toMatchObject({ body: { code: 'TOO_MANY_TODAY' } })
    await story.cloud.runRule('WorkflowEmailsEveryFiveMinutes')
    expect(emailsTo('new@example.com')).toContain('반가워요, 토큰 200개를 넣어 드렸어요')
    expect((await person.api('movements')).movements).toHaveLength(3)
    await person.api('closeAllSessions')
  })

  it('with files: a small one, a large one in parts, and one in parts that is given up', async () => {
    const person = await join('uploader')
    const made = await closed(person.api, (await submit(person.api, hello)).key)
    await person.api('downloadSubtitle', { ...of(made), query: { format: 'srt' } })
    await person.api('previewCues', of(made))
    await person.api('storePicture', { ...of(made), body: { jpeg: smallJpeg(192, 108).toString('base64') } })
    const { machine } = await person.api('readProject', of(made))
    const [first] = machine.passages
    const put = first ? [{ ...first, korean: `${first.korean} 정말요` }] : []
    await person.api('saveEdits', { ...of(made), body: { base: 0, put, remove: [] } })
    await person.api('closeReview', { ...of(made), body: { done: true } })
    const wish = { name: '민지', right: 'comment', days: 1, opens: 1 } as const
    const { link, secret } = await person.api('createProofLink', { ...of(made), body: wish })
    const opened = await rawCall(story.cloud.siteUrl, 'openProof', {}, { authorization: `Bearer ${secret}` })
    expect(opened).toMatchObject({ status: 200, body: { link: { name: '민지' } } })
    await person.api('addComment', { ...of(made), body: { sentence: first?.id ?? '', word: 0, text: '확인해 주세요' } })
    await person.api('revokeProofLink', { parameters: { key: made.key, id: link.id } })
    const upload = await beginParts(person.api, large)
    await sendParts(person.api, upload, large, [1, 2, 3])
    await completeParts(person.api, upload)
    await closed(person.api, upload.entry.key)
    const given = await beginParts(person.api, large)
    await abort(person, given)
    await expect(completeParts(person.api, given)).rejects.toThrow('UPLOAD_CLOSED')
    await person.api('cancelEntry', { ...of(given.entry), body: { costs: 0 } })
  })

  it('with links: one to transcribe, one with captions, one that is gone', async () => {
    const person = await join('linker')
    await person.api('quoteYoutube', { parameters: { id: 'jamak-hello' } })
    for (const id of ['jamak-hello', 'jamak-human', 'jamak-gone-']) {
      const url = `https://youtu.be/${id}`
      const { entry } = await person.api('submitYoutube', { body: { url, register: 'polite' } })
      await closed(person.api, entry.key)
    }
  })

  it('with an English subtitle', async () => {
    const person = await join('reader')
    const text = '1\n00:00:01,000 --> 00:00:03,000\nWelcome to Jamak.\n'
    const { entry } = await person.api('submitSubtitle', { body: { filename: 'talk.srt', text } })
    expect((await closed(person.api, entry.key)).status).toBe('done')
  })

  it('with a video that fails, is retried and is deleted', async () => {
    const person = await join('retrier')
    const silenced = quiet()
    hear = breaks
    const failed = await closed(person.api, (await submit(person.api, hello)).key)
    hear = recorded
    silenced.mockRestore()
    const { entry } = await person.api('retryEntry', of(failed))
    expect(await closed(person.api, entry.key)).toMatchObject({ status: 'done' })
    await person.api('deleteEntry', of(entry))
    expect((await person.api('listArchive', { query: { page: '1' } })).total).toBe(1)
    expect((await person.api('listArchive', { query: { page: '1', search: nameOf(entry) } })).total).toBe(1)
  })

  it('with a user who gives up a video during transcription', async () => {
    const person = await join('waverer')
    const begun = Promise.withResolvers<void>()
    const heard = Promise.withResolvers<never>()
    hear = () => {
      begun.resolve()
      return heard.promise
    }
    const entry = await submit(person.api, hello)
    await begun.promise
    await person.api('cancelEntry', { ...of(entry), body: { costs: 100 } })
    const silenced = quiet()
    heard.reject(new EngineError('ENGINE_FAILED', 'nobody waits for it'))
    hear = recorded
    await eventually(() => expect(running()).toEqual([]))
    silenced.mockRestore()
  })

  it('with accidents: a lost event, an abandoned upload, an upload whose entry is gone, a rejected email', async () => {
    const person = await join('unlucky')
    story.cloud.setRuleEnabled('WorkflowUploaded', false)
    const lost = await submit(person.api, hello)
    story.cloud.setRuleEnabled('WorkflowUploaded', true)
    const abandoned = await beginParts(person.api, large)
    await age(story.cloud, lost, 1)
    await age(story.cloud, abandoned.entry, 30)
    for (let emails = 0; emails < 3; emails += 1) story.cloud.services.ses.failNext(REJECTED)
    const heard = Promise.withResolvers<void>()
    hear = async (...given) => {
      await heard.promise
      return recorded(...given)
    }
    story.cloud.services.transcribe.failNext('NotFoundException', 1, 'GetTranscriptionJob')
    await story.cloud.runRule('WorkflowEveryFiveMinutes')
    await eventually(async () => expect((await person.api('readEntry', of(lost))).status).toBe('listening'))
    await age(story.cloud, lost, 1)
    await story.cloud.runRule('WorkflowEveryFiveMinutes')
    heard.resolve()
    hear = recorded
    expect((await closed(person.api, lost.key)).status).toBe('done')
    expect(await closed(person.api, abandoned.entry.key)).toMatchObject({ failure: 'UPLOAD_NEVER_CAME' })
    const { entry, post } = await announce(person.api, hello)
    await person.api('deleteEntry', of(entry))
    await sendForm(post, hello)
    const bucket = story.cloud.physicalName('Media')
    await eventually(() =>
      expect(story.cloud.services.s3.keys(bucket, `videos/${person.uid}/${entry.key}`)).toEqual([]),
    )
    await eventually(() => expect(running()).toEqual([]))
    await makeEmailsDue(story.cloud)
    await story.cloud.runRule('WorkflowEmailsEveryFiveMinutes')
    await eventually(() => expect(emailsTo('unlucky@example.com').join()).toContain('자막이 완성됐어요'))
  })

  it('with series: one without faults, and one whose events are lost and whose email is rejected', async () => {
    const person = await join('serial')
    const series = () => ({ group: { id: randomUUID(), size: 2, series: true } })
    const early = series()
    const told = [await submit(person.api, hello, early), await submit(person.api, hello, early)]
    for (const { key } of told) expect((await closed(person.api, key)).status).toBe('done')
    await eventually(() => expect(emailsTo('serial@example.com')).toContain('자막 2개가 모두 완성됐어요'))

    const rules = ['WorkflowUploaded', 'WorkflowEnded']
    for (const rule of rules) story.cloud.setRuleEnabled(rule, false)
    const late = series()
    const [first, last] = [await submit(person.api, hello, late), await submit(person.api, hello, late)]
    const deliver = async (entry: EntryView) => {
      await age(story.cloud, entry, 1)
      await story.cloud.runRule('WorkflowEveryFiveMinutes')
      expect((await closed(person.api, entry.key)).status).toBe('done')
    }
    const silenced = quiet()
    const unreachable = keepFromTables('WorkflowNotify')
    await deliver(first)
    await eventually(() => expect(running()).toEqual([]))
    unreachable.end()
    silenced.mockRestore()
    // The first video's email stays owed until the last one ends, because one email reports on the whole series.
    await story.cloud.runRule('WorkflowEmailsEveryFiveMinutes')
    story.cloud.services.ses.failNext(REJECTED)
    await deliver(last)
    for (const rule of rules) story.cloud.setRuleEnabled(rule, true)
    await eventually(() => expect(running()).toEqual([]))
    await makeEmailsDue(story.cloud)
    await story.cloud.runRule('WorkflowEmailsEveryFiveMinutes')
    await eventually(() => expect(emailsTo('serial@example.com')).toHaveLength(3))
  })

  it('with payments: by card, by virtual account, given up, forgotten, cancelled with their tokens spent or held', async () => {
    const person = await join('buyer')
    const card = await paid(person, 'tokens-430')
    await person.api('confirmPayment', { body: card })
    const account = await paid(person, 'tokens-430', '가상계좌')
    await person.api('confirmPayment', { body: account })
    await shopper.deposit(account.paymentKey)
    await expect.poll(() => balance(person)).toBe(200 + 430 + 430)
    const { orderId } = await person.api('createPayment', { body: { package: 'tokens-430' } })
    await person.api('failPayment', { body: { orderId, code: 'PAY_PROCESS_CANCELED' } })
    const forgotten = await paid(person, 'tokens-430')
    const unreachable = keepFromTables('ApiPayment')
    await confirmAtToss(forgotten)
    await story.cloud.runRule('ApiEveryTenMinutes')
    unreachable.end()
    await expect.poll(() => balance(person)).toBe(200 + 3 * 430)
    expect((await person.api('readPayment', { parameters: { orderId: forgotten.orderId } })).order.status).toBe('paid')

    // Three videos hold nearly all tokens, so the cancelled payments remain owed until tokens are returned.
    const hidden = await announce(person.api, hello, { durationSeconds: 8000 })
    const shortened = await announce(person.api, hello, { durationSeconds: 900 })
    const broken = await announce(person.api, hello, { durationSeconds: 26 })
    story.cloud.services.ses.failNext(REJECTED)
    for (const { paymentKey } of [card, account, forgotten]) await shopper.cancelInConsole(paymentKey)
    const states = async () => (await person.api('listPayments')).orders.map(({ status }) => status).sort()
    await expect.poll(states).toEqual(['canceled', 'canceled', 'canceled', 'failed'])
    await story.cloud.runRule('ApiEveryTenMinutes')
    expect(await balance(person)).toBe(0)
    const silenced = quiet()
    hear = breaks
    await sendForm(broken.post, hello)
    expect(await closed(person.api, broken.entry.key)).toMatchObject({ status: 'failed' })
    hear = recorded
    silenced.mockRestore()
    await sendForm(shortened.post, hello)
    await closed(person.api, shortened.entry.key)
    expect(await balance(person)).toBe(0)
    await person.api('deleteEntry', of(hidden.entry))
    expect(await balance(person)).toBe(200 - 4)
    expect((await person.api('listPayments')).orders).toHaveLength(4)
  })

  it('with a user who is refunded money and gives up the videos that held the tokens', async () => {
    const person = await join('returner')
    const card = await paid(person, 'tokens-430')
    await person.api('confirmPayment', { body: card })
    const [first, second] = [
      await announce(person.api, hello, { durationSeconds: 1880 }),
      await announce(person.api, hello, { durationSeconds: 1880 }),
    ]
    await shopper.cancelInConsole(card.paymentKey)
    await expect.poll(() => balance(person)).toBe(0)
    await person.api('deleteEntry', of(first.entry))
    expect(await balance(person)).toBe(0)
    await person.api('cancelEntry', { ...of(second.entry), body: { costs: 0 } })
    expect(await balance(person)).toBe(200)
  })

  it('with a user who leaves', async () => {
    const person = await join('leaver')
    await closed(person.api, (await submit(person.api, hello)).key)
    await person.api('leave')
    const again = await join('leaver')
    expect(await balance(again)).toBe(0)
    await again.api('closeSession')
  })
})

describe('after that day', () => {
  it('the ledger balances', async () => {
    await eventually(() => expect(running()).toEqual([]))
    await expectBalancedLedger(story.cloud)
  })

  it('each dashboard figure, computed from the functions’ log lines, matches what happened', async () => {
    const ledger = await rowsOf(story.cloud, 'Ledger')
    const booked = (kind: string) => ledger.filter(({ movement }) => String(movement).split('#')[0] === kind)
    const sum = (rows: Record<string, unknown>[], field: string) =>
      rows.reduce((total, row) => total + Number(row[field]), 0)
    const entries = await rowsOf(story.cloud, 'Archive')
    // A video that its user gave up is not a failure.
    const causes = Object.groupBy(
      entries.filter(({ status, failure }) => status === 'failed' && failure !== 'CANCELED'),
      ({ failure }) => String(failure),
    )
    const payments = await rowsOf(story.cloud, 'Payments')
    const figures = await businessFigures(inject('fetchingAssembly'), story.cloud.logs())
    expect(figures.values).toEqual({
      Submissions: booked('hold').length,
      MinutesHeard: expect.closeTo(heardMs / 60_000, 1),
      TokensSold: sum(booked('purchase'), 'amount'),
      WonSold: sum(
        payments.filter(({ order_id }) =>
          booked('purchase').some(({ movement }) => movement === `purchase#${order_id}`),
        ),
        'amount',
      ),
      TokensGiven: sum(booked('signup'), 'amount'),
      Refunds: Object.fromEntries(Object.entries(causes).map(([cause, rows]) => [cause, rows?.length])),
    })
    expect(Object.keys(figures.values.Refunds).sort()).toEqual([
      'ENGINE_ERROR',
      'UPLOAD_NEVER_CAME',
      'YOUTUBE_UNAVAILABLE',
    ])
    expect(figures.waits).toHaveLength(13)
    for (const minutes of figures.waits) expect(minutes).toBeGreaterThanOrEqual(0)
    expect(figures.recognitionUsd).toBeCloseTo((heardMs / 60_000) * figures.minuteUsd, 3)
  })

  it('every grant was used, except those explained here', async () => {
    const unused = await unusedGrants(inject('fetchingAssembly'), accesses)
    expect(unused.filter(grant => !EXPLAINED.some(([pattern]) => pattern.test(grant)))).toEqual([])
    expect(EXPLAINED.filter(([pattern]) => !unused.some(grant => pattern.test(grant)))).toEqual([])
  })
})

/** Grants that no story of this file uses, each with its reason. */
const EXPLAINED: [RegExp, string][] = [
  [/ logs:(CreateLogStream|PutLogEvents) log-group:/, 'Lambda writes the lines of a function under its role'],
  [
    /^Workflow(Video|Closing)Role logs:\w+ \*$/,
    'Step Functions sets up the delivery of its log under the role; the log is not played here',
  ],
  [
    /^Workflow(Video|Closing)Role lambda:InvokeFunction function:\w+:\*$/,
    'CDK grants the versions of a function beside the function; none of ours has versions',
  ],
  [
    /^WorkflowTranscribeRole s3:/,
    'Amazon Transcribe reads and writes under this role, which its stand-in does not take on',
  ],
  [
    /^translation\/write-brief (dynamodb|s3):/,
    'has a model read the transcript; this day has none: test/translation/brief.test.ts',
  ],
  [
    /^translation\/ask-again (dynamodb|s3):/,
    'calls a model for a user; this day has none: test/translation/ask-again.test.ts, youtube-text.test.ts',
  ],
  [
    /^closing\/sweep (?:s3:DeleteObject .*\/srts\/\*|dynamodb:GetItem .*Users|dynamodb:Query table\/TablesArchive)$/,
    'removes subtitles of users who no longer exist, at certain hours: test/closing/sweep.test.ts',
  ],
  [
    /^delivery\/write-subtitle s3:DeleteObject .*\/srts\/\*$/,
    'removes what it wrote for an entry that was closed at the same moment: test/delivery/write-subtitle.test.ts',
  ],
  [
    /^email\/send-owed dynamodb:GetItem table\/Tables(?:Ledger|Payments)$/,
    'sends emails about orders that the payment functions left: test/payment/crash.test.ts',
  ],
  [
    /^account\/account dynamodb:UpdateItem table\/TablesPayments$/,
    'lets the orders of a user who leaves expire: test/account/leave.test.ts',
  ],
  [
    /^payment\/reconcile dynamodb:GetItem table\/TablesLedger$/,
    'reads which cancellations are booked: test/payment/reconcile.test.ts',
  ],
  [
    /^(?:source\/settle|closing\/refund) dynamodb:(?:Get|Update)Item table\/TablesService$/,
    'counts against a program’s key; this day has none: test/journey/api-keys.test.ts, test/records/api-keys.test.ts',
  ],
  [
    /^delivery\/send-webhooks (?:dynamodb|s3):/,
    'reports to programs; this day has none: test/journey/api-examples.test.ts, test/delivery/webhooks.test.ts',
  ],
  [
    /^(?:submission\/submission s3:PutObject .*\/scripts\/\*\.json|transcription\/read-transcript s3:ListBucket \S+)$/,
    'keeps and looks for a script of the video’s user; this day has none: test/journey/variant.test.ts',
  ],
  [
    /^translation\/check-meaning (?:dynamodb|s3):/,
    'has a second model read the translations; this day has none: test/translation/check-meaning.test.ts',
  ],
]
