import { Stack, Validations } from 'aws-cdk-lib'
import { type HttpApi, HttpRoute } from 'aws-cdk-lib/aws-apigatewayv2'
import type { IConstruct } from 'constructs'
import * as z from 'zod'
import { EVERY_ROUTE, V1_ROUTES } from '../lambdas/contract/every-route.ts'
import {
  CAPTIONS,
  HEARD,
  HEARING,
  SCRIPTS,
  SOUNDS,
  SUBTITLE_INPUTS,
  SUBTITLES,
  VIDEOS,
  WORK,
  YOUTUBE_TEXTS,
} from '../lambdas/contract/media-objects.ts'
import { ROUTES, type Route } from '../lambdas/contract/routes.ts'
import type { Api } from './api.ts'
import type { Config } from './config.ts'
import { emailResources } from './email.ts'
import type { LambdaFunction } from './lambda-function.ts'
import type { MediaBucket } from './media-bucket.ts'
import type { AppUsers } from './sign-in.ts'
import type { Website } from './website.ts'
import type { Workflow } from './workflow.ts'
import { modelArns, transcriptionJobs } from './workflow-steps.ts'

/** Findings of cdk-nag's AwsSolutions rules that the data stack accepts, each with its reason. */
export function acknowledgeData({ bucket, users }: { bucket: MediaBucket; users: AppUsers }): void {
  accept(
    bucket,
    'S1',
    'The activity log records who downloaded a subtitle; S3 access logs would also store IP addresses',
  )
  accept(users, 'COG2', 'There are no passwords: a second factor is up to the social provider')
  accept(users, 'COG8', 'The Plus plan protects passwords, and there are none')
}

export interface SiteParts {
  config: Config
  bucket: MediaBucket
  httpApi: HttpApi
  api: Api
  workflow: Workflow
  website: Website
}

/** Reasons for the routes without an authorizer. */
const OPEN_ROUTES: Record<string, string> = {
  [ROUTES.paymentWebhook.path]:
    'Toss does not sign its webhooks; a webhook only triggers a query to Toss and changes nothing by itself',
  [ROUTES.priceYoutube.path]:
    'Tells guests the length of a public video and nothing of ours; it has a small share and an allowance',
  [V1_ROUTES.openapi.path]: 'Describes the interface for programs; it has a small share',
  ...Object.fromEntries(
    Object.values<Route>(EVERY_ROUTE)
      .filter(({ access }) => access === 'key' || access === 'link')
      .map(({ path }) => [
        path,
        'The function checks the key or link before anything else: a revoked one is refused at once, with a stable code',
      ]),
  ),
}

/** Accepted findings of the application stack. */
export function acknowledgeSite(site: Stack, parts: SiteParts): void {
  const { config, httpApi, website, workflow } = parts
  for (const route of httpApi.node.children) {
    if (!(route instanceof HttpRoute)) continue
    const reason = route.path && OPEN_ROUTES[route.path]
    if (reason) accept(route, 'APIG4', reason)
  }
  accept(website, 'S1', 'Only CloudFront reads these files, and they contain no personal data')
  accept(website, 'CFR1', 'People may use the service from anywhere')
  accept(website, 'CFR2', 'The API limits its request rate and each person’s costly operations; a firewall is optional')
  accept(website, 'CFR3', 'The API logs its calls without IP addresses; downloads of static files need no log')
  if (!config.domain)
    accept(
      website,
      'CFR4',
      'CloudFront’s default certificate fixes the minimum TLS version; with a custom domain it is 1.2',
    )
  for (const machine of [workflow.machine, workflow.closing]) {
    accept(machine, 'SF1', 'Failures are logged; the execution history keeps every step for 90 days')
    accept(machine, 'SF2', 'The execution history holds what a trace would show')
    acceptResource(machine, '*', 'Step Functions needs this to deliver logs and supports no narrower resource')
  }
  acceptWildcards(site, parts)
  acceptDeploymentOfFiles(site, website)
}

const IN_EACH_REGION = 'The model in each region that its inference profile may use'

function acceptWildcards(site: Stack, { config, bucket, api, workflow }: SiteParts): void {
  const { steps, machine, closing, resumeTranscription, sweep, sendOwedEmails } = workflow
  const objects = Stack.of(bucket).exportValue(bucket.bucketArn)
  for (const pattern of [
    `${VIDEOS}*`,
    `${WORK}*`,
    `${SUBTITLES}*`,
    SOUNDS,
    HEARD,
    CAPTIONS,
    SCRIPTS,
    YOUTUBE_TEXTS,
    ...SUBTITLE_INPUTS,
  ])
    acceptResource(site, `${objects}/${pattern}`, 'The wildcard stands for user ids and the keys of their videos')
  if (steps.hearSound)
    acceptResource(
      requireRole(steps.hearSound),
      `${objects}/${HEARING}*`,
      'The wildcard stands for the files of the weights',
    )
  for (const { functionArn } of Object.values(steps))
    for (const caller of [machine, closing])
      acceptResource(
        caller,
        `${functionArn}:*`,
        'CDK grants a state machine every version of a function; there is only one',
      )
  for (const step of [steps.startTranscription, steps.checkTranscription])
    acceptResource(requireRole(step), '*', 'An Amazon Transcribe job has no ARN before it starts')
  const itsJobs = 'The wildcard stands for the names of jobs, which are made of entries'
  acceptResource(requireRole(steps.checkTranscription), transcriptionJobs(site), itsJobs)
  for (const returning of [steps.checkTranscription, resumeTranscription])
    acceptResource(
      requireRole(returning),
      '*',
      'The token in the request names the task; the action supports no resource',
    )
  const translating = requireRole(steps.translateBatch)
  acceptResource(translating, '*', 'Amazon Translate does not support resource-level permissions')
  for (const asking of [translating, requireRole(steps.writeBrief), requireRole(api.functions.askAgain)])
    for (const arn of modelArns(site, config.bedrockModelId ?? ''))
      if (arn.includes('*')) acceptResource(asking, arn, IN_EACH_REGION)
  for (const arn of modelArns(site, config.checkingModel ?? ''))
    if (arn.includes('*')) acceptResource(requireRole(steps.checkMeaning), arn, IN_EACH_REGION)
  for (const caller of [sweep, api.functions.submission])
    acceptResource(
      requireRole(caller),
      workflow.executionArns(),
      'Every execution of the only state machine that runs videos',
    )
  const oneSender = 'A condition restricts the sender; the SES sandbox also checks recipients'
  for (const sender of [steps.notify, sendOwedEmails, api.functions.account, api.functions.payment, api.reconcile])
    for (const resource of emailResources(site)) acceptResource(requireRole(sender), resource, oneSender)
}

/** The function with which CDK copies files into a bucket; its code, runtime and permissions come from CDK. */
function acceptDeploymentOfFiles(site: Stack, { files }: Website): void {
  const itsOwn = 'CDK’s own function, which runs only during deployments'
  const assets = `arn:${site.partition}:s3:::cdk-hnb659fds-assets-${site.account}-${site.region}`
  const basic = `arn:${site.partition}:iam::aws:policy/service-role/AWSLambdaBasicExecutionRole`
  for (const handler of site.node.children.filter(({ node }) => node.id.startsWith('Custom::CDKBucketDeployment'))) {
    accept(handler, 'L1', itsOwn)
    accept(handler, `IAM4[Policy::${flatReference(site, basic)}]`, itsOwn)
    for (const action of ['GetObject*', 'GetBucket*', 'List*', 'DeleteObject*', 'Abort*'])
      accept(handler, `IAM5[Action::s3:${action}]`, itsOwn)
    for (const arn of ['*', `${assets}/*`, `${files.bucketArn}/*`]) acceptResource(handler, arn, itsOwn)
  }
}

/** The role that holds a function's permissions. */
function requireRole(handler: LambdaFunction): IConstruct {
  return handler.role ?? handler
}

function acceptResource(construct: IConstruct, arn: string, reason: string): void {
  accept(construct, `IAM5[Resource::${flatReference(Stack.of(construct), arn)}]`, reason)
}

function accept(construct: IConstruct, rule: string, reason: string): void {
  Validations.of(construct).acknowledge({ id: `AwsSolutions-${rule}`, reason })
}

const part = z.union([
  z.string(),
  z.strictObject({ Ref: z.string() }).transform(({ Ref }) => `<${Ref}>`),
  z.strictObject({ 'Fn::GetAtt': z.array(z.string()) }).transform(found => `<${found['Fn::GetAtt'].join('.')}>`),
  z.strictObject({ 'Fn::ImportValue': z.string() }).transform(found => found['Fn::ImportValue']),
])
const joined = z.strictObject({ 'Fn::Join': z.tuple([z.literal(''), z.array(part)]) })
const reference = z.union([part, joined.transform(found => found['Fn::Join'][1].join(''))])

/** A CloudFormation reference as the one-line text that cdk-nag uses: `arn:<AWS::Partition>:s3:::x/*`. */
function flatReference(stack: Stack, value: string): string {
  return reference.parse(stack.resolve(value))
}
