import * as z from 'zod'
import { serviceOf } from './resource-specification.ts'

const join = z.object({ 'Fn::Join': z.tuple([z.string(), z.array(z.unknown())]) })
const attribute = z.object({ 'Fn::GetAtt': z.tuple([z.string(), z.string()]) })
const reference = z.object({ Ref: z.string() })
const imported = z.object({ 'Fn::ImportValue': z.string() })

/**
 * CDK's name of an export, which concatenates stack, logical id and attribute:
 * `…FnGetAttTablesUsers0C3D13DEArnA4C2B6F4`.
 */
const EXPORTED = /Output(?:FnGetAtt|Ref)([A-Za-z0-9]+?[0-9A-F]{8})/

/**
 * The ARNs in a statement's `Resource`, with `*` for every part that CloudFormation fills in.
 * @param typeOf CloudFormation type of a logical id, in any stack
 */
export function arnsOf(resource: unknown, typeOf: (logicalId: string) => string | undefined): string[] {
  if (resource === undefined) return []
  return [resource].flat().map(each => arnOf(each, typeOf))
}

function arnOf(value: unknown, typeOf: (logicalId: string) => string | undefined): string {
  if (typeof value === 'string') return value
  const joined = join.safeParse(value).data
  if (joined) return joined['Fn::Join'][1].map(part => partOf(part, typeOf)).join(joined['Fn::Join'][0])
  return partOf(value, typeOf)
}

function partOf(part: unknown, typeOf: (logicalId: string) => string | undefined): string {
  if (typeof part === 'string') return part
  const [id, name] = attribute.safeParse(part).data?.['Fn::GetAtt'] ?? []
  if (id && name?.endsWith('Arn')) return wildcardArn(typeOf(id))
  const parameter = reference.safeParse(part).data?.Ref
  if (parameter === 'AWS::Partition') return 'aws'
  if (parameter?.startsWith('AWS::')) return '*'
  if (parameter)
    return typeOf(parameter) === 'AWS::StepFunctions::StateMachine' ? 'arn:aws:states:*:*:stateMachine:*' : '*'
  const exported = EXPORTED.exec(imported.safeParse(part).data?.['Fn::ImportValue'] ?? '')?.[1]
  return exported ? wildcardArn(typeOf(exported)) : '*'
}

const KINDS: Record<string, string> = {
  'AWS::DynamoDB::GlobalTable': 'arn:aws:dynamodb:*:*:table/*',
  'AWS::S3::Bucket': 'arn:aws:s3:::*',
  'AWS::Lambda::Function': 'arn:aws:lambda:*:*:function:*',
  'AWS::StepFunctions::StateMachine': 'arn:aws:states:*:*:stateMachine:*',
  'AWS::Logs::LogGroup': 'arn:aws:logs:*:*:log-group:*',
  'AWS::IAM::Role': 'arn:aws:iam::*:role/*',
  'AWS::Cognito::UserPool': 'arn:aws:cognito-idp:*:*:userpool/*',
  'AWS::SNS::Topic': 'arn:aws:sns:*:*:*',
}

function wildcardArn(type: string | undefined): string {
  return type === undefined ? '*' : (KINDS[type] ?? `arn:aws:${serviceOf(type)}:*:*:*`)
}
