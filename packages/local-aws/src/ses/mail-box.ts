import { mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod'

const storedMail = z.object({
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

/** A mail as it was sent, with SES's message id and the time. */
export type StoredMail = z.infer<typeof storedMail>

export interface MailBox {
  add(mail: StoredMail): Promise<void>
  /** Newest first. */
  messages(): StoredMail[]
}

/** Opens a folder that holds one JSON file per mail, named after its time and id; other files are ignored. */
export function openMailBox(folder: string): MailBox {
  mkdirSync(folder, { recursive: true })
  const mails = readdirSync(folder)
    .filter(file => file.endsWith('.json'))
    .sort()
    .map(file => storedMail.parse(JSON.parse(readFileSync(join(folder, file), 'utf8'))))
    .reverse()
  return {
    messages: () => [...mails],
    async add(mail) {
      const file = join(folder, `${String(mail.at).padStart(15, '0')}_${mail.id}.json`)
      await writeFile(`${file}.part`, JSON.stringify(mail))
      await rename(`${file}.part`, file)
      mails.unshift(mail)
    },
  }
}
