import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import type { Register, SubtitleProfile } from '../../lambdas/contract/archive-entry.ts'
import { PAGES } from '../../lambdas/contract/pages.ts'
import type { EntryView } from '../../lambdas/contract/views.ts'
import { showToast } from '../shared/layout/toasts.tsx'
import { KEYS } from '../shared/queries.ts'
import { messageOf } from '../shared/request-failed.ts'
import { useServices } from '../shared/services.ts'
import type { Candidate } from './candidate.tsx'
import { keepVideo } from './kept-video.ts'
import { loadCopySound } from './media/load.ts'
import { CONFIRM } from './texts.ts'
import { useUploads } from './uploads-context.tsx'

export interface Choices {
  register: Register
  profile: SubtitleProfile
  captions: boolean
  glossary: boolean
}

/** Submits the confirmed candidate: a link or a subtitle at once, files through the list of uploads. */
export function useSubmit(onDone: (submitted?: EntryView) => void) {
  const { api } = useServices()
  const queries = useQueryClient()
  const uploads = useUploads()
  const [submitting, setSubmitting] = useState(false)
  const [error, setError] = useState<string>()
  const idempotencyKey = useRef(crypto.randomUUID())

  const submitAtOnce = async (send: () => Promise<{ entry: EntryView }>) => {
    setSubmitting(true)
    setError(undefined)
    try {
      const { entry } = await send()
      void queries.invalidateQueries({ queryKey: KEYS.archive })
      onDone(entry)
    } catch (failure) {
      console.error(failure)
      setError(messageOf(failure))
    } finally {
      setSubmitting(false)
      void queries.invalidateQueries({ queryKey: KEYS.me })
    }
  }

  const submit = async (candidate: Candidate, choices: Choices) => {
    const { register, profile, captions, glossary } = choices
    const request = { idempotencyKey: idempotencyKey.current }
    if (candidate.kind === 'youtube') {
      const body = { url: candidate.quote.url, register, profile, captions, glossary }
      return submitAtOnce(() => api('submitYoutube', { body, ...request }))
    }
    if (candidate.kind === 'subtitle') {
      const body = { filename: candidate.name, text: candidate.text, register, profile, glossary }
      return submitAtOnce(() => api('submitSubtitle', { body, ...request }))
    }
    uploads.add(
      candidate.files.map(({ name, file, frame, fingerprint, durationSeconds, soundBytes }) => ({
        name,
        file,
        frame,
        fingerprint,
        durationSeconds,
        register,
        profile,
        glossary,
        soundOnly: soundBytes !== undefined,
      })),
    )
    onDone()
  }
  return { submit, submitting, error }
}

/** Stores the video and opens the token packages. After the payment the popup opens again with the same video. */
export function useBuyFirst() {
  const navigate = useNavigate()
  const [keeping, setKeeping] = useState(false)
  const [error, setError] = useState<string>()

  /** `missing`: tokens needed beyond the balance. */
  const buy = async (candidate: Candidate, missing: number) => {
    setKeeping(true)
    try {
      const { copySound } = await loadCopySound()
      const signal = new AbortController().signal
      const kept = await keepVideo(candidate, file => copySound(file, { signal, onProgress() {} }), Date.now())
      if (!kept) showToast({ kind: 'error', text: CONFIRM.chooseAgain, path: PAGES.tokens })
      navigate(`/addtoken?need=${missing}`)
    } catch (failure) {
      console.error(failure)
      setError(messageOf(failure))
      setKeeping(false)
    }
  }
  return { buy, keeping, error }
}
