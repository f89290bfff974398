import { mkdtempSync, rmSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { DynamoDBDocumentClient, GetCommand } from '@aws-sdk/lib-dynamodb'
import { HttpApi, HttpMethod } from 'aws-cdk-lib/aws-apigatewayv2'
import { HttpLambdaIntegration } from 'aws-cdk-lib/aws-apigatewayv2-integrations'
import { CfnResponseHeadersPolicy } from 'aws-cdk-lib/aws-cloudfront'
import { AttributeType, TableV2 } from 'aws-cdk-lib/aws-dynamodb'
import { Rule } from 'aws-cdk-lib/aws-events'
import { LambdaFunction } from 'aws-cdk-lib/aws-events-targets'
import { Function as CdkFunction, Code, Runtime } from 'aws-cdk-lib/aws-lambda'
import { CfnStateMachine } from 'aws-cdk-lib/aws-stepfunctions'
import { buildSync } from 'esbuild'
import { afterAll, describe, expect, inject, it } from 'vitest'
import { parseSrt } from '#subtitle-engine'
import { createApp } from '../../lib/app.ts'
import type { AppStack } from '../../lib/app-stack.ts'
import { readConfig } from '../../lib/config.ts'
import { createBedrock } from '../../local/ai/converse/index.ts'
import { expectedTool } from '../../local/ai/converse/wire.ts'
import { recordedEngines } from '../fixtures/recorded-engines.ts'
import { eventually } from '../support/eventually.ts'
import { exampleSettings } from '../support/example-settings.ts'
import { closed, expectRefunded, media, submit } from '../support/journey.ts'
import { gibberish, PLAYED_FINDING, playedGibberishModel, playedModel } from '../support/played-model.ts'
import { setUpStory } from '../support/running.ts'

// Echoes HTTP requests and stores events in the table.
const HANDLER = `
import { DynamoDBClient, PutItemCommand } from '@aws-sdk/client-dynamodb'
export const handler = async event => {
  if (event.requestContext) return { statusCode: 200, body: JSON.stringify({ variant: event.rawPath }) }
  const Item = { id: { S: event.detail.id }, kind: { S: event['detail-type'] } }
  await new DynamoDBClient({}).send(new PutItemCommand({ TableName: process.env.TABLE, Item }))
}`

const folder = mkdtempSync(join(tmpdir(), 'jamak-variant-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const bedrock = createBedrock(playedModel())

buildSync({
  stdin: { contents: HANDLER, resolveDir: import.meta.dirname },
  outfile: join(folder, 'handler', 'index.cjs'),
  bundle: true,
  platform: 'node',
})
const { app, site } = createApp({
  config: readConfig({ ...exampleSettings(), TRANSLATOR: 'bedrock' }),
  bundles: inject('bundles'),
  page: inject('page'),
  outdir: join(folder, 'cdk.out'),
  validation: false,
})
addOneMore(site, join(folder, 'handler'))
app.synth()

const engines = recordedEngines('bicycle')
/** Replaces Amazon Translate's texts. */
let { translate } = engines.translation
const story = await setUpStory({
  assembly: join(folder, 'cdk.out'),
  engines: { ...engines, translation: { translate: (...job) => translate(...job) } },
})
Object.assign(story.cloud.services.bedrock, { handle: bedrock.handle })

describe('the local cloud runs, without a change to it,', () => {
  it('an additional route', async () => {
    const answer = await fetch(`${story.cloud.siteUrl}/api/variant`)
    expect(await answer.json()).toEqual({ variant: '/api/variant' })
  })

  it('an additional response header', async () => {
    expect((await fetch(story.cloud.siteUrl)).headers.get('x-variant')).toBe('one more')
  })

  it('an additional event rule and the table that its target writes', async () => {
    story.cloud.putEvent({ source: 'variant', 'detail-type': 'Something', detail: { id: 'first' } })
    const dynamo = DynamoDBDocumentClient.from(story.cloud.client(DynamoDBClient))
    const command = new GetCommand({ TableName: story.cloud.physicalName('OneMoreTable'), Key: { id: 'first' } })
    await eventually(async () => expect((await dynamo.send(command)).Item).toEqual({ id: 'first', kind: 'Something' }))
  })

  it('an additional state of the workflow, and a language model with its brief, its mistakes and its refusals', async () => {
    const api = await story.person('variant')
    await api('changeGlossary', { body: { put: [{ english: 'boneshaker', korean: '본셰이커' }] } })
    const text = await readFile(new URL('../fixtures/media/bicycle.txt', import.meta.url), 'utf8')
    const { id: script } = await api('storeScript', { body: { text, notes: 'Slide 1: Karl von Drais' } })
    const { uid, key } = await submit(api, await media('bicycle.mp4'), { durationSeconds: 84, script })
    const done = await closed(api, key)
    const execution = story.cloud.executions().find(({ name }) => name.endsWith(`${uid}-${key}`))
    expect(execution?.history().map(({ state }) => state)).toContain('OneMoreState')

    expect(done).toMatchObject({ status: 'done', certificate: { rehearsal: false } })
    // The model did answer; its refusal was replaced, so the sentence is one to check.
    expect(done.certificate?.steppedIn).toBeUndefined()
    expect(done.certificate?.doubts).toBeGreaterThan(0)
    const { url } = await api('downloadSubtitle', { parameters: { key }, query: { format: 'srt' } })
    const shown = parseSrt(await (await fetch(url)).text())
      .flatMap(({ lines }) => lines)
      .join(' ')
    // In order: the name by rule, the user's term before the brief's, the second look's text, and Amazon Translate's text for the refused one.
    for (const text of ['카를 폰 드라이스라는', "'본셰이커'라고", '배고픔의 답으로', '이 이야기에서 힘을 얻어요'])
      expect(shown).toContain(text)
    for (const text of ['칼 폰', '뼈 흔들이', '|', 'sorry']) expect(shown).not.toContain(text)
    const { brief, machine } = await api('readProject', { parameters: { key } })
    expect(brief?.terms.map(({ english }) => english)).toEqual(['Karl von Drais', 'boneshaker', 'Paris'])
    expect(machine.passages.filter(({ ends }) => ends).length).toBeGreaterThan(3)
    const tools = bedrock.requests().map(({ input }) => expectedTool(input)?.name)
    expect([...new Set(tools)]).toEqual(['deliver_brief', 'deliver_translations', 'report_findings'])
    expect(done.certificate?.script?.confirmed).toBeGreaterThan(150)
    // A model of another family compared every sentence and reported one.
    const { checked = 0, of, by } = done.certificate?.meaning ?? {}
    expect({ by, checked }).toEqual({ by: 'nova-lite', checked: of })
    expect(machine.passages.flatMap(({ finding }) => finding ?? [])).toEqual([PLAYED_FINDING])
  })
})

describe('a text for YouTube', () => {
  it('is written by one request, outdated after an edit, and kept until the entry is deleted', async () => {
    const api = await story.person('variant')
    const { key } = (await api('listArchive')).entries[0] ?? { key: '' }
    const parameters = { key }
    const before = bedrock.requests().length
    expect(await api('readYoutubeText', { parameters })).toEqual({ isOutdated: false, left: 10 })
    const view = await api('writeYoutubeText', { parameters })
    expect(view.text).toMatchObject({
      title: '자전거의 역사',
      description: '카를 폰 드라이스가 만든 자전거 이야기예요.',
      chapters: [{ seconds: 0, title: '여는 말' }, { title: '처음 나온 자전거' }, { title: '파리의 자전거' }],
    })
    const { machine } = await api('readProject', { parameters })
    const starts = machine.passages.map(({ from }) => Math.floor((machine.words[from]?.[1] ?? 0) / 1000))
    for (const { seconds } of view.text?.chapters.slice(1) ?? []) expect(starts).toContain(seconds)
    expect(await api('readYoutubeText', { parameters })).toEqual({ ...view, left: 9 })
    expect(bedrock.requests()).toHaveLength(before + 1)
    const [first] = machine.passages
    const put = first ? [{ ...first, korean: '자전거 이야기예요.', breaks: [] }] : []
    await api('saveEdits', { parameters, body: { base: 0, put, remove: [] } })
    expect(await api('readYoutubeText', { parameters })).toMatchObject({ text: view.text, isOutdated: true })
    expect(await api('writeYoutubeText', { parameters })).toMatchObject({ isOutdated: false, left: 8 })
    await api('deleteEntry', { parameters })
    await expect(api('readYoutubeText', { parameters })).rejects.toMatchObject({ code: 'NO_VIDEO' })
  })
})

describe('a file whose translators write gibberish', () => {
  it('is not delivered as done: its owner gets the tokens back and an email that says what to do', async () => {
    Object.assign(story.cloud.services.bedrock, { handle: createBedrock(playedGibberishModel()).handle })
    translate = async texts => texts.map(gibberish)
    const api = await story.person('gibberish')
    const { key } = await submit(api, await media('bicycle.mp4'), { durationSeconds: 84 })
    const failed = await closed(api, key)
    await expectRefunded(story.cloud, api, failed, 'BAD_TRANSLATION')
    expect(failed.failureText).toMatch(/다시 시도해 주세요\.$/)
    expect(failed.certificate).toBeUndefined()
    await expect(api('downloadSubtitle', { parameters: { key }, query: { format: 'srt' } })).rejects.toThrow()
  })
})

function addOneMore(site: AppStack, handler: string): void {
  const table = new TableV2(site, 'OneMoreTable', { partitionKey: { name: 'id', type: AttributeType.STRING } })
  const target = new CdkFunction(site, 'OneMoreFunction', {
    runtime: Runtime.NODEJS_24_X,
    handler: 'index.handler',
    code: Code.fromAsset(handler),
    environment: { TABLE: table.tableName },
  })
  table.grant(target, 'dynamodb:PutItem')
  new Rule(site, 'OneMoreRule', { eventPattern: { source: ['variant'] }, targets: [new LambdaFunction(target)] })

  const resources = site.node.findAll()
  const api = resources.find(construct => construct instanceof HttpApi)
  api?.addRoutes({
    path: '/api/variant',
    methods: [HttpMethod.GET],
    integration: new HttpLambdaIntegration('OneMore', target),
  })

  const headers = resources.find(construct => construct instanceof CfnResponseHeadersPolicy)
  headers?.addPropertyOverride('ResponseHeadersPolicyConfig.CustomHeadersConfig.Items', [
    { Header: 'X-Variant', Value: 'one more', Override: true },
  ])
  const machine = resources.find(
    construct => construct instanceof CfnStateMachine && construct.node.path.includes('Workflow/Video'),
  )
  if (!(machine instanceof CfnStateMachine)) throw new Error('the app has no workflow')
  const definition = JSON.stringify(site.resolve(machine.definitionString))
    .replace(inJson('"StartAt":"SendReceivedEmail"'), inJson('"StartAt":"OneMoreState"'))
    .replace(inJson('"States":{'), inJson('"States":{"OneMoreState":{"Type":"Pass","Next":"SendReceivedEmail"},'))
  machine.addPropertyOverride('DefinitionString', JSON.parse(definition))
}

/** A fragment of the definition as the template's JSON contains it. */
function inJson(piece: string): string {
  return JSON.stringify(piece).slice(1, -1)
}
