import { RemovalPolicy } from 'aws-cdk-lib'
import { AttributeType, Billing, ProjectionType, TableV2 } from 'aws-cdk-lib/aws-dynamodb'
import { type IGrantable, PolicyStatement } from 'aws-cdk-lib/aws-iam'
import { Construct } from 'constructs'
import {
  type IndexName,
  mapTables,
  TABLE_NAMES,
  TABLES,
  type TableName,
  type TableVariable,
} from '../lambdas/contract/tables.ts'

/** An action on one table, named as in IAM without the prefix `dynamodb:`; `Query open` reads the index `open`. */
export type TableAction =
  | 'GetItem'
  | 'PutItem'
  | 'UpdateItem'
  | 'DeleteItem'
  | 'ConditionCheckItem'
  | 'Query'
  | `Query ${IndexName}`
export type TableGrants = Partial<Record<TableName, readonly TableAction[]>>

/** The tables of the contract: on demand, restorable to any point of the last 35 days, retained when the stack is deleted. */
export class Tables extends Construct {
  readonly byName: Record<TableName, TableV2>

  constructor(scope: Construct, id: string) {
    super(scope, id)
    this.byName = mapTables(
      ({ id, keys, expires, indexes = {} }) =>
        new TableV2(this, id, {
          ...readKeys(keys),
          billing: Billing.onDemand(),
          pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
          deletionProtection: true,
          removalPolicy: RemovalPolicy.RETAIN,
          timeToLiveAttribute: expires && 'expires_at',
          globalSecondaryIndexes: Object.entries(indexes).map(([indexName, index]) => ({
            indexName,
            ...readKeys(index.keys),
            projectionType: index.keysOnly && ProjectionType.KEYS_ONLY,
          })),
        }),
    )
  }

  /** Environment variables that name the tables to a function. */
  variables(): Partial<Record<TableVariable, string>> {
    return Object.fromEntries(TABLE_NAMES.map(name => [TABLES[name].variable, this.byName[name].tableName]))
  }

  /** Allows exactly these actions, on exactly these tables and indexes. */
  grant(grantee: IGrantable, grants: TableGrants): void {
    for (const name of TABLE_NAMES) {
      const { tableArn } = this.byName[name]
      const actions = (grants[name] ?? []).filter(action => !action.startsWith('Query '))
      const isBound = (action: TableAction) => name === 'ledger' && action === 'PutItem'
      const [bound, free] = [actions.filter(isBound), actions.filter(action => !isBound(action))]
      if (free.length > 0) allow(grantee, free, tableArn)
      if (bound.length > 0) allow(grantee, bound, tableArn, ONLY_IN_TRANSACTIONS)
      for (const action of grants[name] ?? []) {
        const [, index] = action.split(' ')
        if (index) allow(grantee, ['Query'], `${tableArn}/index/${index}`)
      }
    }
  }
}

const TYPES = { S: AttributeType.STRING, N: AttributeType.NUMBER }

function readKeys(keys: Readonly<Record<string, keyof typeof TYPES>>) {
  const [partitionKey, sortKey] = Object.entries(keys).map(([name, type]) => ({ name, type: TYPES[type] }))
  if (!partitionKey) throw new Error('a table or an index needs a partition key')
  return { partitionKey, sortKey }
}

/** Only within the transaction that changes the balance. A missing condition key matches no value. */
const ONLY_IN_TRANSACTIONS = { 'ForAnyValue:StringEquals': { 'dynamodb:EnclosingOperation': ['TransactWriteItems'] } }

function allow(
  grantee: IGrantable,
  actions: string[],
  resource: string,
  conditions?: Record<string, Record<string, string[]>>,
): void {
  const statement = new PolicyStatement({
    conditions,
    actions: actions.map(action => `dynamodb:${action}`),
    resources: [resource],
  })
  grantee.grantPrincipal.addToPrincipalPolicy(statement)
}
