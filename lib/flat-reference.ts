import type { Stack } from 'aws-cdk-lib'
import * as z from 'zod'

const part = z.union([
  z.string(),
  z.strictObject({ Ref: z.string() }).transform(({ Ref }) => `<${Ref}>`),
  z.strictObject({ 'Fn::GetAtt': z.array(z.string()) }).transform(found => `<${found['Fn::GetAtt'].join('.')}>`),
  z.strictObject({ 'Fn::ImportValue': z.string() }).transform(found => found['Fn::ImportValue']),
])
const joined = z.strictObject({ 'Fn::Join': z.tuple([z.literal(''), z.array(part)]) })
const reference = z.union([part, joined.transform(found => found['Fn::Join'][1].join(''))])

/** A value that CloudFormation puts together, written in one line as cdk-nag names it: `arn:<AWS::Partition>:s3:::x/*`. */
export function flatReference(stack: Stack, value: string): string {
  return reference.parse(stack.resolve(value))
}
