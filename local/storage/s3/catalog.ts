import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import * as z from 'zod'
import type { Segment } from './content.ts'

const segments = z
  .string()
  .transform((json): Segment[] => z.array(z.object({ file: z.string(), size: z.number() })).parse(JSON.parse(json)))
const headers = z.string().transform(json => z.record(z.string(), z.string()).parse(JSON.parse(json)))
const checksum = z
  .string()
  .nullable()
  .transform(json =>
    json === null
      ? undefined
      : z.object({ algorithm: z.enum(['crc32', 'sha1', 'sha256']), value: z.string() }).parse(JSON.parse(json)),
  )

const objectRow = z.object({
  bucket: z.string(),
  key: z.string(),
  /** Bytes. */
  size: z.number(),
  /** Without its quotes. */
  etag: z.string(),
  /** Milliseconds. */
  modified: z.number(),
  /** Headers kept with the object: content-type, content-disposition, x-amz-meta-* ... */
  headers,
  segments,
  checksum,
})
const uploadRow = z.object({
  id: z.string(),
  bucket: z.string(),
  key: z.string(),
  /** Milliseconds. */
  initiated: z.number(),
  headers,
  /** Checksum algorithm the upload was created with: every part must carry it then. */
  algorithm: z.enum(['crc32', 'sha1', 'sha256']).nullable(),
})
const partRow = z.object({
  number: z.number(),
  size: z.number(),
  etag: z.string(),
  modified: z.number(),
  file: z.string(),
  checksum,
})

export type ObjectRecord = z.output<typeof objectRow>
export type UploadRecord = z.output<typeof uploadRow>
export type PartRecord = z.output<typeof partRow>

const SCHEMA = `
  CREATE TABLE IF NOT EXISTS objects (bucket TEXT, key TEXT, size INTEGER, etag TEXT, modified INTEGER, headers TEXT,
    segments TEXT, checksum TEXT, PRIMARY KEY (bucket, key)) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS uploads (id TEXT PRIMARY KEY, bucket TEXT, key TEXT, initiated INTEGER, headers TEXT,
    algorithm TEXT) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS parts (upload TEXT, number INTEGER, size INTEGER, etag TEXT, modified INTEGER, file TEXT,
    checksum TEXT, PRIMARY KEY (upload, number)) WITHOUT ROWID;
`

/** What is where: objects, multipart uploads under way and their parts. */
export type Catalog = ReturnType<typeof openCatalog>

/** Opens the catalog's database in the folder. Every method is one atomic change, done when it returns. */
export function openCatalog(folder: string) {
  mkdirSync(folder, { recursive: true })
  const db = new DatabaseSync(join(folder, 'catalog.sqlite'))
  db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;')
  db.exec(SCHEMA)
  const find = db.prepare('SELECT * FROM objects WHERE bucket = ? AND key = ?')
  const list = db.prepare('SELECT * FROM objects WHERE bucket = ? AND key >= ? ORDER BY key')
  const put = db.prepare('INSERT OR REPLACE INTO objects VALUES (?, ?, ?, ?, ?, ?, ?, ?)')
  const remove = db.prepare('DELETE FROM objects WHERE bucket = ? AND key = ?')
  const buckets = db.prepare('SELECT bucket FROM objects UNION SELECT bucket FROM uploads')
  const findUpload = db.prepare('SELECT * FROM uploads WHERE id = ?')
  const uploads = db.prepare('SELECT * FROM uploads WHERE bucket = ? ORDER BY key, initiated')
  const putUpload = db.prepare('INSERT INTO uploads VALUES (?, ?, ?, ?, ?, ?)')
  const removeUpload = db.prepare('DELETE FROM uploads WHERE id = ?')
  const parts = db.prepare('SELECT * FROM parts WHERE upload = ? ORDER BY number')
  const putPart = db.prepare('INSERT OR REPLACE INTO parts VALUES (?, ?, ?, ?, ?, ?, ?)')
  const removeParts = db.prepare('DELETE FROM parts WHERE upload = ?')
  const objectFiles = db.prepare("SELECT value ->> 'file' AS file FROM objects, json_each(segments)")
  const partFiles = db.prepare('SELECT file FROM parts')

  const catalog = {
    find: (bucket: string, key: string): ObjectRecord | undefined => objectRow.optional().parse(find.get(bucket, key)),
    /** Objects from a key on, in the order of their keys' UTF-8 bytes. */
    *from(bucket: string, start: string): Generator<ObjectRecord> {
      for (const row of list.iterate(bucket, start)) yield objectRow.parse(row)
    },
    put(object: ObjectRecord): void {
      const { bucket, key, size, etag, modified, checksum } = object
      const sum = checksum === undefined ? null : JSON.stringify(checksum)
      put.run(bucket, key, size, etag, modified, JSON.stringify(object.headers), JSON.stringify(object.segments), sum)
    },
    remove: (bucket: string, key: string): void => void remove.run(bucket, key),
    buckets: (): string[] =>
      z
        .array(z.object({ bucket: z.string() }))
        .parse(buckets.all())
        .map(row => row.bucket),

    findUpload: (id: string): UploadRecord | undefined => uploadRow.optional().parse(findUpload.get(id)),
    uploads: (bucket: string): UploadRecord[] => z.array(uploadRow).parse(uploads.all(bucket)),
    putUpload(upload: UploadRecord): void {
      const { id, bucket, key, initiated, algorithm } = upload
      putUpload.run(id, bucket, key, initiated, JSON.stringify(upload.headers), algorithm)
    },
    parts: (id: string): PartRecord[] => z.array(partRow).parse(parts.all(id)),
    putPart(id: string, part: PartRecord): void {
      const sum = part.checksum === undefined ? null : JSON.stringify(part.checksum)
      putPart.run(id, part.number, part.size, part.etag, part.modified, part.file, sum)
    },
    /** Ends an upload, with the object it became if it was completed. */
    endUpload(id: string, object?: ObjectRecord): void {
      db.exec('BEGIN IMMEDIATE')
      try {
        removeParts.run(id)
        removeUpload.run(id)
        if (object) catalog.put(object)
        db.exec('COMMIT')
      } catch (error) {
        db.exec('ROLLBACK')
        throw error
      }
    },

    files(): Set<string> {
      const rows = z.array(z.object({ file: z.string() })).parse([...objectFiles.all(), ...partFiles.all()])
      return new Set(rows.map(row => row.file))
    },
    close: (): void => db.close(),
  }
  return catalog
}
