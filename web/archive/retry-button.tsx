import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../layout/button.tsx'
import { showToast } from '../layout/toasts.ts'
import { KEYS } from '../queries.ts'
import { messageOf } from '../request-failed.ts'
import { useServices } from '../services.ts'
import { ARCHIVE } from '../texts/archive.ts'

/** Makes a new entry on the video that is still kept. */
export function RetryButton({ entryKey }: { entryKey: string }) {
  const { api } = useServices()
  const queries = useQueryClient()
  const [idempotencyKey] = useState(() => crypto.randomUUID())
  const retry = useMutation({
    mutationFn: () => api('retryEntry', { parameters: { key: entryKey }, idempotencyKey }),
    onSuccess: () => showToast({ kind: 'done', text: ARCHIVE.retrying }),
    onError: error => showToast({ kind: 'error', text: messageOf(error) }),
    onSettled() {
      void queries.invalidateQueries({ queryKey: KEYS.archive })
      void queries.invalidateQueries({ queryKey: KEYS.me })
    },
  })
  return (
    <Button kind="outline" size="small" disabled={retry.isPending} onClick={() => retry.mutate()}>
      {ARCHIVE.retry}
    </Button>
  )
}
