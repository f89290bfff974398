import { Duration, RemovalPolicy, Stack } from 'aws-cdk-lib'
import { CfnStage, HttpApi, HttpMethod, HttpNoneAuthorizer, type HttpRoute } from 'aws-cdk-lib/aws-apigatewayv2'
import { HttpJwtAuthorizer } from 'aws-cdk-lib/aws-apigatewayv2-authorizers'
import { HttpLambdaIntegration } from 'aws-cdk-lib/aws-apigatewayv2-integrations'
import { Rule, Schedule } from 'aws-cdk-lib/aws-events'
import { LambdaFunction as LambdaTarget } from 'aws-cdk-lib/aws-events-targets'
import { PolicyStatement } from 'aws-cdk-lib/aws-iam'
import { LogGroup } from 'aws-cdk-lib/aws-logs'
import { Construct } from 'constructs'
import { EVERY_ROUTE, V1_ROUTES } from '../lambdas/contract/every-route.ts'
import type { ApiFunctionName } from '../lambdas/contract/functions.ts'
import { SCRIPTS, SUBTITLE_INPUTS, SUBTITLES, VIDEOS, WORK, YOUTUBE_TEXTS } from '../lambdas/contract/media-objects.ts'
import { RETENTION } from '../lambdas/contract/retention.ts'
import { ROUTES, type Route } from '../lambdas/contract/routes.ts'
import type { EnvironmentName } from '../lambdas/runtime/environment.ts'
import { grantEmail, OUTBOX_ACTIONS } from './email.ts'
import { LambdaFunction, type SharedProps, secretArn } from './lambda-function.ts'
import type { SignIn } from './sign-in.ts'
import type { Workflow } from './workflow.ts'
import { modelAccess, modelEnvironment } from './workflow-steps.ts'

/** Access log: route, outcome and duration; nothing about the caller and no ids of entries. */
const ACCESS_LOG = {
  request: '$context.requestId',
  route: '$context.routeKey',
  status: '$context.status',
  milliseconds: '$context.responseLatency',
  integration: '$context.integrationStatus',
  integrationError: '$context.integrationErrorMessage',
  refusal: '$context.error.responseType',
}

/**
 * An access token has at least one of these scopes, an ID token none. Cognito does not document which of them a token
 * keeps after `GetTokensFromRefreshToken`, so either one suffices.
 */
const ACCESS_SCOPES = ['openid', 'aws.cognito.signin.user.admin']

/** Requests per second of all callers together, and the burst size. */
const RATE = 100
const BURST = 200
/**
 * Routes with their own limits: traffic elsewhere must not block payment confirmations or Toss's webhooks, and anonymous
 * price requests must not block anybody.
 */
const OWN_SHARES: readonly { route: Route; rate: number; burst: number }[] = [
  { route: ROUTES.confirmPayment, rate: 50, burst: 100 },
  { route: ROUTES.paymentWebhook, rate: 50, burst: 100 },
  { route: ROUTES.priceYoutube, rate: 5, burst: 10 },
  { route: V1_ROUTES.openapi, rate: 5, burst: 10 },
]

/** An API without routes: the distribution refers to it before the functions exist, which need the site's address. */
export function createHttpApi(scope: Construct): HttpApi {
  const api = new HttpApi(scope, 'HttpApi', { description: `Jamak of ${Stack.of(scope).stackName}` })
  const logs = new LogGroup(scope, 'HttpApiLogs', {
    logGroupName: `/aws/vendedlogs/apis/${Stack.of(scope).stackName}`,
    retention: RETENTION.logDays,
    removalPolicy: RemovalPolicy.DESTROY,
  })
  const stage = api.defaultStage?.node.defaultChild
  if (stage instanceof CfnStage) {
    stage.defaultRouteSettings = { throttlingRateLimit: RATE, throttlingBurstLimit: BURST }
    stage.accessLogSettings = { destinationArn: logs.logGroupArn, format: JSON.stringify(ACCESS_LOG) }
  }
  return api
}

export interface ApiProps {
  shared: SharedProps
  api: HttpApi
  workflow: Workflow
  signIn: SignIn
  issuer: string
  userPoolArn: string
}

/** The functions behind the API and every route of the contract. The authorizer admits users to the page's routes. */
export class Api extends Construct {
  readonly functions: Record<ApiFunctionName, LambdaFunction>
  /** Checks open orders with Toss every ten minutes. */
  readonly reconcile: LambdaFunction

  constructor(scope: Construct, id: string, props: ApiProps) {
    super(scope, id)
    const { shared, workflow } = props
    const everything = [`${VIDEOS}*`, `${WORK}*`, `${SUBTITLES}*`]
    const reservedConcurrency = shared.config.reservedConcurrency || undefined
    const account = new LambdaFunction(this, 'account', shared, {
      reservedConcurrency,
      tables: {
        users: ['GetItem', 'PutItem', 'UpdateItem', 'DeleteItem', 'ConditionCheckItem'],
        service: ['GetItem', 'PutItem', 'UpdateItem', 'DeleteItem', 'ConditionCheckItem'],
        ledger: ['PutItem', 'Query', 'Query time'],
        payments: ['UpdateItem', 'Query uid'],
        archive: ['GetItem', 'Query', 'DeleteItem'],
        outbox: OUTBOX_ACTIONS,
        logs: ['PutItem'],
      },
      objects: { DeleteObject: everything, ListBucket: [] },
      allow: [
        { actions: ['secretsmanager:GetSecretValue'], resources: [secretArn(this, 'jamak/identity')] },
        {
          actions: ['cognito-idp:AdminUserGlobalSignOut', 'cognito-idp:AdminDeleteUser'],
          resources: [props.userPoolArn],
        },
      ],
    })
    const submission = new LambdaFunction(this, 'submission', shared, {
      environment: {
        STATE_MACHINE_ARN: workflow.machine.stateMachineArn,
        TRANSLATOR: shared.config.translator,
        YOUTUBE_FETCH: shared.config.youtubeFetch,
        YOUTUBE_SECRET: 'jamak/youtube',
        YOUTUBE_API_URL: 'https://www.googleapis.com',
      },
      memory: 1024,
      reservedConcurrency,
      tables: {
        users: ['GetItem', 'UpdateItem'],
        service: ['GetItem', 'PutItem', 'UpdateItem'],
        ledger: ['PutItem', 'Query'],
        payments: ['GetItem', 'UpdateItem'],
        archive: ['GetItem', 'PutItem', 'UpdateItem', 'DeleteItem', 'Query'],
        outbox: ['UpdateItem'],
        logs: ['PutItem'],
      },
      objects: {
        GetObject: [`${VIDEOS}*`, `${WORK}*`],
        PutObject: [`${VIDEOS}*`, ...SUBTITLE_INPUTS, SCRIPTS],
        DeleteObject: [`${VIDEOS}*`],
        AbortMultipartUpload: [`${VIDEOS}*`],
        ListMultipartUploadParts: [`${VIDEOS}*`],
        ListBucket: [],
      },
      allow: [
        { actions: ['states:StartExecution'], resources: [workflow.machine.stateMachineArn] },
        { actions: ['states:StopExecution'], resources: [workflow.executionArns()] },
        { actions: ['secretsmanager:GetSecretValue'], resources: [secretArn(this, 'jamak/youtube')] },
      ],
    })
    const archive = new LambdaFunction(this, 'archive', shared, {
      // Each save of a review cuts the subtitle again.
      memory: 1024,
      reservedConcurrency,
      tables: {
        users: ['GetItem', 'UpdateItem'],
        service: ['GetItem', 'UpdateItem', 'DeleteItem'],
        ledger: ['PutItem'],
        payments: ['GetItem', 'UpdateItem'],
        archive: ['GetItem', 'Query', 'Query number', 'UpdateItem', 'DeleteItem'],
        outbox: ['UpdateItem'],
        logs: ['PutItem'],
      },
      objects: {
        GetObject: [`${SUBTITLES}*`, `${VIDEOS}*`],
        PutObject: [`${SUBTITLES}*`],
        DeleteObject: everything,
        ListBucket: [],
      },
    })
    const askAgain = new LambdaFunction(this, 'askAgain', shared, {
      environment: { ...modelEnvironment(shared.config), GLOSSARY: shared.config.glossary },
      reservedConcurrency,
      tables: { users: ['GetItem'], service: ['GetItem', 'UpdateItem'], archive: ['GetItem', 'UpdateItem'] },
      objects: {
        GetObject: [`${SUBTITLES}*`],
        PutObject: [YOUTUBE_TEXTS],
        DeleteObject: [YOUTUBE_TEXTS],
        ListBucket: [],
      },
      allow: modelAccess(this, shared.config),
    })
    const paying = {
      environment: { TOSS_SECRET: 'jamak/toss', TOSS_API_URL: 'https://api.tosspayments.com' },
      allow: [{ actions: ['secretsmanager:GetSecretValue'], resources: [secretArn(this, 'jamak/toss')] }],
    }
    const payment = new LambdaFunction(this, 'payment', shared, {
      ...paying,
      reservedConcurrency,
      tables: {
        users: ['GetItem', 'UpdateItem'],
        service: ['GetItem', 'PutItem', 'UpdateItem'],
        ledger: ['GetItem', 'PutItem'],
        payments: ['GetItem', 'PutItem', 'UpdateItem', 'Query uid'],
        outbox: OUTBOX_ACTIONS,
        logs: ['PutItem'],
      },
    })
    this.reconcile = new LambdaFunction(this, 'reconcile', shared, {
      ...paying,
      timeout: Duration.minutes(8),
      tables: {
        users: ['GetItem', 'UpdateItem'],
        ledger: ['GetItem', 'PutItem'],
        payments: ['GetItem', 'UpdateItem', 'Query open'],
        outbox: OUTBOX_ACTIONS,
        logs: ['PutItem'],
      },
    })
    new Rule(this, 'EveryTenMinutes', {
      description: 'Asks Toss about orders that are still open',
      schedule: Schedule.rate(Duration.minutes(10)),
      targets: [new LambdaTarget(this.reconcile)],
    })
    for (const sender of [account, payment, this.reconcile]) grantEmail(sender, shared.config)

    this.functions = { account, submission, archive, askAgain, payment }
    for (const handler of shared.config.firewall ? Object.values(this.functions) : []) admitCloudFrontOnly(handler)
    this.addRoutes(props)
  }

  private addRoutes(props: ApiProps): void {
    const authorizer = new HttpJwtAuthorizer('People', props.issuer, {
      jwtAudience: [props.signIn.client.userPoolClientId],
      identitySource: ['$request.header.Authorization'],
    })
    // One permission for all routes of a function: one for each would exceed the 20 KB of a function's resource policy.
    const ofAllRoutes = { scopePermissionToRoute: false }
    const integrations = new Map(
      Object.entries(this.functions).map(([name, handler]) => [
        name,
        new HttpLambdaIntegration(name, handler, ofAllRoutes),
      ]),
    )
    for (const route of Object.values<Route>(EVERY_ROUTE)) {
      const integration = integrations.get(route.lambda)
      if (!integration) throw new Error(`no function answers ${route.method} ${route.path}`)
      // A function that requires a key checks it itself.
      const open = route.access !== 'user'
      const added = props.api.addRoutes({
        path: route.path,
        methods: [HttpMethod[route.method]],
        integration,
        authorizer: open ? new HttpNoneAuthorizer() : authorizer,
        authorizationScopes: open ? undefined : ACCESS_SCOPES,
      })
      const share = OWN_SHARES.find(each => each.route.path === route.path)
      if (share) giveOwnShare(props.api, share, added)
    }
  }
}

/** The stage depends on the routes that it names: API Gateway refuses settings for a route that does not exist yet. */
function giveOwnShare(
  api: HttpApi,
  { route: { method, path }, rate, burst }: (typeof OWN_SHARES)[number],
  routes: HttpRoute[],
): void {
  const stage = api.defaultStage?.node.defaultChild
  if (!(stage instanceof CfnStage)) throw new Error('the API has no stage')
  const share = { ThrottlingRateLimit: rate, ThrottlingBurstLimit: burst }
  // A dot would separate names in a property's path.
  stage.addPropertyOverride(`RouteSettings.${method} ${path.replaceAll('.', '\\.')}`, share)
  for (const route of routes) stage.node.addDependency(route)
}

/** Makes a function of the API refuse requests that did not come through CloudFront. */
function admitCloudFrontOnly(handler: LambdaFunction): void {
  handler.addEnvironment('ORIGIN_SECRET' satisfies EnvironmentName, 'jamak/origin')
  handler.addToRolePolicy(
    new PolicyStatement({
      actions: ['secretsmanager:GetSecretValue'],
      resources: [secretArn(handler, 'jamak/origin')],
    }),
  )
}
