import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'

/** Request limits of a client whose service responds within seconds. Without them, a lost response holds a function until its own time limit. */
export const ANSWERED_SOON = { connectionTimeout: 3000, requestTimeout: 10_000, throwOnRequestTimeout: true }

/** A document client that omits undefined fields. */
export function dynamoClient(): DynamoDBDocumentClient {
  return DynamoDBDocumentClient.from(new DynamoDBClient({ maxAttempts: 5, requestHandler: ANSWERED_SOON }), {
    marshallOptions: { removeUndefinedValues: true },
  })
}
