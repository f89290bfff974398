import * as z from 'zod'

const record = z.object({
  fingerprint: z.string(),
  name: z.string(),
  key: z.string(),
  uploadId: z.string(),
  partBytes: z.number(),
  parts: z.number(),
  /** Bytes that are sent: the sound alone, or the file. */
  size: z.number(),
  startedAt: z.number(),
})
export type ResumeRecord = z.infer<typeof record>

const KEY = 'jamak.unfinished-uploads'
/** After a day the server closes what never came. */
const GOOD_FOR_MS = 23 * 60 * 60 * 1000

/** Uploads in parts that were begun on this browser; the file itself has to be chosen again. */
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

/** What makes a file the same one: its name, size and time of change. */
export function fingerprintOf(file: { name: string; size: number; lastModified: number }): string {
  return [file.name, file.size, file.lastModified].join('|')
}

function write(records: ResumeRecord[]): void {
  localStorage.setItem(KEY, JSON.stringify(records))
}
