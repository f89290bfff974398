/** An error as DynamoDB returns it. dynalite's own errors have the same shape. */
export interface DynamoDbError extends Error {
  statusCode: number
  body: Record<string, unknown> & { __type: string }
}

/** Whether DynamoDB would return the error. Anything else is a bug of the stand-in. */
export function isDynamoDbError(error: unknown): error is DynamoDbError {
  return error instanceof Error && 'statusCode' in error && 'body' in error
}

/** Whether the error is DynamoDB's exception of that name. */
export function isException(error: unknown, type: string): error is DynamoDbError {
  return isDynamoDbError(error) && error.body.__type.endsWith(`#${type}`)
}

/**
 * Creates an error that is sent to the client. `type` is the exception's name, `details` are further fields of its
 * body.
 */
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

/** Refuses the write of a single item that a transaction is writing. */
export const itemInTransaction = (): DynamoDbError =>
  dynamoDbError('TransactionConflictException', 'Transaction is ongoing for the item')
