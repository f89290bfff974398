import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { S3Client } from '@aws-sdk/client-s3'
import { SESClient } from '@aws-sdk/client-ses'
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'

/** A document client that omits undefined fields. */
export function dynamoClient(): DynamoDBDocumentClient {
  return DynamoDBDocumentClient.from(new DynamoDBClient({ maxAttempts: 5 }), {
    marshallOptions: { removeUndefinedValues: true },
  })
}

/**
 * A client that sends checksums only if S3 requires them: a presigned URL with one would demand it from the browser.
 */
export function s3Client(): S3Client {
  return new S3Client({ requestChecksumCalculation: 'WHEN_REQUIRED', responseChecksumValidation: 'WHEN_REQUIRED' })
}

/** SES client capped at 30 s in total, so a live sender never outlasts its email lease (`MAIL_LEASE_MS`). */
export function sesClient(): SESClient {
  return new SESClient({
    maxAttempts: 3,
    requestHandler: { connectionTimeout: 3000, requestTimeout: 6000, throwOnRequestTimeout: true },
  })
}
