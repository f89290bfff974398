import { ArnFormat, Stack } from 'aws-cdk-lib'
import type { Construct } from 'constructs'

/** Secrets that an operator lays down by hand before the first deployment: `docs/operations.md`. */
export type SecretName = 'jamak/toss' | 'jamak/youtube' | 'jamak/identity'

/** ARN pattern of a secret: Secrets Manager adds six characters to every name. */
export function secretArn(scope: Construct, name: SecretName): string {
  return Stack.of(scope).formatArn({
    service: 'secretsmanager',
    resource: 'secret',
    resourceName: `${name}-??????`,
    arnFormat: ArnFormat.COLON_RESOURCE_NAME,
  })
}
