import { createHash } from 'node:crypto'
import { secretArn } from '../aws/secrets.ts'
import type { Resource } from './index.ts'

/** What the name and the attributes of a resource are made of. */
export interface NameContext {
  resource: Resource
  region: string
  account: string
  /** A property after resolving, where it is a string. */
  property(name: string): string | undefined
}

type Naming = (context: NameContext) => { ref: string; attributes?: Record<string, string> }

const arn = (c: NameContext, service: string, rest: string) => `arn:aws:${service}:${c.region}:${c.account}:${rest}`
const globalArn = (c: NameContext, service: string, rest: string) => `arn:aws:${service}::${c.account}:${rest}`
const named = (c: NameContext, property: string) =>
  c.property(property) ?? `${c.resource.stack}-${c.resource.logicalId}`

/** A stable identifier that looks like one of AWS's: `length` characters of `alphabet`. */
function identifier(c: NameContext, length: number, alphabet = 'abcdefghijklmnopqrstuvwxyz0123456789'): string {
  const bytes = createHash('sha512').update(`${c.resource.stack}/${c.resource.logicalId}`).digest()
  return Array.from(bytes.subarray(0, length), byte => alphabet[byte % alphabet.length]).join('')
}

/** Named by `property`, with an ARN of `service:prefix`. */
function simple(property: string, service: string, prefix: string, ref: 'name' | 'arn' = 'name'): Naming {
  return c => {
    const name = named(c, property)
    const Arn = arn(c, service, `${prefix}${name}`)
    return { ref: ref === 'arn' ? Arn : name, attributes: { Arn, Name: name } }
  }
}

const table: Naming = c => {
  const name = named(c, 'TableName')
  const Arn = arn(c, 'dynamodb', `table/${name}`)
  return { ref: name, attributes: { Arn, StreamArn: `${Arn}/stream/local`, TableId: identifier(c, 32) } }
}

const bucket: Naming = c => {
  const name = named(c, 'BucketName').toLowerCase()
  const DomainName = `${name}.s3.amazonaws.com`
  const RegionalDomainName = `${name}.s3.${c.region}.amazonaws.com`
  return { ref: name, attributes: { Arn: `arn:aws:s3:::${name}`, DomainName, RegionalDomainName } }
}

const role: Naming = c => {
  const name = named(c, 'RoleName')
  return { ref: name, attributes: { Arn: globalArn(c, 'iam', `role/${name}`), RoleId: identifier(c, 20) } }
}

const userPool: Naming = c => {
  const id = `${c.region}_${identifier(c, 9)}`
  const ProviderName = `cognito-idp.${c.region}.amazonaws.com/${id}`
  const attributes = { Arn: arn(c, 'cognito-idp', `userpool/${id}`), ProviderName, UserPoolId: id }
  return { ref: id, attributes: { ...attributes, ProviderURL: `https://${ProviderName}` } }
}

const userPoolClient: Naming = c => {
  const id = identifier(c, 26)
  return { ref: id, attributes: { ClientId: id, Name: named(c, 'ClientName') } }
}

const httpApi: Naming = c => {
  const id = identifier(c, 10)
  return { ref: id, attributes: { ApiId: id, ApiEndpoint: `https://${id}.execute-api.${c.region}.amazonaws.com` } }
}

const distribution: Naming = c => {
  const Id = `E${identifier(c, 13).toUpperCase()}`
  return { ref: Id, attributes: { Id, DomainName: `d${identifier(c, 13)}.cloudfront.net` } }
}

const secret: Naming = c => {
  const Arn = secretArn(named(c, 'Name'), c.region)
  return { ref: Arn, attributes: { Id: Arn } }
}

const cloudFrontFunction: Naming = c => {
  const FunctionARN = globalArn(c, 'cloudfront', `function/${named(c, 'Name')}`)
  return { ref: FunctionARN, attributes: { FunctionARN, 'FunctionMetadata.FunctionARN': FunctionARN } }
}

const byIdentifier: Naming = c => {
  const Id = identifier(c, 12)
  return { ref: Id, attributes: { Id } }
}

const version: Naming = c => {
  const FunctionArn = `${c.property('FunctionName')}:1`
  return { ref: FunctionArn, attributes: { FunctionArn, Version: '1' } }
}

const alias: Naming = c => {
  const of = c.property('FunctionName') ?? ''
  const AliasArn = `${of.startsWith('arn:') ? of : arn(c, 'lambda', `function:${of}`)}:${c.property('Name')}`
  return { ref: AliasArn, attributes: { AliasArn } }
}

const topic: Naming = c => {
  const TopicName = named(c, 'TopicName')
  const TopicArn = arn(c, 'sns', TopicName)
  return { ref: TopicArn, attributes: { TopicArn, TopicName } }
}

const queue: Naming = c => {
  const QueueName = named(c, 'QueueName')
  const ref = `https://sqs.${c.region}.amazonaws.com/${c.account}/${QueueName}`
  return { ref, attributes: { Arn: arn(c, 'sqs', QueueName), QueueName, QueueUrl: ref } }
}

const parameter: Naming = c => ({ ref: named(c, 'Name'), attributes: { Value: c.property('Value') ?? '' } })
const domain: Naming = c => ({ ref: named(c, 'Domain'), attributes: { CloudFrontDistribution: 'd0.cloudfront.net' } })
const identityProvider: Naming = c => ({ ref: named(c, 'ProviderName') })
const emailIdentity: Naming = c => ({ ref: named(c, 'EmailIdentity') })

/** What `Ref` and `Fn::GetAtt` give for each type of resource, as CloudFormation documents it. */
export const NAMINGS: Record<string, Naming> = {
  'AWS::DynamoDB::GlobalTable': table,
  'AWS::DynamoDB::Table': table,
  'AWS::S3::Bucket': bucket,
  'AWS::IAM::Role': role,
  'AWS::IAM::Policy': simple('PolicyName', 'iam', 'policy/'),
  'AWS::IAM::ManagedPolicy': simple('ManagedPolicyName', 'iam', 'policy/', 'arn'),
  'AWS::Lambda::Function': simple('FunctionName', 'lambda', 'function:'),
  'AWS::Lambda::Version': version,
  'AWS::Lambda::Alias': alias,
  'AWS::Lambda::LayerVersion': simple('LayerName', 'lambda', 'layer:', 'arn'),
  'AWS::StepFunctions::StateMachine': simple('StateMachineName', 'states', 'stateMachine:', 'arn'),
  'AWS::Events::Rule': simple('Name', 'events', 'rule/'),
  'AWS::Events::EventBus': simple('Name', 'events', 'event-bus/'),
  'AWS::Scheduler::Schedule': simple('Name', 'scheduler', 'schedule/default/'),
  'AWS::Logs::LogGroup': simple('LogGroupName', 'logs', 'log-group:'),
  'AWS::CloudWatch::Alarm': simple('AlarmName', 'cloudwatch', 'alarm:'),
  'AWS::KMS::Key': simple('KeyId', 'kms', 'key/'),
  'AWS::CertificateManager::Certificate': simple('DomainName', 'acm', 'certificate/', 'arn'),
  'AWS::SES::ConfigurationSet': simple('Name', 'ses', 'configuration-set/'),
  'AWS::SES::EmailIdentity': emailIdentity,
  'AWS::SNS::Topic': topic,
  'AWS::SQS::Queue': queue,
  'AWS::SSM::Parameter': parameter,
  'AWS::SecretsManager::Secret': secret,
  'AWS::Cognito::UserPool': userPool,
  'AWS::Cognito::UserPoolClient': userPoolClient,
  'AWS::Cognito::UserPoolDomain': domain,
  'AWS::Cognito::UserPoolIdentityProvider': identityProvider,
  'AWS::ApiGatewayV2::Api': httpApi,
  'AWS::ApiGatewayV2::Authorizer': byIdentifier,
  'AWS::ApiGatewayV2::Integration': byIdentifier,
  'AWS::ApiGatewayV2::Route': byIdentifier,
  'AWS::ApiGatewayV2::Stage': byIdentifier,
  'AWS::CloudFront::Distribution': distribution,
  'AWS::CloudFront::Function': cloudFrontFunction,
  'AWS::CloudFront::ResponseHeadersPolicy': byIdentifier,
  'AWS::CloudFront::OriginAccessControl': byIdentifier,
  'AWS::CloudFront::OriginRequestPolicy': byIdentifier,
  'AWS::CloudFront::CachePolicy': byIdentifier,
}
