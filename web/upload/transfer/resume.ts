import * as z from 'zod'
import { PERSONAL_KEYS } from '../../shared/personal-data.ts'

const record = z.object({
  fingerprint: z.string(),
  name: z.string(),
  key: z.string(),
  uploadId: z.string(),
  partBytes: z.number(),
  parts: z.number(),
  /** Number of bytes to send: the sound alone, or the whole file. */
  size: z.number(),
  startedAt: z.number(),
})
export type ResumeRecord = z.infer<typeof record>

const KEY = PERSONAL_KEYS.unfinishedUploads
/** The server closes abandoned uploads after a day. */
const GOOD_FOR_MS = 23 * 60 * 60 * 1000

/** Uploads in parts that this browser began and did not finish. To continue, the user has to choose the file again. */
export function readResumes(now: number): ResumeRecord[] {
  const text = localStorage.getItem(KEY)
  const parsed = z.array(record).safeParse(text === null ? [] : JSON.parse(text))
  return parsed.success ? parsed.data.filter(each => now - each.startedAt < GOOD_FOR_MS) : []
}

export function saveResume(added: ResumeRecord): void {
  write([...readResumes(added.startedAt).filter(each => each.key !== added.key), added])
}

export function forgetResume(key: string, now: number): void {
  write(readResumes(now).filter(each => each.key !== key))
}

export function findResume(wanted: { fingerprint: string; size: number }, now: number): ResumeRecord | undefined {
  return readResumes(now).find(each => each.fingerprint === wanted.fingerprint && each.size === wanted.size)
}

/** Identifies a file by its name, size and time of last change. */
export function fingerprintOf(file: { name: string; size: number; lastModified: number }): string {
  return [file.name, file.size, file.lastModified].join('|')
}

function write(records: ResumeRecord[]): void {
  localStorage.setItem(KEY, JSON.stringify(records))
}
