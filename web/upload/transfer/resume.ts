import * as z from 'zod'
import { register, subtitleProfile } from '../../../lambdas/contract/archive-entry.ts'
import { submissionGroup } from '../../../lambdas/contract/group.ts'
import { PERSONAL_KEYS } from '../../shared/personal-data.ts'

const record = z.object({
  /** Idempotency key of the submission: repeating the request returns the same entry. */
  id: z.string(),
  fingerprint: z.string(),
  /** The sound track that is sent; absent if the file was sent whole. */
  trackId: z.number().optional(),
  /** The submission as sent; `size` counts the bytes to send: the sound alone. */
  request: z.object({
    filename: z.string(),
    size: z.number(),
    type: z.string(),
    durationSeconds: z.number(),
    soundMs: z.number().optional(),
    register,
    profile: subtitleProfile,
    glossary: z.boolean().default(true),
    script: z.string().optional(),
    group: submissionGroup.optional(),
  }),
  /** Absent until the server has responded. */
  key: z.string().optional(),
  startedAt: z.number(),
})
export type ResumeRecord = z.infer<typeof record>

const KEY = PERSONAL_KEYS.unfinishedUploads
/** The server keeps an idempotency key for a day. */
const GOOD_FOR_MS = 23 * 60 * 60 * 1000

/** Uploads that this browser began but did not finish. To resume one, the user has to choose its file again. */
export function readResumes(now: number): ResumeRecord[] {
  const text = localStorage.getItem(KEY)
  const parsed = z.array(record).safeParse(text === null ? [] : JSON.parse(text))
  return parsed.success ? parsed.data.filter(each => now - each.startedAt < GOOD_FOR_MS) : []
}

export function saveResume(added: ResumeRecord): void {
  write([...readResumes(added.startedAt).filter(each => each.id !== added.id), added])
}

export function forgetResume(id: string, now: number): void {
  write(readResumes(now).filter(each => each.id !== id))
}

export function findResume(fingerprint: string, now: number): ResumeRecord | undefined {
  return readResumes(now).find(each => each.fingerprint === fingerprint)
}

/** Identifies a file by name, size and modification time. */
export function computeFingerprint(file: { name: string; size: number; lastModified: number }): string {
  return [file.name, file.size, file.lastModified].join('|')
}

function write(records: ResumeRecord[]): void {
  localStorage.setItem(KEY, JSON.stringify(records))
}
