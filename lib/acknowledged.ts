import { Stack, Validations } from 'aws-cdk-lib'
import { type HttpApi, HttpRoute } from 'aws-cdk-lib/aws-apigatewayv2'
import type { IConstruct } from 'constructs'
import * as z from 'zod'
import { SOUNDS, SUBTITLES, VIDEOS, WORK } from '../lambdas/contract/media-objects.ts'
import { ROUTES } from '../lambdas/contract/routes.ts'
import type { Api } from './api.ts'
import type { Config } from './config.ts'
import type { LambdaFunction } from './lambda-function.ts'
import { mailIdentities } from './mail.ts'
import type { MediaBucket } from './media-bucket.ts'
import type { People } from './sign-in.ts'
import type { Website } from './website.ts'
import type { Workflow } from './workflow.ts'
import { modelArns } from './workflow-steps.ts'

/** Findings of AWS's checklist (cdk-nag, `AwsSolutions`) that the data stack accepts, each with its reason. */
export function acknowledgeData({ bucket, people }: { bucket: MediaBucket; people: People }): void {
  accept(bucket, 'S1', 'Who took a subtitle is in the activity log; logs of S3 would keep addresses of people besides')
  accept(people, 'COG2', 'Nobody has a password here: a second factor is the social provider’s to ask for')
  accept(people, 'COG8', 'The plus plan watches over passwords, and nobody has one here')
}

export interface SiteParts {
  config: Config
  bucket: MediaBucket
  httpApi: HttpApi
  api: Api
  workflow: Workflow
  website: Website
}

/** Accepted findings of the application stack. */
export function acknowledgeSite(site: Stack, parts: SiteParts): void {
  const { config, httpApi, website, workflow } = parts
  for (const route of httpApi.node.children)
    if (route instanceof HttpRoute && route.path === ROUTES.paymentWebhook.path)
      accept(route, 'APIG4', 'Toss signs nothing: its notice is only a hint to ask Toss, and changes nothing by itself')
  accept(website, 'S1', 'Only CloudFront reads these files, and they hold nothing of anybody')
  accept(website, 'CFR1', 'People may use the service from anywhere')
  accept(website, 'CFR2', 'The API bounds its rate, and each costly act of a person; a firewall may come in front')
  accept(website, 'CFR3', 'Calls are in the log of the API, without addresses; who came for a file is nobody’s concern')
  if (!config.domain)
    accept(website, 'CFR4', 'CloudFront’s own certificate fixes the oldest TLS; with a domain of one’s own it is 1.2')
  for (const machine of [workflow.machine, workflow.closing]) {
    accept(machine, 'SF1', 'Failures are logged; the other steps are in the execution’s own history for 90 days')
    accept(machine, 'SF2', 'The history of an execution tells what a trace would')
    acceptResource(machine, '*', 'Step Functions asks for this to deliver the log; it knows no narrower form')
  }
  acceptWildcards(site, parts)
  acceptDeploymentOfFiles(site, website)
}

function acceptWildcards(site: Stack, { config, bucket, api, workflow }: SiteParts): void {
  const { steps, machine, closing, sweep, sendOwedMails } = workflow
  const objects = Stack.of(bucket).exportValue(bucket.bucketArn)
  for (const pattern of [`${VIDEOS}*`, `${WORK}*`, `${SUBTITLES}*`, SOUNDS])
    acceptResource(site, `${objects}/${pattern}`, 'Behind the prefix stand ids of people and keys of their videos')
  for (const { functionArn } of Object.values(steps))
    for (const caller of [machine, closing])
      acceptResource(caller, `${functionArn}:*`, 'CDK lets a machine call any version of a function; there is one')
  for (const step of [steps.startTranscription, steps.checkTranscription])
    acceptResource(roleOf(step), '*', 'A job of Amazon Transcribe has no name before it is started')
  const translating = roleOf(steps.translateBatch)
  acceptResource(translating, '*', 'Amazon Translate knows no resources')
  for (const asking of [translating, roleOf(steps.writeBrief)])
    for (const arn of modelArns(site, config.bedrockModelId ?? ''))
      if (arn.includes('*')) acceptResource(asking, arn, 'The model, wherever its profile has it run')
  for (const caller of [sweep, api.rooms.submission])
    acceptResource(roleOf(caller), workflow.executionArns(), 'Every execution of the one machine')
  const oneSender = 'The condition names the one sender; a sandbox asks for recipients too'
  for (const sender of [steps.notify, sendOwedMails, api.rooms.account, api.rooms.payment, api.reconcile])
    acceptResource(roleOf(sender), mailIdentities(site), oneSender)
}

/** The function with which CDK copies files into a bucket: its code, runtime and permissions are CDK's. */
function acceptDeploymentOfFiles(site: Stack, { files }: Website): void {
  const itsOwn = 'A function of CDK’s own that runs at deployments only'
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
function roleOf(handler: LambdaFunction): IConstruct {
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
export function flatReference(stack: Stack, value: string): string {
  return reference.parse(stack.resolve(value))
}
