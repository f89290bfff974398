import { mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod'
import { DamagedDataError } from '../machine/damaged-data.ts'

const storedEmail = z.object({
  id: z.string(),
  /** Milliseconds. */
  at: z.number(),
  from: z.string(),
  to: z.array(z.string()),
  replyTo: z.array(z.string()),
  subject: z.string(),
  text: z.string(),
  html: z.string(),
})

/** An email as it was sent, with SES's message id and the time. */
export type StoredEmail = z.infer<typeof storedEmail>

export interface Mailbox {
  add(email: StoredEmail): Promise<void>
  /** Newest first. */
  messages(): StoredEmail[]
}

/** Opens a folder with one JSON file per email, named after its time and id. Other files are ignored. */
export function openMailbox(folder: string): Mailbox {
  mkdirSync(folder, { recursive: true })
  const emails = readdirSync(folder)
    .filter(file => file.endsWith('.json'))
    .sort()
    .map(file => readEmail(join(folder, file)))
    .reverse()
  return {
    messages: () => [...emails],
    async add(email) {
      const file = join(folder, `${String(email.at).padStart(15, '0')}_${email.id}.json`)
      await writeFile(`${file}.part`, JSON.stringify(email))
      await rename(`${file}.part`, file)
      emails.unshift(email)
    },
  }
}

function readEmail(path: string): StoredEmail {
  try {
    return storedEmail.parse(JSON.parse(readFileSync(path, 'utf8')))
  } catch (error) {
    throw error instanceof SyntaxError || error instanceof z.ZodError ? new DamagedDataError(path, error) : error
  }
}
