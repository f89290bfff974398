import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { S3Client } from '@aws-sdk/client-s3'
import { GetSecretValueCommand, type SecretsManagerClient } from '@aws-sdk/client-secrets-manager'
import { SESClient } from '@aws-sdk/client-ses'
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'

/** A document client that leaves out undefined fields. */
export function dynamoClient(): DynamoDBDocumentClient {
  return DynamoDBDocumentClient.from(new DynamoDBClient({ maxAttempts: 5 }), {
    marshallOptions: { removeUndefinedValues: true },
  })
}

/** A client that sends checksums only if S3 requires them: a presigned URL with one would demand it from the browser. */
export function s3Client(): S3Client {
  return new S3Client({ requestChecksumCalculation: 'WHEN_REQUIRED', responseChecksumValidation: 'WHEN_REQUIRED' })
}

/**
 * A client that waits for SES for at most half a minute in all: a mail's lease (`MAIL_LEASE_MS`) must not run out under a
 * sender that lives.
 */
export function sesClient(): SESClient {
  return new SESClient({
    maxAttempts: 3,
    requestHandler: { connectionTimeout: 3000, requestTimeout: 6000, throwOnRequestTimeout: true },
  })
}

const KEPT_MS = 5 * 60 * 1000

/** Reads secrets at run time and caches each for five minutes, so that a rotated key takes effect without a deployment. */
export function secretReader(client: SecretsManagerClient, now: () => number): (name: string) => Promise<string> {
  const kept = new Map<string, { value: string; until: number }>()
  return async name => {
    const known = kept.get(name)
    if (known && known.until > now()) return known.value
    const { SecretString } = await client.send(new GetSecretValueCommand({ SecretId: name }))
    if (!SecretString) throw new Error(`the secret ${name} is empty`)
    kept.set(name, { value: SecretString, until: now() + KEPT_MS })
    return SecretString
  }
}
