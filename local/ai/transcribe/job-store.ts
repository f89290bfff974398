import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { type Job, type JobStatus, job } from './job.ts'

/** The jobs of this machine; they survive a restart. */
export interface JobStore {
  get(name: string): Job | undefined
  /** Newest first. */
  all(): Job[]
  /** The oldest job of a state. */
  oldest(status: JobStatus): Job | undefined
  /** How many are neither completed nor failed. */
  countOpen(): number
  /** Keeps a new or changed job. */
  put(job: Job): void
  delete(name: string): void
  close(): void
}

const TABLE = `CREATE TABLE IF NOT EXISTS transcription_job (
  name TEXT PRIMARY KEY, status TEXT NOT NULL, created_at INTEGER NOT NULL, json TEXT NOT NULL
)`

export function openJobStore(folder: string): JobStore {
  mkdirSync(folder, { recursive: true })
  const db = new DatabaseSync(join(folder, 'transcription-jobs.sqlite'))
  db.exec('PRAGMA journal_mode = WAL')
  db.exec(TABLE)
  const one = db.prepare('SELECT json FROM transcription_job WHERE name = ?')
  const every = db.prepare('SELECT json FROM transcription_job ORDER BY created_at DESC, rowid DESC')
  const oldest = db.prepare('SELECT json FROM transcription_job WHERE status = ? ORDER BY created_at, rowid LIMIT 1')
  const open = db.prepare(`SELECT count(*) AS jobs FROM transcription_job WHERE status IN ('QUEUED', 'IN_PROGRESS')`)
  const put = db.prepare(
    `INSERT INTO transcription_job (name, status, created_at, json) VALUES (?, ?, ?, ?)
     ON CONFLICT (name) DO UPDATE SET status = excluded.status, json = excluded.json`,
  )
  const remove = db.prepare('DELETE FROM transcription_job WHERE name = ?')
  const read = (row: Record<string, unknown> | undefined) => row && job.parse(JSON.parse(String(row.json)))
  return {
    get: name => read(one.get(name)),
    all: () => every.all().flatMap(row => read(row) ?? []),
    oldest: status => read(oldest.get(status)),
    countOpen: () => Number(open.get()?.jobs ?? 0),
    put: job => void put.run(job.request.TranscriptionJobName, job.status, job.createdAt, JSON.stringify(job)),
    delete: name => void remove.run(name),
    close: () => db.close(),
  }
}
