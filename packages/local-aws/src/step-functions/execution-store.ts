import * as z from 'zod'
import { openDatabase } from '../machine/database.ts'

const executionStatus = z.enum(['RUNNING', 'SUCCEEDED', 'FAILED', 'TIMED_OUT', 'ABORTED'])

const executionRow = z.object({
  arn: z.string(),
  machine: z.string(),
  name: z.string(),
  /** JSON. */
  input: z.string(),
  status: executionStatus,
  /** Milliseconds. */
  started: z.number(),
  stopped: z.number().nullable(),
  output: z.string().nullable(),
  error: z.string().nullable(),
  cause: z.string().nullable(),
  redrives: z.number(),
})
export type Execution = z.infer<typeof executionRow>

const historyRow = z.object({
  at: z.number(),
  type: z.string(),
  state: z.string().nullable(),
  error: z.string().nullable(),
  cause: z.string().nullable(),
})
export type HistoryEvent = z.infer<typeof historyRow>

/** AWS keeps closed executions, and therefore their names, for 90 days. */
const KEPT_MS = 90 * 86_400_000

/** Opens the stored executions of all state machines. `now` is in milliseconds. */
export function openExecutionStore(folder: string, now: number) {
  const database = openDatabase(folder, 'executions.sqlite')
  database.exec(`
    CREATE TABLE IF NOT EXISTS execution (
      arn TEXT PRIMARY KEY, machine TEXT NOT NULL, name TEXT NOT NULL, input TEXT NOT NULL, status TEXT NOT NULL,
      started INTEGER NOT NULL, stopped INTEGER, output TEXT, error TEXT, cause TEXT, redrives INTEGER NOT NULL
    ) STRICT;
    CREATE TABLE IF NOT EXISTS history (
      arn TEXT NOT NULL, at INTEGER NOT NULL, type TEXT NOT NULL, state TEXT, error TEXT, cause TEXT
    ) STRICT;
    CREATE INDEX IF NOT EXISTS history_of ON history (arn);
  `)
  database.prepare('DELETE FROM history WHERE arn IN (SELECT arn FROM execution WHERE stopped < ?)').run(now - KEPT_MS)
  database.prepare('DELETE FROM execution WHERE stopped < ?').run(now - KEPT_MS)

  const select = database.prepare('SELECT * FROM execution WHERE arn = ?')
  const save = database.prepare(`
    INSERT OR REPLACE INTO execution (arn, machine, name, input, status, started, stopped, output, error, cause, redrives)
    VALUES (:arn, :machine, :name, :input, :status, :started, :stopped, :output, :error, :cause, :redrives)
  `)
  const add = database.prepare('INSERT INTO history (arn, at, type, state, error, cause) VALUES (?, ?, ?, ?, ?, ?)')
  const all = database.prepare('SELECT * FROM execution ORDER BY started DESC, rowid DESC')
  const history = database.prepare('SELECT at, type, state, error, cause FROM history WHERE arn = ? ORDER BY rowid')

  return {
    find: (arn: string): Execution | undefined => executionRow.optional().parse(select.get(arn)),
    save(execution: Execution): void {
      save.run({ ...execution })
    },
    /** Newest first. */
    list: (): Execution[] => all.all().map(row => executionRow.parse(row)),
    addEvent(arn: string, event: HistoryEvent): void {
      add.run(arn, event.at, event.type, event.state, event.error, event.cause)
    },
    /** Oldest first. */
    history: (arn: string): HistoryEvent[] => history.all(arn).map(row => historyRow.parse(row)),
    close: () => database.close(),
  }
}
