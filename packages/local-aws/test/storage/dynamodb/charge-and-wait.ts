import type { AwsRequest } from '../../../src/aws/service.ts'
import { createDynamoDb } from '../../../src/storage/dynamodb/index.ts'

/** Charges a balance in the folder of the first argument and prints the number of charges, until it is killed. */
const database = await createDynamoDb({ folder: process.argv[2] ?? '' })
const key = (name: string, type: string) => ({ AttributeName: name, KeyType: type })
const text = (name: string) => ({ AttributeName: name, AttributeType: 'S' })
await database.createTable({ AttributeDefinitions: [text('uid')], KeySchema: [key('uid', 'HASH')] }, 'users')
await database.createTable(
  { AttributeDefinitions: [text('uid'), text('key')], KeySchema: [key('uid', 'HASH'), key('key', 'RANGE')] },
  'archive',
)

const send = async (operation: string, input: object): Promise<void> => {
  const request: AwsRequest = {
    method: 'POST',
    url: new URL('http://127.0.0.1/'),
    headers: {},
    body: Buffer.from(JSON.stringify(input)),
    service: 'dynamodb',
    operation,
    caller: 'ChargeFunction',
  }
  const { status, body } = await database.handle(request)
  if (status !== 200) throw new Error(String(body))
}

await send('PutItem', { TableName: 'users', Item: { uid: { S: 'kim' }, token: { N: '1000' } } })
for (let count = 1; ; count += 1) {
  const Put = { TableName: 'archive', Item: { uid: { S: 'kim' }, key: { S: `hold#${count}` } } }
  const Update = {
    TableName: 'users',
    Key: { uid: { S: 'kim' } },
    UpdateExpression: 'ADD #t :minus',
    ExpressionAttributeNames: { '#t': 'token' },
    ExpressionAttributeValues: { ':minus': { N: '-1' } },
  }
  await send('TransactWriteItems', { TransactItems: [{ Put }, { Update }] })
  console.log(count)
}
