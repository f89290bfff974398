/** Types of the parts of dynalite 4.0.0 that the local DynamoDB uses. The package ships none. */

declare module 'dynalite/db/index.js' {
  import type { DynaliteItem, DynaliteStore, DynaliteTable } from 'dynalite/types'

  export function create(options: { path: string; createTableMs: number; maxItemSizeKb?: number }): DynaliteStore
  export function createKey(key: DynaliteItem, table: DynaliteTable): string
  export function validateKey(key: DynaliteItem, table: DynaliteTable): Error | undefined
  export function checkConditional(data: object, existing: DynaliteItem | undefined): Error | null | undefined
  export function getIndexActions(
    indexes: DynaliteTable['GlobalSecondaryIndexes'],
    existing: DynaliteItem | null,
    item: DynaliteItem | null,
    table: DynaliteTable,
  ): { puts: { index: string; key: string; item: DynaliteItem }[]; deletes: { index: string; key: string }[] }
}

declare module 'dynalite/validations/index.js' {
  export function checkTypes(data: object, types: object): Record<string, unknown>
  export function checkValidations(data: object, types: object, custom: unknown, store: unknown): void
}

declare module 'dynalite/db/*Parser.js' {
  import type { ExpressionParser } from 'dynalite/types'

  const parser: ExpressionParser
  export default parser
}

declare module 'dynalite/validations/*.js' {
  export const types: object
  export const custom: unknown
}

declare module 'dynalite/actions/*.js' {
  import type { DynaliteAction } from 'dynalite/types'

  const action: DynaliteAction
  export default action
}

declare module 'dynalite/types' {
  import type { Stream } from 'node:stream'

  export type DynaliteItem = Record<string, Record<string, unknown>>

  /** Names and values of an expression. The parser removes those that it meets from the unused ones. */
  export interface ExpressionContext {
    attrNames?: Record<string, string>
    attrVals?: Record<string, object>
    unusedAttrNames: Record<string, unknown>
    unusedAttrVals: Record<string, unknown>
  }

  /** The tree of an expression, or the message of its refusal. Throws on a syntax error. */
  export interface ExpressionParser {
    parse(text: string, options: { context: ExpressionContext }): unknown
  }

  export interface DynaliteIndex {
    IndexName: string
    KeySchema: { AttributeName: string; KeyType: string }[]
    Projection: { ProjectionType?: string; NonKeyAttributes?: string[] }
  }

  export interface DynaliteTable {
    TableName: string
    AttributeDefinitions: { AttributeName: string; AttributeType: string }[]
    KeySchema: { AttributeName: string; KeyType: string }[]
    GlobalSecondaryIndexes?: DynaliteIndex[]
  }

  export type Callback<Value> = (error: Error | null, value?: Value) => void

  /** The entries of the database under one prefix. */
  export interface DynaliteRange {
    lock(key: string, run: (release: <F>(done: F) => F) => void): void
    get(key: string, done: Callback<unknown>): void
    put(key: string, value: DynaliteItem, done: Callback<void>): void
    del(key: string, done: Callback<void>): void
  }

  export interface BatchOperation {
    type: 'put' | 'del'
    key: string
    value?: unknown
  }

  /** A range of database keys, read in either direction. */
  export interface DynaliteKeys {
    gte?: string
    gt?: string
    lte?: string
    lt?: string
    reverse?: boolean
    /** -1 means no limit. */
    limit?: number
  }

  export interface DynaliteStore {
    options: { maxItemSize: number }
    db: {
      open(): Promise<void>
      close(): Promise<void>
      getSync(key: string): unknown
      put(key: string, value: unknown): Promise<void>
      batch(operations: BatchOperation[]): Promise<void>
      iterator(options: { gte: string; lt: string }): AsyncIterable<[string, unknown]>
      values(range: DynaliteKeys): { nextv(most: number): Promise<unknown[]>; close(): Promise<void> }
      createValueStream(range: DynaliteKeys): Stream
    }
    getTable(name: string, checkStatus: boolean | Callback<DynaliteTable>, done?: Callback<DynaliteTable>): void
    getItemDb(name: string): DynaliteRange
    getIndexDb(type: string, table: string, index: string): DynaliteRange
  }

  export type DynaliteAction = (store: unknown, data: object, done: Callback<object>) => void
}
