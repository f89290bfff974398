import { RemovalPolicy, Stack } from 'aws-cdk-lib'
import { CfnStage, HttpApi } from 'aws-cdk-lib/aws-apigatewayv2'
import { LogGroup, RetentionDays } from 'aws-cdk-lib/aws-logs'
import type { Construct } from 'constructs'

/** What is kept of a request: which route, how it ended and how long it took; nothing of who asked, and no ids. */
const ACCESS_LOG = {
  request: '$context.requestId',
  route: '$context.routeKey',
  status: '$context.status',
  milliseconds: '$context.responseLatency',
  integration: '$context.integrationStatus',
  integrationError: '$context.integrationErrorMessage',
  refusal: '$context.error.responseType',
}

/** Requests a second that the API takes of everybody together, and how many at once. */
const RATE = 100
const BURST = 200

/** An API without routes yet: the distribution names it before the functions know the site's address. */
export function createHttpApi(scope: Construct): HttpApi {
  const api = new HttpApi(scope, 'HttpApi', { description: `Jamak of ${Stack.of(scope).stackName}` })
  const logs = new LogGroup(scope, 'HttpApiLogs', {
    logGroupName: `/aws/vendedlogs/apis/${Stack.of(scope).stackName}`,
    retention: RetentionDays.THREE_MONTHS,
    removalPolicy: RemovalPolicy.DESTROY,
  })
  const stage = api.defaultStage?.node.defaultChild
  if (stage instanceof CfnStage) {
    stage.defaultRouteSettings = { throttlingRateLimit: RATE, throttlingBurstLimit: BURST }
    stage.accessLogSettings = { destinationArn: logs.logGroupArn, format: JSON.stringify(ACCESS_LOG) }
  }
  return api
}
