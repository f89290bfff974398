import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { isWorthRetrying } from '../../../lambdas/contract/archive-entry.ts'
import { costOf } from '../../../lambdas/contract/pricing.ts'
import type { EntryView } from '../../../lambdas/contract/views.ts'
import type { Api } from '../api.ts'
import { pieces } from '../format.ts'
import { Button, ButtonLink } from '../layout/button.tsx'
import { announce, showToast } from '../layout/toasts.tsx'
import { useHasEmail } from '../queries.ts'
import { messageOf } from '../request-failed.ts'
import { useServices } from '../services.ts'
import { ENTRY } from './texts.ts'

/**
 * Resubmits the stored video of a failed entry as a new entry, at the price shown. Leads to the upload form if the video
 * is not stored, and renders nothing if the same video would fail again.
 */
export function RetryButton({ entry }: { entry: EntryView }) {
  if (entry.status !== 'failed' || !isWorthRetrying(entry.failure)) return null
  if (entry.videoKept) return <RetryStored entry={entry} />
  return (
    <ButtonLink to={`/?way=${entry.type === 'subtitle' ? 'subtitle' : 'file'}`} kind="outline" size="small">
      {ENTRY.uploadAgain}
    </ButtonLink>
  )
}

function RetryStored({ entry }: { entry: EntryView }) {
  const { api } = useServices()
  const hasEmail = useHasEmail()
  const [idempotencyKey] = useState(() => crypto.randomUUID())
  const retry = useMutation({
    mutationFn: () => api('retryEntry', { parameters: { key: entry.key }, idempotencyKey }),
    onSuccess({ entry: { key } }) {
      // The new entry appears in the list.
      announce(hasEmail ? ENTRY.retrying : ENTRY.retryingNoEmail)
      void copyPicture(api, entry, key)
    },
    onError: error => showToast({ kind: 'error', text: messageOf(error) }),
  })
  const tokens = costOf({ type: entry.type, durationSeconds: entry.duration_seconds })
  return (
    <Button kind="outline" size="small" disabled={retry.isPending} onClick={() => retry.mutate()}>
      {tokens === 0 ? ENTRY.retry : ENTRY.retryFor(pieces(tokens))}
    </Button>
  )
}

/** Stores the picture of a retried upload with its new entry, too. Without a picture, nothing else is missing. */
async function copyPicture(api: Api, { type, thumbnail }: EntryView, key: string): Promise<void> {
  if (type !== 'video' || thumbnail === undefined) return
  try {
    const response = await fetch(thumbnail)
    const bytes = new Uint8Array(await response.arrayBuffer())
    if (response.ok)
      await api('storePicture', { parameters: { key }, body: { jpeg: btoa(String.fromCharCode(...bytes)) } })
  } catch (error) {
    console.warn(error)
  }
}
