import type { Api } from '../../shared/api.ts'
import { codeOf } from '../../shared/request-failed.ts'
import { forgetResume, type ResumeRecord } from './resume.ts'

/**
 * Whether the server still awaits an unfinished upload; forgets one that it has closed or finished. `now` in epoch ms.
 * Rejects if the server does not respond.
 */
export async function isAwaited(api: Api, { id, key }: ResumeRecord, now: number): Promise<boolean> {
  if (key === undefined) return true
  const status = await api('readEntry', { parameters: { key } }).then(
    entry => entry.status,
    error => {
      if (codeOf(error) === 'NO_VIDEO') return undefined
      throw error
    },
  )
  if (status !== 'uploading') forgetResume(id, now)
  return status === 'uploading'
}
