import { createHash } from 'node:crypto'
import * as z from 'zod'
import type { Resource } from './index.ts'

/** What names and attributes are built from. */
interface NameContext {
  resource: Resource
  region: string
  account: string
  /** A resolved property; undefined unless it is a string. */
  property(name: string): string | undefined
}

type Naming = (context: NameContext) => { ref: string; attributes?: Record<string, string> }

const arn = (c: NameContext, service: string, rest: string) => `arn:aws:${service}:${c.region}:${c.account}:${rest}`
const globalArn = (c: NameContext, service: string, rest: string) => `arn:aws:${service}::${c.account}:${rest}`
const named = (c: NameContext, property: string) =>
  c.property(property) ?? `${c.resource.stack}-${c.resource.logicalId}`

/** A stable identifier that looks like AWS's: `length` lower-case letters and digits. */
function identifier(c: NameContext, length: number): string {
  const alphabet = 'abcdefghijklmnopqrstuvwxyz0123456789'
  const bytes = createHash('sha512').update(`${c.resource.stack}/${c.resource.logicalId}`).digest()
  return Array.from(bytes.subarray(0, length), byte => alphabet[byte % alphabet.length]).join('')
}

/** The name is the property; the ARN consists of `service`, `prefix` and that name. */
function simple(property: string, service: string, prefix: string): Naming {
  return c => {
    const name = named(c, property)
    return { ref: name, attributes: { Arn: arn(c, service, `${prefix}${name}`) } }
  }
}

const bucket: Naming = c => {
  const name = named(c, 'BucketName').toLowerCase()
  const DomainName = `${name}.s3.amazonaws.com`
  const RegionalDomainName = `${name}.s3.${c.region}.amazonaws.com`
  return { ref: name, attributes: { Arn: `arn:aws:s3:::${name}`, DomainName, RegionalDomainName } }
}

const role: Naming = c => {
  const name = named(c, 'RoleName')
  return { ref: name, attributes: { Arn: globalArn(c, 'iam', `role/${name}`) } }
}

const stateMachine: Naming = c => {
  const name = named(c, 'StateMachineName')
  const Arn = arn(c, 'states', `stateMachine:${name}`)
  return { ref: Arn, attributes: { Arn, Name: name } }
}

const userPool: Naming = c => {
  const id = `${c.region}_${identifier(c, 9)}`
  const ProviderName = `cognito-idp.${c.region}.amazonaws.com/${id}`
  return { ref: id, attributes: { Arn: arn(c, 'cognito-idp', `userpool/${id}`), ProviderName } }
}

const userPoolClient: Naming = c => ({ ref: identifier(c, 26) })

const httpApi: Naming = c => {
  const id = identifier(c, 10)
  return { ref: id, attributes: { ApiEndpoint: `https://${id}.execute-api.${c.region}.amazonaws.com` } }
}

const distribution: Naming = c => {
  const id = `E${identifier(c, 13).toUpperCase()}`
  return { ref: id, attributes: { DomainName: `d${identifier(c, 13)}.cloudfront.net` } }
}

const cloudFrontFunction: Naming = c => {
  const FunctionARN = globalArn(c, 'cloudfront', `function/${named(c, 'Name')}`)
  return { ref: FunctionARN, attributes: { FunctionARN } }
}

const byIdentifier: Naming = c => {
  const Id = identifier(c, 12)
  return { ref: Id, attributes: { Id } }
}

const imported = z.object({ imports: z.record(z.string(), z.string()) })

/** CDK's reader of values from a stack in another region. It does not run here: a value is identified by its name. */
const otherRegion: Naming = c => ({
  ref: identifier(c, 12),
  attributes: Object.fromEntries(
    Object.keys(imported.safeParse(c.resource.properties.ReaderProps).data?.imports ?? {}).map(name => [name, name]),
  ),
})

/** `Ref` and `Fn::GetAtt` of each type, as CloudFormation documents them. Other types and attributes are refused. */
export const NAMINGS: Record<string, Naming> = {
  'AWS::DynamoDB::GlobalTable': simple('TableName', 'dynamodb', 'table/'),
  'AWS::S3::Bucket': bucket,
  'AWS::IAM::Role': role,
  'AWS::Lambda::Function': simple('FunctionName', 'lambda', 'function:'),
  'AWS::StepFunctions::StateMachine': stateMachine,
  'AWS::Logs::LogGroup': simple('LogGroupName', 'logs', 'log-group:'),
  'AWS::Events::Rule': simple('Name', 'events', 'rule/'),
  'AWS::SES::ConfigurationSet': c => ({ ref: named(c, 'Name') }),
  'AWS::SES::EmailIdentity': c => ({ ref: named(c, 'EmailIdentity') }),
  'AWS::Cognito::UserPool': userPool,
  'AWS::Cognito::UserPoolClient': userPoolClient,
  'AWS::Cognito::UserPoolDomain': c => ({ ref: named(c, 'Domain') }),
  'AWS::Cognito::UserPoolIdentityProvider': c => ({ ref: named(c, 'ProviderName') }),
  'AWS::ApiGatewayV2::Api': httpApi,
  'AWS::ApiGatewayV2::Authorizer': byIdentifier,
  'AWS::ApiGatewayV2::Integration': byIdentifier,
  'AWS::CloudFront::Distribution': distribution,
  'AWS::CloudFront::Function': cloudFrontFunction,
  'AWS::CloudFront::ResponseHeadersPolicy': byIdentifier,
  'AWS::CloudFront::OriginAccessControl': byIdentifier,
  'Custom::CrossRegionExportReader': otherRegion,
}
