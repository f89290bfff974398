/** An error as DynamoDB answers it; dynalite's own errors have the same shape. */
export interface DynamoDbError extends Error {
  statusCode: number
  body: Record<string, unknown> & { __type: string }
}

/** True for errors that DynamoDB would answer; anything else is a defect of the local cloud. */
export function isDynamoDbError(error: unknown): error is DynamoDbError {
  return error instanceof Error && 'statusCode' in error && 'body' in error
}

/** True for DynamoDB's exception of that name. */
export function isException(error: unknown, type: string): error is DynamoDbError {
  return isDynamoDbError(error) && error.body.__type.endsWith(`#${type}`)
}

/** Makes an error that goes on the wire; `type` is the exception's name, `details` further fields of its body. */
export function dynamoDbError(type: string, message: string, details: Record<string, unknown> = {}): DynamoDbError {
  const body = { __type: `${namespaceOf(type)}#${type}`, message, Message: message, ...details }
  return Object.assign(new Error(message), { statusCode: 400, body })
}

function namespaceOf(type: string): string {
  if (type === 'ValidationException') return 'com.amazon.coral.validate'
  return type === 'UnknownOperationException' ? 'com.amazon.coral.service' : 'com.amazonaws.dynamodb.v20120810'
}

export const invalidRequest = (message: string): DynamoDbError => dynamoDbError('ValidationException', message)

export const missingTable = (table: string): DynamoDbError =>
  dynamoDbError('ResourceNotFoundException', `Requested resource not found: Table: ${table} not found`)

/** Answers the write of a single item that a transaction is writing. */
export const itemInTransaction = (): DynamoDbError =>
  dynamoDbError('TransactionConflictException', 'Transaction is ongoing for the item')
