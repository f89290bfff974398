import * as z from 'zod'
import { openDatabase } from '../../machine/database.ts'
import type { Segment } from './content.ts'

const segments = z
  .string()
  .transform((json): Segment[] => z.array(z.object({ file: z.string(), size: z.number() })).parse(JSON.parse(json)))
const headers = z.string().transform(json => z.record(z.string(), z.string()).parse(JSON.parse(json)))
const objectRow = z.object({
  bucket: z.string(),
  key: z.string(),
  /** Bytes. */
  size: z.number(),
  /** Without quotes. */
  etag: z.string(),
  /** Milliseconds. */
  modified: z.number(),
  /** Headers stored with the object: content-type, content-disposition, x-amz-meta-* ... */
  headers,
  segments,
})
const uploadRow = z.object({
  id: z.string(),
  bucket: z.string(),
  key: z.string(),
  /** Milliseconds. */
  initiated: z.number(),
  headers,
})
const partRow = z.object({
  number: z.number(),
  size: z.number(),
  etag: z.string(),
  modified: z.number(),
  file: z.string(),
})

export type ObjectRecord = z.output<typeof objectRow>
export type UploadRecord = z.output<typeof uploadRow>
export type PartRecord = z.output<typeof partRow>

const SCHEMA = `
  CREATE TABLE IF NOT EXISTS objects (bucket TEXT, key TEXT, size INTEGER, etag TEXT, modified INTEGER, headers TEXT,
    segments TEXT, PRIMARY KEY (bucket, key)) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS uploads (id TEXT PRIMARY KEY, bucket TEXT, key TEXT, initiated INTEGER, headers TEXT)
    WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS parts (upload TEXT, number INTEGER, size INTEGER, etag TEXT, modified INTEGER, file TEXT,
    PRIMARY KEY (upload, number)) WITHOUT ROWID;
`

/** The index of all buckets: objects, open multipart uploads and their parts. */
export type Catalog = ReturnType<typeof openCatalog>

/**
 * Opens the catalog's database in the folder. Every change is atomic and, once its method returns, survives the
 * process.
 */
export function openCatalog(folder: string) {
  const db = openDatabase(folder, 'catalog.sqlite')
  db.exec(SCHEMA)
  const find = db.prepare('SELECT * FROM objects WHERE bucket = ? AND key = ?')
  const list = db.prepare('SELECT * FROM objects WHERE bucket = ? AND key >= ? ORDER BY key')
  const put = db.prepare(
    'INSERT OR REPLACE INTO objects (bucket, key, size, etag, modified, headers, segments) VALUES (?, ?, ?, ?, ?, ?, ?)',
  )
  const remove = db.prepare('DELETE FROM objects WHERE bucket = ? AND key = ?')
  const buckets = db.prepare('SELECT bucket FROM objects UNION SELECT bucket FROM uploads')
  const findUpload = db.prepare('SELECT * FROM uploads WHERE id = ?')
  const uploads = db.prepare('SELECT * FROM uploads WHERE bucket = ? ORDER BY key, initiated')
  const putUpload = db.prepare('INSERT INTO uploads (id, bucket, key, initiated, headers) VALUES (?, ?, ?, ?, ?)')
  const removeUpload = db.prepare('DELETE FROM uploads WHERE id = ?')
  const parts = db.prepare('SELECT * FROM parts WHERE upload = ? ORDER BY number')
  const putPart = db.prepare(
    'INSERT OR REPLACE INTO parts (upload, number, size, etag, modified, file) VALUES (?, ?, ?, ?, ?, ?)',
  )
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
      const { bucket, key, size, etag, modified } = object
      put.run(bucket, key, size, etag, modified, JSON.stringify(object.headers), JSON.stringify(object.segments))
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
      const { id, bucket, key, initiated } = upload
      putUpload.run(id, bucket, key, initiated, JSON.stringify(upload.headers))
    },
    parts: (id: string): PartRecord[] => z.array(partRow).parse(parts.all(id)),
    putPart(id: string, part: PartRecord): void {
      putPart.run(id, part.number, part.size, part.etag, part.modified, part.file)
    },
    /** Removes an upload and, if it was completed, adds the resulting object. */
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

    /** Every content file that an object or a part refers to. */
    files(): Set<string> {
      const rows = z.array(z.object({ file: z.string() })).parse([...objectFiles.all(), ...partFiles.all()])
      return new Set(rows.map(row => row.file))
    },
    close: (): void => db.close(),
  }
  return catalog
}
