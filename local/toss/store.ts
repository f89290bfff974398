import * as z from 'zod'
import { openDatabase } from '#local-aws/machine/database.ts'
import { type PaymentRecord, paymentRecord } from './payment.ts'
import { type ReceiptRecord, receiptRecord } from './receipt.ts'

/** The first response to an idempotency key. */
export interface StoredResponse {
  status: number
  body: string
}

/** A webhook that the shop has not acknowledged yet. */
export interface PendingWebhook {
  id: number
  body: string
  /** Number of sends so far. */
  attempts: number
  /** Time of the next send, in epoch milliseconds. */
  due: number
}

/** Payments, cash receipts, idempotent responses and unsent webhooks in one database file, which survives restarts. */
export interface TossStore {
  save(payment: PaymentRecord): void
  payment(paymentKey: string): PaymentRecord | undefined
  /** Newest first. */
  ofOrder(orderId: string): PaymentRecord[]
  /** Newest first. */
  all(): PaymentRecord[]
  /** The response stored for a key since a time in epoch milliseconds. */
  answer(key: string, since: number): StoredResponse | undefined
  keepResponse(key: string, answer: StoredResponse, at: number): void
  webhooks(): PendingWebhook[]
  addWebhook(body: string, due: number): PendingWebhook
  saveWebhook(webhook: PendingWebhook): void
  removeWebhook(id: number): void
  addReceipt(receipt: ReceiptRecord): void
  /** Receipts and their cancellations, oldest first. */
  receipts(): ReceiptRecord[]
  close(): void
}

const documentRow = z.object({ document: z.string() })
const responseRow = z.object({ status: z.int(), body: z.string() })
const webhookRow = z.object({ id: z.int(), body: z.string(), attempts: z.int(), due: z.int() })

/** Opens `toss.sqlite` in the folder and creates it if necessary. */
export function openStore(folder: string): TossStore {
  const db = openDatabase(folder, 'toss.sqlite')
  db.exec(`CREATE TABLE IF NOT EXISTS payments (payment_key TEXT PRIMARY KEY, order_id TEXT, document TEXT);
    CREATE INDEX IF NOT EXISTS payments_of_order ON payments (order_id);
    CREATE TABLE IF NOT EXISTS answers (key TEXT PRIMARY KEY, status INTEGER, body TEXT, at INTEGER);
    CREATE TABLE IF NOT EXISTS cash_receipts (id INTEGER PRIMARY KEY, document TEXT);
    CREATE TABLE IF NOT EXISTS webhooks (id INTEGER PRIMARY KEY, body TEXT, attempts INTEGER, due INTEGER)`)
  const prepare = (sql: string) => db.prepare(sql)
  const save = prepare('INSERT OR REPLACE INTO payments (payment_key, order_id, document) VALUES (?, ?, ?)')
  const one = prepare('SELECT document FROM payments WHERE payment_key = ?')
  const ofOrder = prepare('SELECT document FROM payments WHERE order_id = ?')
  const all = prepare('SELECT document FROM payments')
  const answer = prepare('SELECT status, body FROM answers WHERE key = ? AND at >= ?')
  const keepResponse = prepare('INSERT OR REPLACE INTO answers VALUES (?, ?, ?, ?)')
  const addReceipt = prepare('INSERT INTO cash_receipts (document) VALUES (?)')
  const receipts = prepare('SELECT document FROM cash_receipts ORDER BY id')
  const webhooks = prepare('SELECT id, body, attempts, due FROM webhooks ORDER BY id')
  const addWebhook = prepare('INSERT INTO webhooks (body, attempts, due) VALUES (?, 0, ?) RETURNING *')
  const saveWebhook = prepare('UPDATE webhooks SET attempts = ?, due = ? WHERE id = ?')
  const removeWebhook = prepare('DELETE FROM webhooks WHERE id = ?')

  const open = (row: unknown): PaymentRecord => paymentRecord.parse(JSON.parse(documentRow.parse(row).document))
  const newestFirst = (rows: unknown[]) => rows.map(open).sort((a, b) => b.requestedAt - a.requestedAt)
  const found = (row: unknown): PaymentRecord | undefined => (row === undefined ? undefined : open(row))

  return {
    save: payment => void save.run(payment.paymentKey, payment.orderId, JSON.stringify(payment)),
    payment: paymentKey => found(one.get(paymentKey)),
    ofOrder: orderId => newestFirst(ofOrder.all(orderId)),
    all: () => newestFirst(all.all()),
    answer: (key, since) => responseRow.optional().parse(answer.get(key, since)),
    keepResponse: (key, { status, body }, at) => void keepResponse.run(key, status, body, at),
    webhooks: () => z.array(webhookRow).parse(webhooks.all()),
    addWebhook: (body, due) => webhookRow.parse(addWebhook.get(body, due)),
    saveWebhook: ({ id, attempts, due }) => void saveWebhook.run(attempts, due, id),
    removeWebhook: id => void removeWebhook.run(id),
    addReceipt: receipt => void addReceipt.run(JSON.stringify(receipt)),
    receipts: () => receipts.all().map(row => receiptRecord.parse(JSON.parse(documentRow.parse(row).document))),
    close: () => db.close(),
  }
}
