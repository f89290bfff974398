import { App, Duration, SecretValue, Stack } from 'aws-cdk-lib'
import { HttpApi, HttpMethod, HttpNoneAuthorizer } from 'aws-cdk-lib/aws-apigatewayv2'
import { HttpUserPoolAuthorizer } from 'aws-cdk-lib/aws-apigatewayv2-authorizers'
import { HttpLambdaIntegration } from 'aws-cdk-lib/aws-apigatewayv2-integrations'
import {
  AllowedMethods,
  CachePolicy,
  Distribution,
  Function as EdgeFunction,
  FunctionCode,
  FunctionEventType,
  ResponseHeadersPolicy,
} from 'aws-cdk-lib/aws-cloudfront'
import { HttpOrigin, S3BucketOrigin } from 'aws-cdk-lib/aws-cloudfront-origins'
import {
  ProviderAttribute,
  UserPool,
  UserPoolClient,
  UserPoolClientIdentityProvider,
  UserPoolIdentityProviderGoogle,
} from 'aws-cdk-lib/aws-cognito'
import { AttributeType, TableV2 } from 'aws-cdk-lib/aws-dynamodb'
import { Rule, Schedule } from 'aws-cdk-lib/aws-events'
import { LambdaFunction, SfnStateMachine } from 'aws-cdk-lib/aws-events-targets'
import { Function as CdkFunction, Code, Runtime } from 'aws-cdk-lib/aws-lambda'
import { Bucket, CfnBucket, HttpMethods } from 'aws-cdk-lib/aws-s3'
import { BucketDeployment, CacheControl, Source } from 'aws-cdk-lib/aws-s3-deployment'
import { DefinitionBody, StateMachine, Wait, WaitTime } from 'aws-cdk-lib/aws-stepfunctions'
import { LambdaInvoke } from 'aws-cdk-lib/aws-stepfunctions-tasks'

/** Stores or returns a thing. Also the step of the machine and the target of the rules. */
const KEEP = `const { DynamoDBClient, PutItemCommand, GetItemCommand } = require('@aws-sdk/client-dynamodb')
const client = new DynamoDBClient({}), TableName = process.env.TABLE
exports.handler = async event => {
  const id = event.pathParameters?.id ?? event.detail.object?.key ?? event.source
  const note = event.body ?? event['detail-type']
  if (event.requestContext?.http.method === 'GET') {
    const { Item } = await client.send(new GetItemCommand({ TableName, Key: { id: { S: id } } }))
    return { statusCode: Item ? 200 : 404, body: Item?.note.S ?? '' }
  }
  await client.send(new PutItemCommand({ TableName, Item: { id: { S: id }, note: { S: note } } }))
  return { id, note }
}`

/** The smallest application with one of each supported feature. */
export function synthesizeSmallApp(outdir: string): void {
  const app = new App({
    outdir,
    context: { '@aws-cdk/core:defaultCrossStackReferences': 'strong' },
    // Loading CDK's validation rules takes ten seconds of CPU, and this application is never deployed.
    builtinCloudFormationValidation: false,
  })
  const data = new Stack(app, 'Data')
  const site = new Stack(app, 'Site')

  const things = new TableV2(data, 'Things', { partitionKey: { name: 'id', type: AttributeType.STRING } })
  const media = new Bucket(data, 'Media', {
    lifecycleRules: [{ prefix: 'videos/', expiration: Duration.days(3) }],
    cors: [{ allowedMethods: [HttpMethods.POST], allowedOrigins: ['*'] }],
  })
  if (media.node.defaultChild instanceof CfnBucket)
    media.node.defaultChild.notificationConfiguration = { eventBridgeConfiguration: { eventBridgeEnabled: true } }
  const pool = new UserPool(data, 'Pool')
  const google = new UserPoolIdentityProviderGoogle(data, 'Google', {
    userPool: pool,
    clientId: 'id',
    clientSecretValue: SecretValue.unsafePlainText('secret'),
    attributeMapping: { email: ProviderAttribute.GOOGLE_EMAIL },
  })
  const domain = pool.addDomain('Domain', { cognitoDomain: { domainPrefix: 'small' } })

  const fn = (id: string) =>
    new CdkFunction(site, id, {
      runtime: Runtime.NODEJS_24_X,
      handler: 'index.handler',
      code: Code.fromInline(KEEP),
      timeout: Duration.seconds(10),
      environment: { TABLE: things.tableName },
    })
  const keep = fn('Keep')
  things.grants.actions(keep, 'dynamodb:GetItem', 'dynamodb:PutItem')
  const denied = fn('Denied')

  const files = new Bucket(site, 'Files')
  const api = new HttpApi(site, 'Api')
  const edge = new EdgeFunction(site, 'Pages', {
    code: FunctionCode.fromInline(
      "function handler(event) { if (!/\\.\\w+$/.test(event.request.uri)) event.request.uri = '/index.html'; return event.request }",
    ),
  })
  const headers = new ResponseHeadersPolicy(site, 'Headers', {
    customHeadersBehavior: { customHeaders: [{ header: 'X-Small', value: 'yes', override: true }] },
    securityHeadersBehavior: {
      contentSecurityPolicy: {
        override: true,
        contentSecurityPolicy: `default-src 'self'; connect-src ${domain.baseUrl()} https://${media.bucketRegionalDomainName}`,
      },
      strictTransportSecurity: { override: true, accessControlMaxAge: Duration.days(1) },
    },
  })
  const distribution = new Distribution(site, 'Distribution', {
    defaultRootObject: 'index.html',
    defaultBehavior: {
      origin: S3BucketOrigin.withOriginAccessControl(files),
      responseHeadersPolicy: headers,
      functionAssociations: [{ function: edge, eventType: FunctionEventType.VIEWER_REQUEST }],
    },
    additionalBehaviors: {
      '/api/*': {
        origin: new HttpOrigin(`${api.apiId}.execute-api.${site.region}.amazonaws.com`),
        allowedMethods: AllowedMethods.ALLOW_ALL,
        cachePolicy: CachePolicy.CACHING_DISABLED,
      },
    },
  })
  const siteUrl = `https://${distribution.distributionDomainName}`
  const client = new UserPoolClient(site, 'Client', {
    userPool: pool,
    supportedIdentityProviders: [UserPoolClientIdentityProvider.GOOGLE],
    oAuth: { callbackUrls: [`${siteUrl}/signed-in`], logoutUrls: [`${siteUrl}/`] },
  })
  client.node.addDependency(google)
  const authorizer = new HttpUserPoolAuthorizer('Users', pool, { userPoolClients: [client] })
  const integration = new HttpLambdaIntegration('Keep', keep)
  const path = '/api/things/{id}'
  api.addRoutes({ path, methods: [HttpMethod.PUT], integration, authorizer, authorizationScopes: ['openid'] })
  api.addRoutes({ path, methods: [HttpMethod.GET], integration, authorizer: new HttpNoneAuthorizer() })
  api.addRoutes({
    path: '/api/denied/{id}',
    methods: [HttpMethod.GET],
    integration: new HttpLambdaIntegration('Denied', denied),
  })
  new BucketDeployment(site, 'Deployment', {
    destinationBucket: files,
    sources: [
      Source.data('index.html', '<!doctype html><title>small</title>'),
      Source.jsonData('settings.json', { domain: domain.baseUrl(), client: client.userPoolClientId, site: siteUrl }),
    ],
    cacheControl: [CacheControl.noCache()],
  })

  const flow = new StateMachine(site, 'Flow', {
    definitionBody: DefinitionBody.fromChainable(
      new Wait(site, 'Pause', { time: WaitTime.duration(Duration.minutes(1)) }).next(
        new LambdaInvoke(site, 'Step', { lambdaFunction: keep, payloadResponseOnly: true }),
      ),
    ),
    timeout: Duration.hours(1),
  })
  new Rule(site, 'Uploaded', {
    eventPattern: {
      source: ['aws.s3'],
      detailType: ['Object Created'],
      detail: { bucket: { name: [media.bucketName] }, object: { key: [{ prefix: 'videos/' }] } },
    },
    targets: [new SfnStateMachine(flow)],
  })
  new Rule(site, 'Often', {
    schedule: Schedule.rate(Duration.minutes(5)),
    targets: [new LambdaFunction(keep)],
  })
  app.synth()
}
