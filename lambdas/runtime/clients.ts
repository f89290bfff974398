import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { S3Client } from '@aws-sdk/client-s3'
import { SESClient } from '@aws-sdk/client-ses'
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'

/** Request limits of a client whose service responds within seconds. Without them, a lost response holds a function until its own time limit. */
export const ANSWERED_SOON = { connectionTimeout: 3000, requestTimeout: 10_000, throwOnRequestTimeout: true }
/** S3 transfers may take minutes, so only a connection without any traffic is given up. */
const IDLE_AT_MOST = { connectionTimeout: 3000, socketTimeout: 60_000 }

/** A document client that omits undefined fields. */
export function dynamoClient(): DynamoDBDocumentClient {
  return DynamoDBDocumentClient.from(new DynamoDBClient({ maxAttempts: 5, requestHandler: ANSWERED_SOON }), {
    marshallOptions: { removeUndefinedValues: true },
  })
}

/**
 * A client that sends checksums only if S3 requires them: a presigned URL with one would demand it from the browser.
 */
export function s3Client(): S3Client {
  return new S3Client({
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: IDLE_AT_MOST,
  })
}

/** SES client capped at 30 s in total, so a live sender never outlasts its email lease (`EMAIL_LEASE_MS`). */
export function sesClient(): SESClient {
  return new SESClient({
    maxAttempts: 3,
    requestHandler: { connectionTimeout: 3000, requestTimeout: 6000, throwOnRequestTimeout: true },
  })
}
