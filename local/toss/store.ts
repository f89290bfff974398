import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import * as z from 'zod'
import { type PaymentRecord, paymentRecord } from './payment.ts'

export interface StoredAnswer {
  status: number
  body: string
}

/** A notice that has not been taken yet. */
export interface PendingWebhook {
  id: number
  body: string
  /** Sends so far. */
  attempts: number
  /** Epoch milliseconds of the next send. */
  due: number
}

/** What the stand-in remembers, in one file that survives a restart. */
export interface TossStore {
  save(payment: PaymentRecord): void
  payment(paymentKey: string): PaymentRecord | undefined
  /** Newest first. */
  ofOrder(orderId: string): PaymentRecord[]
  /** Newest first. */
  all(): PaymentRecord[]
  byAccount(accountNumber: string): PaymentRecord | undefined
  answer(key: string, since: number): StoredAnswer | undefined
  keepAnswer(key: string, answer: StoredAnswer, at: number): void
  webhooks(): PendingWebhook[]
  addWebhook(body: string, due: number): PendingWebhook
  saveWebhook(webhook: PendingWebhook): void
  removeWebhook(id: number): void
  close(): void
}

const documentRow = z.object({ document: z.string() })
const answerRow = z.object({ status: z.int(), body: z.string() })
const webhookRow = z.object({ id: z.int(), body: z.string(), attempts: z.int(), due: z.int() })

export function openStore(folder: string): TossStore {
  mkdirSync(folder, { recursive: true })
  const db = new DatabaseSync(join(folder, 'toss.sqlite'))
  db.exec(`PRAGMA journal_mode = WAL;
    CREATE TABLE IF NOT EXISTS payments (payment_key TEXT PRIMARY KEY, order_id TEXT, account TEXT, document TEXT);
    CREATE INDEX IF NOT EXISTS payments_of_order ON payments (order_id);
    CREATE TABLE IF NOT EXISTS answers (key TEXT PRIMARY KEY, status INTEGER, body TEXT, at INTEGER);
    CREATE TABLE IF NOT EXISTS webhooks (id INTEGER PRIMARY KEY, body TEXT, attempts INTEGER, due INTEGER)`)
  const prepare = (sql: string) => db.prepare(sql)
  const save = prepare('INSERT OR REPLACE INTO payments VALUES (?, ?, ?, ?)')
  const one = prepare('SELECT document FROM payments WHERE payment_key = ?')
  const ofOrder = prepare('SELECT document FROM payments WHERE order_id = ?')
  const all = prepare('SELECT document FROM payments')
  const byAccount = prepare('SELECT document FROM payments WHERE account = ?')
  const answer = prepare('SELECT status, body FROM answers WHERE key = ? AND at >= ?')
  const keepAnswer = prepare('INSERT OR REPLACE INTO answers VALUES (?, ?, ?, ?)')
  const webhooks = prepare('SELECT id, body, attempts, due FROM webhooks ORDER BY id')
  const addWebhook = prepare('INSERT INTO webhooks (body, attempts, due) VALUES (?, 0, ?) RETURNING *')
  const saveWebhook = prepare('UPDATE webhooks SET attempts = ?, due = ? WHERE id = ?')
  const removeWebhook = prepare('DELETE FROM webhooks WHERE id = ?')

  const open = (row: unknown): PaymentRecord => paymentRecord.parse(JSON.parse(documentRow.parse(row).document))
  const newestFirst = (rows: unknown[]) => rows.map(open).sort((a, b) => b.requestedAt - a.requestedAt)
  const found = (row: unknown): PaymentRecord | undefined => (row === undefined ? undefined : open(row))

  return {
    save: payment =>
      void save.run(
        payment.paymentKey,
        payment.orderId,
        payment.virtualAccount?.accountNumber ?? null,
        JSON.stringify(payment),
      ),
    payment: paymentKey => found(one.get(paymentKey)),
    ofOrder: orderId => newestFirst(ofOrder.all(orderId)),
    all: () => newestFirst(all.all()),
    byAccount: accountNumber => found(byAccount.get(accountNumber)),
    answer: (key, since) => answerRow.optional().parse(answer.get(key, since)),
    keepAnswer: (key, { status, body }, at) => void keepAnswer.run(key, status, body, at),
    webhooks: () => z.array(webhookRow).parse(webhooks.all()),
    addWebhook: (body, due) => webhookRow.parse(addWebhook.get(body, due)),
    saveWebhook: ({ id, attempts, due }) => void saveWebhook.run(attempts, due, id),
    removeWebhook: id => void removeWebhook.run(id),
    close: () => db.close(),
  }
}
