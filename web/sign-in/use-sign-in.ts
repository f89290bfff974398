import { useState } from 'react'
import { showToast } from '../layout/toasts.ts'
import { useServices } from '../services.ts'
import { SIGN_IN } from '../texts/common.ts'
import { rememberReturnPath } from './return-path.ts'

/** Starts the sign-in and comes back to `returnTo`; leaves the page, so it never reports success here. */
export function useSignIn(): { signIn(returnTo: string, hint?: 'test-pay'): Promise<void>; leaving: boolean } {
  const { session } = useServices()
  const [leaving, setLeaving] = useState(false)
  return {
    leaving,
    async signIn(returnTo, hint) {
      setLeaving(true)
      try {
        rememberReturnPath(returnTo)
        await (await session()).signIn(hint && { hint })
      } catch (error) {
        console.error(error)
        setLeaving(false)
        showToast({ kind: 'error', text: SIGN_IN.failed })
      }
    },
  }
}
