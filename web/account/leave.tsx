import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { pieces } from '../format.ts'
import { Button } from '../layout/button.tsx'
import { Dialog } from '../layout/dialog.tsx'
import { showToast } from '../layout/toasts.ts'
import { messageOf } from '../request-failed.ts'
import { useServices } from '../services.ts'
import { forgetPerson } from '../sign-in/forget-person.ts'
import { ACCOUNT } from '../texts/account.ts'
import { COMMON } from '../texts/common.ts'

/** Leaving the service: what goes, what the law keeps, and a tick before the button works. */
export function Leave({ token }: { token: number }) {
  const [asking, setAsking] = useState(false)
  return (
    <section>
      <h2>{ACCOUNT.leaveTitle}</h2>
      <p className="muted">{ACCOUNT.leaveText}</p>
      <Button kind="outline" onClick={() => setAsking(true)}>
        {ACCOUNT.leave}
      </Button>
      {asking && <LeaveDialog token={token} onClose={() => setAsking(false)} />}
    </section>
  )
}

function LeaveDialog({ token, onClose }: { token: number; onClose: () => void }) {
  const { api, session } = useServices()
  const [agreed, setAgreed] = useState(false)
  const leaving = useMutation({
    mutationFn: () => api('leave', {}),
    async onSuccess() {
      showToast({ kind: 'done', text: ACCOUNT.left })
      forgetPerson()
      await (await session()).signOut()
    },
  })
  return (
    <Dialog title={ACCOUNT.leaveConfirmTitle} onClose={onClose} busy={leaving.isPending}>
      <p>{ACCOUNT.leaveConfirmText(pieces(token))}</p>
      <label className="check">
        <input type="checkbox" checked={agreed} onChange={event => setAgreed(event.target.checked)} />
        {ACCOUNT.leaveCheck}
      </label>
      <p className="form-error" role="alert">
        {leaving.isError && messageOf(leaving.error)}
      </p>
      <div className="dialog-actions">
        <Button onClick={onClose} disabled={leaving.isPending}>
          {COMMON.cancel}
        </Button>
        <Button kind="danger" disabled={!agreed || leaving.isPending} onClick={() => leaving.mutate()}>
          {ACCOUNT.leave}
        </Button>
      </div>
    </Dialog>
  )
}
