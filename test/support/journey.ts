import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, vi } from 'vitest'
import type { ApiClient } from '../../bin/demo/api-client.ts'
import { FAILURE_TEXT, type FailureCode, isOpen } from '../../lambdas/contract/archive-entry.ts'
import type { SubmissionGroup } from '../../lambdas/contract/group.ts'
import type { EntryView } from '../../lambdas/contract/views.ts'
import type { Cloud } from '../../local/cloud/options.ts'
import { eventually } from './eventually.ts'

const MEDIA = join(import.meta.dirname, '../fixtures/media')

export function media(name: string): Promise<Buffer> {
  return readFile(join(MEDIA, name))
}

export interface Upload {
  filename?: string
  durationSeconds?: number
  group?: SubmissionGroup
  /** Id of a stored script. */
  script?: string
}

/** Submits a file as the page does: first the hold, then the presigned form. */
export async function submit(api: ApiClient, bytes: Buffer, upload: Upload = {}): Promise<EntryView> {
  const { entry, post } = await announce(api, bytes, upload)
  await sendForm(post, bytes)
  return entry
}

export async function announce(
  api: ApiClient,
  bytes: Buffer,
  { filename = 'talk.mp4', durationSeconds = 20, group, script }: Upload = {},
) {
  const body = { filename, size: bytes.length, type: 'video/mp4', durationSeconds, register: 'polite', group, script }
  const { entry, post } = await api('submitVideo', { body })
  if (!post) throw new Error('the server asked for an upload in parts')
  return { entry, post }
}

/** Sends the presigned form as a browser would. */
export async function sendForm(post: { url: string; fields: Record<string, string> }, bytes: Buffer): Promise<void> {
  const form = new FormData()
  for (const [name, value] of Object.entries(post.fields)) form.append(name, value)
  form.append('file', new Blob([new Uint8Array(bytes)], { type: 'video/mp4' }), 'file.mp4')
  const answer = await fetch(post.url, { method: 'POST', body: form })
  expect(answer.status, await answer.text()).toBeLessThan(300)
}

/** The entry once it is done or failed. */
export async function closed(api: ApiClient, key: string): Promise<EntryView> {
  return vi.waitFor(
    async () => {
      const entry = await api('readEntry', { parameters: { key } })
      if (isOpen(entry.status)) throw new Error(`still ${entry.status}`)
      return entry
    },
    // Each poll calls the API and a function: ten a second would cost as much CPU as the work they wait for.
    { timeout: 240_000, interval: 300 },
  )
}

/** Expects an entry to have failed for that reason, with the sign-up tokens restored and the reason sent by email. */
export async function expectRefunded(
  cloud: Cloud,
  api: ApiClient,
  entry: EntryView,
  failure: FailureCode,
): Promise<void> {
  expect(entry).toMatchObject({ status: 'failed', failure, used_token: 0, failureText: FAILURE_TEXT[failure] })
  expect((await api('me')).token).toBe(200)
  const emails = () => cloud.emails().filter(email => email.text?.includes(FAILURE_TEXT[failure]))
  await eventually(() => expect(emails().length).toBeGreaterThan(0))
  const { movements } = await api('movements')
  const net = movements
    .filter(({ movement }) => movement.includes(entry.key))
    .reduce((sum, { amount }) => sum + amount, 0)
  expect(net).toBe(0)
}
