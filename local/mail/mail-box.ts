import { mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type ReadMessage, readMessage } from './read-message.ts'

/** A mail as the box shows it. */
export interface StoredMail extends ReadMessage {
  id: string
  /** Milliseconds. */
  at: number
}

export interface MailBox {
  add(mail: { id: string; at: number; raw: Buffer }): Promise<void>
  /** Newest first. */
  messages(): StoredMail[]
}

const FILE = /^(\d+)_(.+)\.eml$/

/** Opens a folder of `.eml` files, named after the time and the id of each message. */
export function openMailBox(folder: string): MailBox {
  mkdirSync(folder, { recursive: true })
  const mails: StoredMail[] = []
  for (const name of readdirSync(folder).sort()) {
    const [, at, id] = FILE.exec(name) ?? []
    if (at !== undefined && id !== undefined)
      mails.unshift({ id, at: Number(at), ...readMessage(readFileSync(join(folder, name))) })
  }
  return {
    messages: () => [...mails],
    async add({ id, at, raw }) {
      const file = join(folder, `${String(at).padStart(15, '0')}_${id}.eml`)
      await writeFile(`${file}.part`, raw)
      await rename(`${file}.part`, file)
      mails.unshift({ id, at, ...readMessage(raw) })
    },
  }
}
