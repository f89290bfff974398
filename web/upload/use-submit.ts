import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { Register } from '../../lambdas/contract/archive-entry.ts'
import { showToast } from '../layout/toasts.ts'
import { KEYS } from '../queries.ts'
import { messageOf } from '../request-failed.ts'
import { useServices } from '../services.ts'
import { PROGRESS } from '../texts/upload.ts'
import type { Candidate } from './candidate.ts'
import { useUploads } from './uploads-context.ts'

export interface Choices {
  register: Register
  captions: boolean
}

/** Sends what was confirmed: a link at once, files to the list of uploads. */
export function useSubmit(onDone: () => void) {
  const { api } = useServices()
  const queries = useQueryClient()
  const uploads = useUploads()
  const [submitting, setSubmitting] = useState(false)
  const [error, setError] = useState<string>()
  const idempotencyKey = useRef(crypto.randomUUID())

  const submitYoutube = async (url: string, { register, captions }: Choices) => {
    setSubmitting(true)
    setError(undefined)
    try {
      await api('submitYoutube', { body: { url, register, captions }, idempotencyKey: idempotencyKey.current })
      showToast({ kind: 'done', text: PROGRESS.youtubeSent })
      void queries.invalidateQueries({ queryKey: KEYS.archive })
      onDone()
    } catch (failure) {
      console.error(failure)
      setError(messageOf(failure))
    } finally {
      setSubmitting(false)
      void queries.invalidateQueries({ queryKey: KEYS.me })
    }
  }

  const submit = async (candidate: Candidate, choices: Choices) => {
    if (candidate.kind === 'youtube') return submitYoutube(candidate.quote.url, choices)
    const { register } = choices
    uploads.add(
      candidate.files.map(({ name, file, fingerprint, durationSeconds, soundBytes }) => ({
        name,
        file,
        fingerprint,
        durationSeconds,
        register,
        soundOnly: soundBytes !== undefined,
      })),
    )
    onDone()
  }
  return { submit, submitting, error }
}
