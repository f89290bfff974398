import { RemovalPolicy } from 'aws-cdk-lib'
import { AttributeType, Billing, ProjectionType, TableV2 } from 'aws-cdk-lib/aws-dynamodb'
import { type IGrantable, PolicyStatement } from 'aws-cdk-lib/aws-iam'
import { Construct } from 'constructs'
import { INDEXES } from '../lambdas/records/tables.ts'

const { STRING, NUMBER } = AttributeType

const TABLE_NAMES = ['users', 'service', 'ledger', 'archive', 'payments', 'logs'] as const
type TableName = (typeof TABLE_NAMES)[number]
type IndexName = (typeof INDEXES)[keyof typeof INDEXES]

/** An action on one table, in IAM's words without the prefix `dynamodb:`; `Query open` reads the index of that name. */
export type TableAction =
  | 'GetItem'
  | 'PutItem'
  | 'UpdateItem'
  | 'DeleteItem'
  | 'ConditionCheckItem'
  | 'Query'
  | `Query ${IndexName}`
export type TableGrants = Partial<Record<TableName, TableAction[]>>

/** The six tables: on demand, restorable to any point of the last 35 days, kept when the stack goes. */
export class Tables extends Construct {
  readonly users: TableV2
  readonly service: TableV2
  readonly ledger: TableV2
  readonly archive: TableV2
  readonly payments: TableV2
  readonly logs: TableV2

  constructor(scope: Construct, id: string) {
    super(scope, id)
    const kept = {
      billing: Billing.onDemand(),
      pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
      deletionProtection: true,
      removalPolicy: RemovalPolicy.RETAIN,
    }
    this.users = new TableV2(this, 'Users', {
      ...kept,
      partitionKey: { name: 'uid', type: STRING },
      globalSecondaryIndexes: [
        {
          indexName: INDEXES.owedWelcomes,
          partitionKey: { name: 'open', type: STRING },
          sortKey: { name: 'open_since', type: STRING },
          projectionType: ProjectionType.KEYS_ONLY,
        },
      ],
    })
    this.service = new TableV2(this, 'Service', {
      ...kept,
      partitionKey: { name: 'id', type: STRING },
      timeToLiveAttribute: 'expires_at',
    })
    this.ledger = new TableV2(this, 'Ledger', {
      ...kept,
      partitionKey: { name: 'uid', type: STRING },
      sortKey: { name: 'movement', type: STRING },
      globalSecondaryIndexes: [
        {
          indexName: INDEXES.movementsInTime,
          partitionKey: { name: 'uid', type: STRING },
          sortKey: { name: 'at', type: STRING },
        },
      ],
    })
    this.archive = new TableV2(this, 'Archive', {
      ...kept,
      partitionKey: { name: 'uid', type: STRING },
      sortKey: { name: 'key', type: STRING },
      globalSecondaryIndexes: [
        {
          indexName: INDEXES.number,
          partitionKey: { name: 'uid', type: STRING },
          sortKey: { name: 'number', type: NUMBER },
        },
        {
          indexName: INDEXES.openEntries,
          partitionKey: { name: 'open', type: STRING },
          sortKey: { name: 'open_since', type: STRING },
          projectionType: ProjectionType.KEYS_ONLY,
        },
      ],
    })
    this.payments = new TableV2(this, 'Payments', {
      ...kept,
      partitionKey: { name: 'order_id', type: STRING },
      globalSecondaryIndexes: [
        {
          indexName: INDEXES.ordersOfUser,
          partitionKey: { name: 'uid', type: STRING },
          sortKey: { name: 'created_at', type: STRING },
        },
        {
          indexName: INDEXES.openOrders,
          partitionKey: { name: 'open', type: STRING },
          sortKey: { name: 'open_since', type: STRING },
        },
      ],
    })
    this.logs = new TableV2(this, 'Logs', {
      ...kept,
      partitionKey: { name: 'uid', type: STRING },
      sortKey: { name: 'at', type: STRING },
      timeToLiveAttribute: 'expires_at',
    })
  }

  /** Allows exactly these actions, on exactly these tables and indexes. */
  grant(grantee: IGrantable, grants: TableGrants): void {
    for (const name of TABLE_NAMES) {
      const { tableArn } = this[name]
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

/** Within the transaction that changes the balance, or not at all. A key that a request lacks matches no value. */
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
